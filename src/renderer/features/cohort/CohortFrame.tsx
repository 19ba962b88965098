import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { useCohort } from '../../state/useCohort.ts'
import { MeasureControl, SamplesControl, ViewControl } from '../../ui/CohortTools.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
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
  const { of, measure, view, marked } = selection
  const facets = useCall('samples.facets', {}).data
  const isEmpty = facets !== undefined && facets.total === facets.withoutResult
  return (
    <div className={classes.page}>
      <ToolRow>
        <ResultTabs current={current} />
        {needs.measure && <MeasureControl value={measure} change={(chosen) => change({ measure: chosen })} />}
        <SamplesControl of={of} facets={facets} marked={marked} change={change} />
        {needs.values && (
          <ViewControl
            value={view}
            facets={facets}
            marked={marked}
            change={(chosen) => change({ view: chosen })}
          />
        )}
        {!isEmpty && tools}
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
