import { html } from 'hono/html'
import { inOrderOf } from '../../../figures/comparisonFigures.ts'
import type { BoxGroup } from '../../../figures/data.ts'
import type { AgeMeasure, ClockComparison, ComparisonRow } from '../../../shared/domain/results/comparison.ts'
import {
  describeAgeComparison,
  describeAgeMeasure,
  describeClockContrast,
} from '../../../shared/domain/results/describeClock.ts'
import { describeSource } from '../../../shared/domain/results/describeCohort.ts'
import {
  describeResult,
  effectNames,
  headsOf,
  pairHeadsOf,
} from '../../../shared/domain/results/describeComparison.ts'
import { columnFormatP, formatThousands, formatValue } from '../../../shared/format/numbers.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import type { CollectedStudy } from '../documents/collectStudy.ts'
import type { Say } from '../methods/facts.ts'
import {
  type Column,
  comparedStyles,
  dataOfGroups,
  groupsSpec,
  type Html,
  intervalOfYears,
  named,
  none,
  notesOf,
  type PlannedFigure,
  type ReportContext,
  sampleHeads,
  tableOf,
  toYears,
} from './reportParts.ts'

/** The name of each measure, its name in tables of compared groups, and the file of its figure. */
const measures: Record<AgeMeasure, { name: Message; compared: Message; file: string }> = {
  age_acceleration: {
    name: message('clock.ageAcceleration'),
    compared: message('clock.ageAcceleration'),
    file: 'ages-acceleration',
  },
  age_acceleration_residual: {
    name: message('clock.ageAccelerationResidual'),
    compared: message('clock.sameChronologicalAge'),
    file: 'ages-residual',
  },
}

/** Returns figures of age acceleration and its residual by group, with every sample as a point. */
export const ageFigures = (collected: CollectedStudy, say: Say): PlannedFigure[] =>
  collected.clockComparisons.flatMap((comparison) => {
    const { measure, groups } = comparison
    const styles = comparedStyles(
      collected,
      groups.map(({ name }) => name),
    )
    const compared = toBoxes(collected, comparison)
    const boxes = inOrderOf(styles, compared)
    if (boxes.every(({ values }) => values.length === 0)) return []
    const valueTitle = say(describeAgeMeasure(measure))
    const caption = say(describeClockContrast(comparison))
    return [
      {
        name: measures[measure].file,
        title: say(message('report.byGroup', { measure: measures[measure].name })),
        caption,
        spec: groupsSpec(collected, comparison, {
          groups: compared,
          styles,
          say,
          props: {
            valueTitle,
            summary: caption,
            source: say(describeSource(comparison)),
            note: comparison.rows.flatMap((row) => describeResult(comparison, row).map(say)),
          },
        }),
        data: dataOfGroups(boxes, valueTitle, say),
      },
    ]
  })

/** Returns the compared samples; for the residual, those that have one. */
function toBoxes({ clock }: CollectedStudy, { measure, groups }: ClockComparison): BoxGroup[] {
  const points = new Map((clock?.points ?? []).map((point) => [point.sampleId, point]))
  return groups.map(({ name, sampleIds }) => ({
    name,
    values: sampleIds.flatMap((sampleId) => {
      const point = points.get(sampleId)
      const value = measure === 'age_acceleration' ? point?.acceleration : point?.residual
      return point && typeof value === 'number' ? [{ id: sampleId, label: point.clientReference, value }] : []
    }),
  }))
}

