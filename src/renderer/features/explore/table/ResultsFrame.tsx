import { Button, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableLayout } from '../../../../shared/domain/app/appData.ts'
import { everySample } from '../../../../shared/domain/results/cohort.ts'
import { allSamplesId } from '../../../../shared/domain/studies/study.ts'
import { useCall } from '../../../client/useCall.ts'
import { useExportFile } from '../../../client/useExportFile.ts'
import { useValues, type ValueTable } from '../../../client/useValues.ts'
import { useReadOnly, Writable } from '../../../state/appStatus.tsx'
import { UnknownChoice } from '../../../state/cohort/CohortRoute.tsx'
import { ExploreTabs } from '../../../state/cohort/ExploreTabs.tsx'
import { SamplesMenu } from '../../../state/cohort/SamplesMenu.tsx'
import { useValueTitle } from '../../../state/cohort/titles.ts'
import { useCohort } from '../../../state/cohort/useCohort.ts'
import { ValuesMenu } from '../../../state/cohort/ValuesMenu.tsx'
import { useDialogs } from '../../../state/dialogs.ts'
import { TryExample } from '../../../state/help/Examples.tsx'
import { HelpHint } from '../../../state/help/HelpHint.tsx'
import { useStatusText } from '../../../state/statusBar.ts'
import { useStudyId } from '../../../state/studyInFront.ts'
import { tablesOfCohort, usePublishShownTables } from '../../../state/tables/shownTables.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { MeasureControl, ToolRow } from '../../../ui/panes/ToolRow.tsx'
import { defaultLayout } from '../../../ui/table/columns/columnLayout.ts'
import { CohortSource } from '../../../ui/text/CohortSource.tsx'
import classes from './results.module.css'
import { shownPathways } from './tableLayout.ts'

type Props = {
  /** How the table of it is arranged: what is exported of it follows. */
  layout?: TableLayout
  /** Stand beside the choice of samples and values. */
  tools?(table: ValueTable): ReactNode
  children(table: ValueTable): ReactNode
}

/** What stands around the table: which samples, which numbers, where they are from. */
export function ResultsFrame({ layout = defaultLayout, tools, children }: Props) {
  const { t } = useTranslation('results')
  const { selection, isWholeStudy, change } = useCohort()
  const { of, measure, view } = selection
  const answer = useValues({ measure, of, view })
  // So many cells are drawn in pieces: in one go they would hold up the window.
  const table = useDeferredValue(answer.data)
  const pathways = useMemo(() => shownPathways(table?.pathways ?? [], layout), [table, layout])
  usePublishShownTables(tablesOfCohort(selection, pathways), {
    kind: 'cohort',
    of,
  })
  const openAnalyse = useDialogs((state) => state.openAnalyse)
  const isEmpty = table?.totalSamples === 0
  const isNothingYet = isEmpty && isWholeStudy
  useStatusText(table && !isEmpty ? t('samples', { count: table.totalSamples }) : null, {
    selected: selection.selectedIds.size,
    fetchedAt: table?.oldestFetchedAt ?? null,
  })
  return (
    <div className={classes.page}>
      <ToolRow
        primary={
          isNothingYet ? undefined : (
            <Writable>
              <Button
                size="xs"
                disabled={!table}
                onClick={() =>
                  openAnalyse(selection.selectedIds.size > 0 ? { sampleIds: [...selection.selectedIds] } : of)
                }
              >
                {t('analyse')}
              </Button>
            </Writable>
          )
        }
      >
        <ExploreTabs />
        <MeasureControl value={measure} change={(chosen) => change({ measure: chosen })} />
        <HelpHint about={[measure === 'activity' ? 'activity' : 'offset', 'missing']} />
      </ToolRow>
      <div className={classes.choices}>
        <SamplesMenu />
        <ValuesMenu />
        {table && !isEmpty && tools?.(table)}
      </div>
      <LoadingBar visible={answer.loading} />
      {answer.failure && <FailureNotice failure={answer.failure} retry={() => void answer.refetch()} />}
      {answer.failure?.code === 'notFound' && <UnknownChoice />}
      {isNothingYet && <NoResults />}
      {table && isEmpty && !isNothingYet && (
        <EmptyState
          title={t('noneChosen.title')}
          text={t('noneChosen.text', { count: table.withoutResult })}
          action={
            <Button variant="default" onClick={() => change({ of: everySample })}>
              {t('noneChosen.all')}
            </Button>
          }
        />
      )}
      {table && !isEmpty && answer.failure?.code !== 'notFound' && (
        <>
          <Provenance table={table} />
          {children(table)}
        </>
      )}
    </div>
  )
}

/** Saves all results as they were returned, whatever is shown. */
export function ExportButton() {
  const { t } = useTranslation('results')
  const { pending, failure, value, run } = useExportFile()
  const exportAll = () => run({ table: { kind: 'resultsLong' }, format: 'csv' }, 'results.csv')
  return (
    <>
      <Button size="xs" variant="default" loading={pending} onClick={() => void exportAll()}>
        {t('export')}
      </Button>
      {failure && <FailureNotice flush failure={failure} />}
      {value && value !== 'cancelled' && (
        <Text component="output" fz="xs" c="dimmed">
          {t('exported', { count: value.rows, name: value.file.name })}
        </Text>
      )}
    </>
  )
}

/** What this place is for, and the next step: import, or analyse what is there. */
function NoResults() {
  const { t } = useTranslation('results')
  const readOnly = useReadOnly()
  const navigate = useNavigate()
  const { study } = useCohort()
  const studyId = useStudyId()
  const samples = useCall('samples.list', { ...('filter' in study && { filter: study.filter }), limit: 1 })
  const jobs = useCall('jobs.list', {})
  const { openAnalyse } = useDialogs()
  const count = samples.data?.total ?? 0
  const running = jobs.data?.some((job) => job.kind === 'analysis' && job.state === 'running') ?? false
  const text = readOnly
    ? t('empty.capsule')
    : running
      ? t('empty.running')
      : count > 0
        ? t('empty.withSamples', { count })
        : t('empty.text')
  return (
    <EmptyState
      title={t('empty.title')}
      text={text}
      action={
        running || readOnly ? null : count > 0 ? (
          <Button onClick={() => openAnalyse(study)}>{t('empty.analyse', { count })}</Button>
        ) : (
          <Group gap={8} justify="center">
            <Button
              onClick={() =>
                void navigate({ to: '/import', search: studyId === allSamplesId ? {} : { study: studyId } })
              }
            >
              {t('empty.import')}
            </Button>
            <TryExample />
          </Group>
        )
      }
    />
  )
}

/** What the numbers below are, of what they are missing, where they came from and when. */
function Provenance({ table }: { table: ValueTable }) {
  const { t } = useTranslation('results')
  const title = useValueTitle(table.measure, table.view)
  const off = table.reference.filter(({ why }) => why !== null)
  const several = table.joined.reduce((sum, { samplesWithSeveral }) => sum + samplesWithSeveral, 0)
  return (
    <CohortSource of={table}>
      <span>
        {t('samples', { count: table.totalSamples })} · {t('pathways', { count: table.pathways.length })}
      </span>
      <span>{title}</span>
      {table.withoutResult > 0 && <span>{t('withoutResult', { count: table.withoutResult })}</span>}
      {off.length > 0 && <strong>{t('off', { count: off.length, total: table.reference.length })}</strong>}
      {several > 0 && <span>{t('severalNames', { count: several })}</span>}
    </CohortSource>
  )
}
