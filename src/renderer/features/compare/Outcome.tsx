import { Button, SegmentedControl } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Comparison,
  type ComparisonNote,
  pairedTests,
  type TestName,
} from '../../../shared/domain/results/comparison.ts'
import type { Copied } from '../../../shared/format/copyTable.ts'
import { formatP } from '../../../shared/format/numbers.ts'
import { useCall } from '../../client/useCall.ts'
import { useReadOnly } from '../../state/appStatus.tsx'
import { useDialogs } from '../../state/dialogs.ts'
import { comparisonParts } from '../../state/searchParams.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { usePublishShownColumns } from '../../state/tables/shownTables.ts'
import { useTableLayout } from '../../state/tables/useTableLayout.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { MatchedDrugs } from '../../ui/lists/MatchedDrugs.tsx'
import { TwoPanes } from '../../ui/panes/TwoPanes.tsx'
import { ColumnChooser } from '../../ui/table/columns/ColumnChooser.tsx'
import { arrangeCopied, toShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import { CohortSource } from '../../ui/text/CohortSource.tsx'
import { Dots, Volcano } from './ComparisonCharts.tsx'
import { ComparisonTable, firstSort, useComparisonColumns } from './ComparisonTable.tsx'
import classes from './compare.module.css'
import { LineDetail } from './LineDetail.tsx'
import type { Request } from './request.ts'
import { exportedColumns, toCopied } from './toCopied.ts'
import type { CompareView, Show } from './view.ts'

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
  return comparisonParts.filter(
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
        onChange={(value) => choose(comparisonParts.find((one) => one === value) ?? 'table')}
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
  return <ReversalMatches comparison={comparison} request={request} />
}

/** Which groups, which test, which effect, and over how many pathways q was adjusted. */
function Head({ comparison, request }: { comparison: Comparison; request: Request }) {
  const { t } = useTranslation('compare')
  const { groups, test, rows, effectName } = comparison
  const named = groups.map(({ name, sampleIds }) => t('head.size', { name, count: sampleIds.length }))
  const [first = '', second = ''] = named
  const tested = rows.filter(({ p }) => p !== null).length
  return (
    <>
      <strong>
        {groups.length === 2
          ? t('head.two', { first, second })
          : t('head.several', { names: named.join(', ') })}
      </strong>
      <span>
        {t(`tests.${test}`)}
        {request.pairBy !== undefined && `, ${t('head.pairs', { field: request.pairBy })}`}
      </span>
      <span>{t('head.effect', { effect: t(`effects.${effectName}`) })}</span>
      <span>{t('head.adjusted', { count: tested })}</span>
    </>
  )
}

/** What the size of the groups cannot show, and what was left out, before the numbers that it concerns. */
function Notes({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation('compare')
  const lines = [...comparison.notes.map((note) => toWords(note, t)), ...toReading(comparison, t)]
  if (lines.length === 0) return null
  return (
    <section className={classes.notes} aria-label={t('notes.title')}>
      <IconInfoCircle size={16} stroke={1.5} aria-hidden />
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** How the numbers are to be read: what the table alone does not say. */
function toReading(
  { test, rows, notes, noise, fewValues, leastPairwiseP }: Comparison,
  t: TFunction<'compare'>,
): string[] {
  const untested = rows.filter(({ p }) => p === null).length
  // Where the groups themselves are as small, a note says so.
  const isNoted = notes.some((note) => note.kind === 'smallGroups' && note.least === fewValues?.least)
  return [
    ...(rankTests.has(test) ? [t('notes.byRanks')] : []),
    ...(test === 'kruskal-wallis' ? [t('notes.byChiSquare')] : []),
    ...(rows.some(({ exact }) => exact === false) ? [t('notes.approximated')] : []),
    ...(fewValues && !isNoted
      ? [t('notes.fewValues', { count: fewValues.pathways, least: fewValues.least })]
      : []),
    ...(leastPairwiseP
      ? [
          t('notes.leastPairwiseP', {
            p: formatP(leastPairwiseP.p),
            pHolm: formatP(leastPairwiseP.pHolm),
          }),
        ]
      : []),
    ...(noise ? [t('notes.replicates'), t('notes.noise', noise)] : []),
    ...(untested > 0 ? [t('notes.withoutP', { count: untested })] : []),
  ]
}

/** Two groups by ranks: their difference is of the means all the same. */
const rankTests: ReadonlySet<TestName> = new Set(['mann-whitney', 'wilcoxon-signed-rank'])

function toWords(note: ComparisonNote, t: TFunction<'compare'>): string {
  switch (note.kind) {
    case 'leastP': {
      const least = t('notes.leastP', { p: formatP(note.p), leastQ: formatP(note.leastQ) })
      return note.undercut === 0 ? least : `${least} ${t('notes.undercut', { count: note.undercut })}`
    }
    case 'smallGroups':
      return t('notes.smallGroups', { least: note.least })
    case 'severalInPair':
      return t('notes.severalInPair', { count: note.pairs })
    case 'noReplicates':
      return t('notes.noReplicates')
    case 'severalServices':
      return t('notes.severalServices', { services: note.services.join(', ') })
    case 'joinedNames': {
      const names = note.names.map((name) => `“${name}”`).join(', ')
      const joined = t('notes.joinedNames', { names, pathway: note.pathway })
      if (note.samplesWithSeveral === 0) return joined
      return `${joined} ${t('notes.joinedSeveral', { count: note.samplesWithSeveral })}`
    }
    default:
      return t(`notes.${note.kind}`, { count: note.samples })
  }
}

type ReversalMatchesProps = { comparison: Comparison; request: Request }

/** Kept drugs that oppose the difference of two groups. All effects count, also those with a large q, and it is said. */
function ReversalMatches({ comparison, request }: ReversalMatchesProps) {
  const { t } = useTranslation('compare')
  const why =
    comparison.measure !== 'activity' ? 'onlyActivity' : comparison.groups.length !== 2 ? 'onlyTwo' : null
  return (
    <section className={classes.canvas} aria-label={t('drugs.title')}>
      {why === null ? (
        <Matched first={comparison.groups[0]?.name ?? ''} request={request} />
      ) : (
        <p className={classes.hint}>{t(`drugs.${why}`)}</p>
      )}
    </section>
  )
}

function Matched({ first, request }: { first: string; request: Request }) {
  const { t } = useTranslation('compare')
  const match = useCall('drugs.match', { profile: { comparison: request }, limit: 50 })
  return (
    <>
      <LoadingBar visible={match.loading} />
      {match.failure && <FailureNotice flush failure={match.failure} retry={() => void match.refetch()} />}
      {match.data && !match.failure && (
        <>
          <p className={classes.hint}>{t('drugs.about')}</p>
          <MatchedDrugs
            match={match.data}
            unit={match.data.unit === 'z' ? 'z' : t(`effects.${match.data.unit}`)}
            sideOf={(value) => t(value > 0 ? 'drugs.rises' : 'drugs.falls', { first })}
            noProfile={<p className={classes.hint}>{t('drugs.noProfile')}</p>}
          />
        </>
      )}
    </>
  )
}
