import { Button, Text } from '@mantine/core'
import { type ReactNode, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableLayout } from '../../../shared/domain/appData.ts'
import { everySample, isEverySample } from '../../../shared/domain/cohort.ts'
import { useExportFile } from '../../client/useExportFile.ts'
import { useValues, type ValueTable } from '../../client/useValues.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { HelpHint } from '../../state/HelpHint.tsx'
import { SamplesMenu } from '../../state/SamplesMenu.tsx'
import { tablesOfCohort, usePublishShownTables } from '../../state/shownTables.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { useCohort } from '../../state/useCohort.ts'
import { ValuesMenu } from '../../state/ValuesMenu.tsx'
import { Writable } from '../../state/Writable.tsx'
import { defaultLayout } from '../../ui/columnLayout.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { MeasureControl } from '../../ui/MeasureControl.tsx'
import { ResultTabs } from '../../ui/ResultTabs.tsx'
import { ToolRow } from '../../ui/ToolRow.tsx'
import { NoResults } from './NoResults.tsx'
import { Provenance } from './Provenance.tsx'
import classes from './results.module.css'
import { shownPathways } from './shownPathways.ts'

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
  const { selection, change } = useCohort()
  const { of, measure, view } = selection
  const answer = useValues({ measure, of, view })
  // So many cells are drawn in pieces: in one go they would hold up the window.
  const table = useDeferredValue(answer.data)
  usePublishShownTables(tablesOfCohort(selection, shownPathways(table?.pathways ?? [], layout)), {
    kind: 'cohort',
    of,
  })
  const openAnalyse = useDialogs((state) => state.openAnalyse)
  const isEmpty = table?.totalSamples === 0
  const isNothingYet = isEmpty && isEverySample(of)
  useStatusText(table && !isEmpty ? t('samples', { count: table.totalSamples }) : null, {
    selected: selection.selectedIds.size,
    fetchedAt: table?.oldestFetchedAt ?? null,
  })
  return (
    <div className={classes.page}>
      <ToolRow
        primary={
          <Writable>
            <Button
              size="xs"
              disabled={!table || isNothingYet === true}
              onClick={() =>
                openAnalyse(selection.selectedIds.size > 0 ? { sampleIds: [...selection.selectedIds] } : of)
              }
            >
              {t('analyse')}
            </Button>
          </Writable>
        }
      >
        <ResultTabs current="table" />
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
      {answer.failure?.code === 'notFound' && (
        <EmptyState
          title={t('gone.title')}
          text={t('gone.text')}
          action={
            <Button
              variant="default"
              onClick={() => change({ of: everySample, view: { kind: 'raw' }, selectedIds: new Set() })}
            >
              {t('noneChosen.all')}
            </Button>
          }
        />
      )}
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
        <Text component="output" fz={12} c="dimmed">
          {t('exported', { count: value.rows, name: value.file.name })}
        </Text>
      )}
    </>
  )
}
