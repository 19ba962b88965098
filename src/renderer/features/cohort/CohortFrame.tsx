import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { HelpHint } from '../../state/HelpHint.tsx'
import { SamplesMenu } from '../../state/SamplesMenu.tsx'
import { SavedViews } from '../../state/SavedViews.tsx'
import { tablesOfCohort, usePublishShownTables } from '../../state/shownTables.ts'
import { useCohort } from '../../state/useCohort.ts'
import { ValuesMenu } from '../../state/ValuesMenu.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MeasureControl } from '../../ui/MeasureControl.tsx'
import { ResultTabs } from '../../ui/ResultTabs.tsx'
import { ToolRow } from '../../ui/ToolRow.tsx'
import classes from './cohort.module.css'

type Props = {
  current: 'heatmap' | 'groups' | 'pca' | 'clock'
  /** Which parts of the selection this view hangs on, beside the samples. */
  needs: { measure?: boolean; values?: boolean }
  /** Stand beside them. */
  tools?: ReactNode
  children: ReactNode
}

/** What the views of a cohort have in common: which samples, which numbers. */
export function CohortFrame({ current, needs, tools, children }: Props) {
  const { selection, change } = useCohort()
  usePublishShownTables(tablesOfCohort(selection), { kind: 'cohort', of: selection.of })
  const facets = useCall('samples.facets', {}).data
  const isEmpty = facets !== undefined && facets.total === facets.withoutResult
  return (
    <div className={classes.page}>
      <ToolRow>
        <ResultTabs current={current} />
        {needs.measure && (
          <MeasureControl value={selection.measure} change={(chosen) => change({ measure: chosen })} />
        )}
        <HelpHint
          about={
            current === 'clock'
              ? ['clock']
              : [selection.measure === 'activity' ? 'activity' : 'offset', 'missing']
          }
        />
        <SamplesMenu />
        {needs.values && <ValuesMenu />}
        {!isEmpty && tools}
        <SavedViews />
      </ToolRow>
      {isEmpty ? <NoResults current={current} /> : children}
    </div>
  )
}

function NoResults({ current }: Pick<Props, 'current'>) {
  const { t } = useTranslation('cohort')
  const navigate = useNavigate()
  return (
    <EmptyState
      title={t('empty.title')}
      text={t(`empty.${current}`)}
      action={<Button onClick={() => void navigate({ to: '/results' })}>{t('empty.toTable')}</Button>}
    />
  )
}
