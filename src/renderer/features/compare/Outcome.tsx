import { Button, SegmentedControl } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Comparison, pairedTests } from '../../../shared/domain/comparison.ts'
import type { Copied } from '../../../shared/format/copyTable.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { usePublishShownColumns } from '../../state/shownTables.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { useReadOnly } from '../../state/useReadOnly.ts'
import { useTableLayout } from '../../state/useTableLayout.ts'
import { CohortSource } from '../../ui/CohortSource.tsx'
import { ColumnChooser } from '../../ui/ColumnChooser.tsx'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { arrangeCopied, toShownColumns } from '../../ui/copiedColumns.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TwoPanes } from '../../ui/TwoPanes.tsx'
import { type CompareView, type Show, shows } from './address.ts'
import { ComparisonTable } from './ComparisonTable.tsx'
import classes from './compare.module.css'
import { useComparisonColumns } from './comparisonColumns.tsx'
import { Dots } from './Dots.tsx'
import { exportedColumns } from './exportedColumns.ts'
import { Head } from './Head.tsx'
import { LineDetail } from './LineDetail.tsx'
import { Notes } from './Notes.tsx'
import { OpposingDrugs } from './OpposingDrugs.tsx'
import type { Request } from './request.ts'
import { firstSort } from './sorting.ts'
import { toCopied } from './toCopied.ts'
import { Volcano } from './Volcano.tsx'

/** Pairs are drawn wider than boxes. */
const pairsPx = 600
const groupsPx = 420

type Props = {
  comparison: Comparison
  request: Request
  view: CompareView
  go(part: Partial<CompareView>, options?: { replace?: boolean }): void
}

/** What came of a comparison: first what it cannot show, then its lines in one of four views, and one line beside them. */
export function Outcome({ comparison, request, view, go }: Props) {
  const { t } = useTranslation('compare')
  const table = useTable(comparison)
  const offered = useOffered(comparison)
  const show: Show = offered.includes(view.show) ? view.show : 'table'
  const open = (pathway: string | null) => go({ pathway }, { replace: true })
  useStatusText(toStatus(comparison, t), { fetchedAt: comparison.oldestFetchedAt })
  const lines = { comparison, request, pathway: view.pathway, open }
  return (
    <>
      <CohortSource of={comparison}>
        <Head comparison={comparison} request={request} />
      </CohortSource>
      <Notes comparison={comparison} />
      <Bar
        offered={offered}
        show={show}
        choose={(chosen) => go({ show: chosen })}
        table={table}
        copied={() => toCopied(comparison, request)}
      />
      {comparison.rows.length === 0 ? (
        <EmptyState title={t('noPathways.title')} text={t('noPathways.text')} />
      ) : (
        <Panes {...lines} show={show}>
          {show === 'table' ? <ComparisonTable {...lines} {...table} /> : <Shown {...lines} show={show} />}
        </Panes>
      )}
    </>
  )
}

/** The columns of the table as they are arranged, which copies and exports follow. */
function useTable(comparison: Comparison) {
  const columns = useComparisonColumns(comparison)
  const arranging = useTableLayout('comparison', { firstSort })
  usePublishShownColumns('compare', exportedColumns(columns, arranging.layout, comparison))
  return { columns, arranging }
}

function useOffered({ groups }: Comparison): Show[] {
  // A capsule holds no drugs.
  const readOnly = useReadOnly()
  return shows.filter(
    (show) => (groups.length === 2 || show !== 'volcano') && (!readOnly || show !== 'drugs'),
  )
}

type BarProps = {
  offered: readonly Show[]
  show: Show
  choose(show: Show): void
  table: ReturnType<typeof useTable>
  copied(): Copied
}

function Bar({ offered, show, choose, table: { columns, arranging }, copied }: BarProps) {
  const { t } = useTranslation('compare')
  const openExport = useDialogs((state) => state.openExport)
  return (
    <div className={classes.bar}>
      <SegmentedControl
        size="xs"
        aria-label={t('show')}
        value={show}
        onChange={(value) => choose(shows.find((one) => one === value) ?? 'table')}
        data={offered.map((value) => ({ value, label: t(`shows.${value}`) }))}
      />
      {show === 'table' && <ColumnChooser size="xs" columns={columns} arranging={arranging} />}
      {show !== 'drugs' && (
        <CopyAs inTools read={() => arrangeCopied(copied(), toShownColumns(columns, arranging.layout))} />
      )}
      <Button size="xs" variant="default" onClick={() => openExport('methods')}>
        {t('methods')}
      </Button>
    </div>
  )
}

type PanesProps = LinesProps & { show: Show; children: ReactNode }
type LinesProps = {
  comparison: Comparison
  request: Request
  pathway: string | null
  open(pathway: string | null): void
}

/** The lines, and the chosen one beside them. */
function Panes({ comparison, request, pathway, open, show, children }: PanesProps) {
  const isPaired = pairedTests.has(comparison.test)
  const row = comparison.rows.find((one) => one.pathway === pathway)
  return (
    <TwoPanes
      key={isPaired ? 'pairs' : 'groups'}
      firstWidth={isPaired ? pairsPx : groupsPx}
      left={children}
      right={row && show !== 'drugs' && <LineDetail comparison={comparison} request={request} row={row} />}
      onCloseRight={() => open(null)}
    />
  )
}

/** Those within the noise are counted for themselves, as they are drawn. */
function toStatus({ rows }: Comparison, t: TFunction<'compare'>): string {
  const below = rows.filter(({ q }) => q !== null && q < 0.05)
  const noisy = below.filter(({ withinNoise }) => withinNoise).length
  const found = t('head.below', { count: below.length - noisy })
  return noisy === 0 ? found : `${found} (${t('head.noisy', { count: noisy })})`
}

function Shown({ show, comparison, request, pathway, open }: LinesProps & { show: Exclude<Show, 'table'> }) {
  if (show === 'volcano') return <Volcano comparison={comparison} pathway={pathway} open={open} />
  if (show === 'dots') return <Dots comparison={comparison} pathway={pathway} open={open} />
  return <OpposingDrugs comparison={comparison} request={request} />
}