/** Renders the test results, groups and contrasts of both measures; empty if no ages were compared. */
export function agesPart(context: ReportContext): Html | '' {
  const { collected, say, figure } = context
  const { clockComparisons } = collected
  const [first] = clockComparisons
  if (!first) return ''
  const contrasts = clockComparisons.flatMap(toContrastLines)
  return html`<section class="measure"><h3>${say(message('clock.ageAccelerationGroup'))}</h3>
${clockComparisons.map(
  (
    one,
  ) => html`<p>${named(say(describeAgeComparison(one.measure)))}. ${named(say(describeClockContrast(one)))}</p>
`,
)}
<p class="hint">${say(message('clock.eachOneTestP'))}</p>
${notesOf(context, clockComparisons)}
<div class="pair">${clockComparisons.map(({ measure }) => figure(measures[measure].file))}</div>
${tableOf(context, {
  caption: message('clock.groupsClockYears'),
  rows: clockComparisons.flatMap(toGroupLines),
  columns: groupColumns,
})}
${tableOf(context, {
  caption: message('clock.differencesClockYears'),
  rows: contrasts,
  columns: contrastColumns(first, contrasts),
})}
</section>`
}

type GroupLine = ReturnType<typeof toGroupLines>[number]

const toGroupLines = ({ measure, groups, rows, meanIntervals }: ClockComparison) =>
  groups.map(({ name }, at) => ({
    measure,
    group: name,
    figures: rows[0]?.groups[at],
    interval: meanIntervals[at],
  }))

const groupColumns: Column<GroupLine>[] = [
  { head: message('clock.measure'), of: ({ measure }) => measures[measure].compared },
  { head: sampleHeads.group, of: ({ group }) => named(group) },
  { head: 'n', of: ({ figures }) => formatThousands(figures?.n ?? 0), as: 'number' },
  { head: message('clock.mean'), of: ({ figures }) => toYears(figures?.mean), as: 'number' },
  { head: message('clock.sd'), of: ({ figures }) => toYears(figures?.sd), as: 'number' },
  {
    head: message('clock.ciOfMean'),
    of: ({ interval: of }) => intervalOfYears(of?.low ?? null, of?.high ?? null),
    as: 'number',
  },
]

type ContrastLine = Pick<ComparisonRow, 'difference' | 'ciLow' | 'ciHigh' | 'effect' | 'p'> & {
  measure: AgeMeasure
  contrast: string
  /** Null unless it is one of several pairs. */
  pHolm: number | null
}

/** Returns one line, or one per pair of several groups, whose overall p is in the sentence above. */
function toContrastLines({ measure, groups, rows }: ClockComparison): ContrastLine[] {
  const contrast = (a: number, b: number) => `${groups[a]?.name ?? ''} − ${groups[b]?.name ?? ''}`
  return rows.flatMap((row): ContrastLine[] =>
    row.pairwise.length === 0
      ? [{ ...row, measure, contrast: contrast(0, 1), pHolm: null }]
      : row.pairwise.map((pair) => ({ ...pair, measure, contrast: contrast(pair.a, pair.b) })),
  )
}

function contrastColumns(
  { test, effectName, pairwiseEffectName, groups }: ClockComparison,
  rows: readonly ContrastLine[],
) {
  const writeP = columnFormatP(rows.map(({ p }) => p))
  const writeHolm = columnFormatP(rows.map(({ pHolm }) => pHolm))
  const heads = pairwiseEffectName ? pairHeadsOf(test) : headsOf(test)
  const columns: Column<ContrastLine>[] = [
    { head: message('clock.measure'), of: ({ measure }) => measures[measure].compared },
    { head: message('comparison.contrast'), of: ({ contrast }) => named(contrast) },
    { head: heads.difference, of: ({ difference }) => toYears(difference), as: 'number' },
    { head: heads.interval, of: ({ ciLow, ciHigh }) => intervalOfYears(ciLow, ciHigh), as: 'number' },
    {
      head: effectNames[pairwiseEffectName ?? effectName],
      of: ({ effect }) => (effect === null ? none : formatValue(effect)),
      as: 'number',
    },
    { head: 'p', of: ({ p }) => (p === null ? none : writeP(p)), as: 'number' },
  ]
  if (groups.length > 2)
    columns.push({
      head: message('comparison.pHolm'),
      of: ({ pHolm }) => (pHolm === null ? none : writeHolm(pHolm)),
      as: 'number',
    })
  return columns
}
