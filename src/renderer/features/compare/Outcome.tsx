import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Comparison,
  type ComparisonRow,
  pairedTests,
} from '../../../shared/domain/results/comparison.ts'
import {
  describeFound,
  describeMarks,
  describeNotes,
  effectNames,
} from '../../../shared/domain/results/describeComparison.ts'
import { toCopied as toCopiedTable } from '../../../shared/tables/column.ts'
import { comparisonColumns, toLines } from '../../../shared/tables/comparison.ts'
import type { Copied } from '../../../shared/tables/copyTable.ts'
import { shownComparison } from '../../../shared/tables/shownComparison.ts'
import { useCall } from '../../client/call.ts'
import { useMeasureUnit } from '../../state/cohort/titles.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { comparisonParts } from '../../state/searchSchemas.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { TwoPanes } from '../../ui/panes/TwoPanes.tsx'
import { MessageCell, type Translator, useTranslator } from '../../ui/text/formats.tsx'
import { ComparisonChart } from './ComparisonCharts.tsx'
import type { Compared } from './figures.ts'
import { LineDetail } from './LineDetail.tsx'
import {
  dimNoise,
  Foot,
  Notes,
  nameColumn,
  type PathwayColumn,
  PathwayTable,
  useArrangedTable,
  useNumberColumns,
} from './outcomeParts.tsx'
import { type CompareView, type Request, type Show, sizeOf } from './view.ts'

/** Paired charts are drawn wider than boxes. */
const pairsPx = 600
const groupsPx = 420

type Props = {
  comparison: Comparison
  request: Request
  view: CompareView
  go(part: Partial<CompareView>, options?: { replace?: boolean }): void
}

/** Shows the result of a comparison: first its limits, then its pathways in one of four views, and the open pathway. */
export function Outcome({ comparison, request, view, go }: Props) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const table = useArrangedTable('compare', useComparisonColumns(comparison))
  const unit = useMeasureUnit(comparison.measure) ?? t('unitOf')
  const offered = offeredFor(comparison.groups.length)
  const show: Show = offered.includes(view.show) ? view.show : 'table'
  const open = (pathway: string | null) => go({ pathway }, { replace: true })
  useStatusText(toStatus(comparison, translate))
  const compared = { comparison, request, view }
  return (
    <>
      <ComparisonNotes comparison={comparison} request={request} go={go} />
      {comparison.rows.length === 0 ? (
        <EmptyState title={t('noPathways.title')} text={t('noPathways.text')} />
      ) : (
        <Panes compared={compared} open={open}>
          {show === 'table' ? (
            <PathwayTable
              label={t('table.label')}
              rows={comparison.rows}
              pathway={view.pathway}
              open={open}
              {...table}
            />
          ) : (
            <ComparisonChart
              kind={show}
              compared={compared}
              open={open}
              choose={(against) => go({ against })}
            />
          )}
        </Panes>
      )}
      <Foot
        of={comparison}
        about={[
          t('head.effect', { effect: translate(effectNames[comparison.effectName]) }),
          translate(describeFound(comparison).adjusted),
          t('table.unit', { unit }),
        ].join(' · ')}
        table={table}
        isTable={show === 'table'}
        copied={() => toCopied(comparison, request)}
      />
    </>
  )
}

const offeredFor = (groups: number): Show[] =>
  comparisonParts.filter((show) => groups === 2 || (show !== 'volcano' && show !== 'forest'))

export function ShowControl({ view, choose }: { view: CompareView; choose(show: Show): void }) {
  const { t } = useTranslation('compare')
  const offered: Show[] = view.adjust
    ? ['table', 'forest']
    : offeredFor(view.groups ? sizeOf(view.groups) : 0)
  return (
    <SegmentedControl
      aria-label={t('show')}
      value={offered.includes(view.show) ? view.show : 'table'}
      onChange={choose}
      data={offered.map((value) => ({ value, label: t(`shows.${value}`) }))}
    />
  )
}

type LinesProps = { compared: Compared; open(pathway: string | null): void }

function Panes({ compared, open, children }: LinesProps & { children: ReactNode }) {
  const { comparison, view } = compared
  const isPaired = pairedTests.has(comparison.test)
  const row = comparison.rows.find((one) => one.pathway === view.pathway)
  return (
    <TwoPanes
      key={isPaired ? 'pairs' : 'groups'}
      firstWidth={isPaired ? pairsPx : groupsPx}
      left={children}
      right={row && <LineDetail compared={compared} row={row} />}
      onCloseRight={() => open(null)}
    />
  )
}

/** Formats the number of pathways found, with those that cannot be claimed in parentheses. */
function toStatus(comparison: Comparison, translate: Translator): string {
  const { found, unclaimed } = describeFound(comparison)
  return unclaimed ? `${translate(found)} (${translate(unclaimed)})` : translate(found)
}

function ComparisonNotes({ comparison, request, go }: Pick<Props, 'comparison' | 'request' | 'go'>) {
  const { measure: _, ...compared } = request
  const { data = [] } = useCall('studies.cautions', { ...compared, studyId: useStudyId() })
  return (
    <Notes
      lines={describeNotes(comparison)}
      cautions={data}
      onOnce={(field) => go({ replicatesBy: field })}
    />
  )
}

/** Returns a comparison for the clipboard, with the replicate sets and degrees of freedom of the noise estimate. */
export function toCopied(comparison: Comparison, request: Request): Copied {
  const { noise } = comparison
  return toCopiedTable(
    [
      ...comparisonColumns(comparison),
      { name: 'replicate_sets', of: () => noise?.sets ?? null },
      { name: 'noise_df', of: () => noise?.df ?? null },
    ],
    toLines(comparison),
    { request, ...comparison },
  )
}

/** Returns the columns, the most important ones first, so that q stays visible next to the open detail pane. */
function useComparisonColumns(comparison: Comparison): PathwayColumn<ComparisonRow>[] {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const number = useNumberColumns()
  return useMemo(() => {
    const { groups, rows, effectName } = comparison
    const shown = shownComparison(comparison)
    const isOfTwo = groups.length === 2
    const isPaired = rows.some(({ pairs }) => pairs !== null)
    const difference = number(shown.difference, 88)
    return dimNoise<ComparisonRow, PathwayColumn<ComparisonRow>>([
      nameColumn(t('table.pathway')),
      ...(isOfTwo
        ? [{ ...difference, width: difference.label.length > 12 ? 140 : 88 }]
        : // A test of several groups has a statistic instead of a single difference.
          [number(shown.statistic, 80), number(shown.df, 84)]),
      {
        ...number(shown.effect, 84),
        // The table's footer mentions the pairs.
        label: translate(effectNames[effectName === 'hedges_g_paired' ? 'hedges_g' : effectName]),
        title: translate(effectNames[effectName]),
      },
      number(shown.p, 92),
      number(shown.q, 92),
      ...(isOfTwo ? [number(shown.interval, 180)] : []),
      ...shown.means.map((mean) => number(mean, 108)),
      ...(isPaired ? [shown.pairs] : shown.counts).map((count) => number(count, 84)),
      {
        id: 'note',
        label: t('table.note'),
        width: 190,
        // Files have the reasons as columns of their own.
        copies: [],
        cell(row) {
          const marks = describeMarks(row)
          return marks && <MessageCell text={marks} />
        },
      },
    ])
  }, [comparison, number, t, translate])
}
