import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { everySample, type ViewReference } from '../../../shared/domain/results/cohort.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { useCall } from '../../client/useCall.ts'
import { ExploreTabs } from '../../state/cohort/ExploreTabs.tsx'
import { SamplesMenu } from '../../state/cohort/SamplesMenu.tsx'
import { useCohort } from '../../state/cohort/useCohort.ts'
import { ValuesMenu } from '../../state/cohort/ValuesMenu.tsx'
import { HelpHint } from '../../state/help/HelpHint.tsx'
import { useSearchParams } from '../../state/searchParams.ts'
import { useStudyId } from '../../state/studyInFront.ts'
import { tablesOfCohort, usePublishShownTables } from '../../state/tables/shownTables.ts'
import { SavedViews } from '../../state/tables/ViewsButton.tsx'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'
import { MeasureControl, ToolRow } from '../../ui/panes/ToolRow.tsx'
import { useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import classes from './explore.module.css'
import { type ChartView, parseChartView, toChartSearch } from './view.ts'

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
  const { predicted, chronological } = useChartView().chartView
  const ages = {
    kind: 'clock' as const,
    of: selection.of,
    ...(predicted ? { predicted } : {}),
    ...(chronological ? { chronological } : {}),
  }
  usePublishShownTables([...(current === 'clock' ? [ages] : []), ...tablesOfCohort(selection)], {
    kind: 'cohort',
    of: selection.of,
  })
  const facets = useCall('samples.facets', {}).data
  const isEmpty = facets !== undefined && facets.total === facets.withoutResult
  return (
    <div className={classes.page}>
      <ToolRow>
        <ExploreTabs />
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
  const studyId = useStudyId()
  return (
    <EmptyState
      title={t('empty.title')}
      text={t(`empty.${current}`)}
      action={
        <Button onClick={() => void navigate({ to: '/study/$studyId/explore/table', params: { studyId } })}>
          {t('empty.toTable')}
        </Button>
      }
    />
  )
}

/** No sample that is looked at has a result. */
export function NoneChosen({ withoutResult }: { withoutResult: number }) {
  const { t } = useTranslation('cohort')
  const { change } = useCohort()
  return (
    <EmptyState
      title={t('noneChosen.title')}
      text={withoutResult === 0 ? t('noneChosen.noSample') : t('noneChosen.text', { count: withoutResult })}
      action={
        <Button variant="default" onClick={() => change({ of: everySample })}>
          {t('noneChosen.all')}
        </Button>
      }
    />
  )
}

/** What a picture leaves out, and why: one line each, below where its numbers are from. */
export function Remarks({ lines }: { lines: readonly (Message | string)[] }) {
  const { t } = useTranslation('cohort')
  const translate = useTranslator()
  const shown = lines.map((line) => (typeof line === 'string' ? line : translate(line)))
  if (shown.length === 0) return null
  return (
    <ul className={classes.remarks} aria-label={t('remarks.label')}>
      {shown.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

const mostNamed = 6

/** Names as a list that ends where it would be too long to read. `t` of the namespace `cohort`. */
export function listed(names: readonly string[], t: TFunction<'cohort'>): string {
  const first = names.slice(0, mostNamed).join(', ')
  return names.length > mostNamed
    ? t('remarks.more', { names: first, count: names.length - mostNamed })
    : first
}

/** Samples without a result, and pathways without a z-score. */
export function missingRemarks(
  { withoutResult, reference }: { withoutResult: number; reference: readonly ViewReference[] },
  t: TFunction<'cohort'>,
): string[] {
  const without = reference.filter(({ why }) => why !== null).map(({ pathway }) => pathway)
  return [
    ...(withoutResult > 0 ? [t('remarks.withoutResult', { count: withoutResult })] : []),
    ...(without.length > 0 ? [t('remarks.noZ', { count: without.length, names: listed(without, t) })] : []),
  ]
}

/** How the view in front is drawn, as its address says, and the way to change it. */
export function useChartView() {
  const { search, change } = useSearchParams('/study/$studyId/_cohort/explore')
  const chartView = parseChartView(search)
  const go = (part: Partial<ChartView>) => change(toChartSearch({ ...chartView, ...part }))
  return { chartView, go }
}
