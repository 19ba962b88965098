import { html } from 'hono/html'
import {
  type Comparison,
  type ComparisonRow,
  type PairwiseContrast,
  severalGroupTests,
} from '../../../shared/domain/comparison.ts'
import { formatAlone, formatP, formatValue } from '../../../shared/format/numbers.ts'
import { byP, headsOf, marksOf, notesOf } from './comparisonNotes.ts'
import { valueTitleOf } from './figurePlan.ts'
import { type Column, type Html, named, paragraphs, type ReportContext, tableOf } from './parts.ts'
import type { Words } from './wordsEn.ts'

/** Fewer than five values make rough figures, as in the lines themselves. */
const minValues = 5
const maxRows = 500
const maxPairwisePathways = 10
const maxMeans = 4

type Row = { row: ComparisonRow }
type Pair = { row: ComparisonRow; pair: PairwiseContrast }

/** Groups pathway by pathway, of both measures; nothing where none was asked for. */
export function comparisonParts(context: ReportContext): Html | '' {
  const { collected, words } = context
  const [first] = collected.comparisons
  if (!first) return ''
  return html`<section class="comparison"><h2>${words.comparison.heading}</h2>
<p>${named(describeGroups(context, first))}</p>
${groupsTable(context, first)}
${collected.comparisons.map((comparison) => measurePart(context, comparison))}
</section>`
}

function describeGroups({ collected, words }: ReportContext, { groups, test, noise }: Comparison): string {
  const { study } = collected
  const { comparison: labels } = words
  const request = study.kind === 'cohort' ? study.comparison : undefined
  const names = groups.map(({ name }) => name)
  const [first = '', second = ''] = names
  return [
    `${names.length === 2 ? labels.two(first, second) : labels.several(words.list(names))}.`,
    request && 'by' in request.groups ? labels.by(request.groups.by) : labels.byHand,
    `${words.colon(labels.test, labels.tests[test])}.`,
    ...(request?.pairBy === undefined ? [] : [labels.pairsBy(request.pairBy)]),
    ...(request?.replicatesBy === undefined && !noise
      ? []
      : [labels.replicatesBy(request?.replicatesBy ?? '')]),
  ].join(' ')
}

const groupsTable = (context: ReportContext, { groups }: Comparison): Html =>
  tableOf(context, {
    caption: context.words.comparison.groupsCaption,
    rows: groups,
    columns: [
      { head: context.words.word.group, of: ({ name }) => named(name) },
      {
        head: context.words.glance.samples,
        of: ({ sampleIds }) => context.words.count(sampleIds.length),
        as: 'number',
      },
    ],
  })

function measurePart(context: ReportContext, comparison: Comparison): Html {
  const { collected, words, figure } = context
  const { measure, rows } = comparison
  const { comparison: labels } = words
  const notes = notesOf(comparison, words)
  const sorted = byP(rows)
  const tested = rows.filter(({ p }) => p !== null).length
  const below = rows.filter(({ q, withinNoise }) => q !== null && q < 0.05 && !withinNoise).length
  const noisy = rows.filter(({ q, withinNoise }) => q !== null && q < 0.05 && withinNoise).length
  const name = measure === 'activity' ? 'activity' : 'aging-offset'
  const hasBoxes = rows.some(({ p }) => p !== null)
  return html`<section class="measure"><h3>${words.measures[measure]}</h3>
<p>${valueTitleOf(collected, measure, words)}</p>
<p>${[labels.adjusted(tested), labels.below(below), ...(noisy > 0 ? [labels.noisy(noisy)] : [])].join(' ')}</p>
${
  notes.length === 0
    ? ''
    : html`<div class="notes"><p>${labels.notesTitle}</p><ul>${notes.map(
        (note) => html`<li>${named(note)}</li>
`,
      )}</ul></div>`
}
${figure(`volcano-${name}`)}
${hasBoxes ? html`<div class="pair">${boxesNamed(context, name)}</div>` : ''}
${tableOf(context, {
  caption: labels.caption(words.measures[measure]),
  rows: sorted.slice(0, maxRows).map((row) => ({ row })),
  columns: columnsOf(comparison, words),
  faded: ({ row }) => row.withinNoise,
})}
${sorted.length > maxRows ? paragraphs([labels.leftOut(sorted.length - maxRows)]) : ''}
${comparison.groups.length > maxMeans ? paragraphs([labels.meansLeftOut]) : ''}
${comparison.groups.length > 2 ? pairwisePart(context, comparison, sorted) : ''}
</section>`
}

const boxesNamed = ({ figure }: ReportContext, measure: string): Html[] =>
  [1, 2, 3, 4].flatMap((at) => figure(`boxes-${measure}-${at}`) || [])

const shown = (
  value: number | null,
  words: Words,
  format: (value: number) => string = formatValue,
): string => (value === null ? words.none : format(value))

function interval({ ciLow, ciHigh }: Pick<ComparisonRow, 'ciLow' | 'ciHigh'>, words: Words): string {
  return ciLow === null || ciHigh === null ? words.none : `${formatValue(ciLow)} … ${formatValue(ciHigh)}`
}

function columnsOf(comparison: Comparison, words: Words): Column<Row>[] {
  const { groups, effectName, statisticName, test } = comparison
  const { comparison: labels } = words
  // Tests of several groups, also where there are two, tell no difference.
  const isOfTwo = !severalGroupTests.has(test)
  const heads = headsOf(test)
  const of = (head: Html | string, value: (row: ComparisonRow) => string): Column<Row> => ({
    head,
    of: ({ row }) => value(row),
    as: 'number',
  })
  const ofGroups =
    groups.length > maxMeans
      ? []
      : groups.flatMap(({ name }, at) => [
          of(named(labels.n(name)), (row) => words.count(row.groups[at]?.n ?? 0)),
          of(named(labels.mean(name)), (row) => shown(row.groups[at]?.mean ?? null, words)),
        ])
  const ofTwo = [
    of(labels.difference[heads.difference], (row) => shown(row.difference, words)),
    of(labels.interval[heads.interval], (row) => interval(row, words)),
  ]
  return [
    { head: words.word.pathway, of: ({ row }) => named(row.pathway) },
    ...ofGroups,
    ...(isOfTwo ? ofTwo : [of(statisticName, (row) => shown(row.statistic, words, formatAlone))]),
    of(labels.effects[effectName], (row) => shown(row.effect, words)),
    of('p', (row) => shown(row.p, words, formatP)),
    of('q', (row) => shown(row.q, words, formatP)),
    ...(comparison.rows.some((row) => marksOf(row, words) !== '')
      ? [{ head: labels.remark, of: ({ row }: Row) => marksOf(row, words) }]
      : []),
  ]
}

function pairwisePart(
  context: ReportContext,
  comparison: Comparison,
  sorted: readonly ComparisonRow[],
): Html {
  const { words, figure } = context
  const { comparison: labels } = words
  const { measure, groups, pairwiseEffectName } = comparison
  const withPairs = sorted.filter(({ pairwise }) => pairwise.length > 0)
  const rows = withPairs
    .slice(0, maxPairwisePathways)
    .flatMap((row) => row.pairwise.map((pair): Pair => ({ row, pair })))
    .slice(0, maxRows)
  const nameOf = (at: number) => groups[at]?.name ?? ''
  const marks = ({ pair }: Pair) => marksOf({ ...pair, fewValues: Math.min(...pair.n) < minValues }, words)
  const of = (head: string, value: (pair: PairwiseContrast) => string): Column<Pair> => ({
    head,
    of: ({ pair }) => value(pair),
    as: 'number',
  })
  return html`<h3>${labels.pairwiseHeading}</h3>
<p>${labels.pairwiseHint}</p>
${figure(`every-two-groups-${measure === 'activity' ? 'activity' : 'aging-offset'}`)}
${tableOf(context, {
  caption: labels.pairwiseCaption(words.measures[measure]),
  rows,
  faded: ({ pair }) => pair.withinNoise,
  columns: [
    { head: words.word.pathway, of: ({ row }) => named(row.pathway) },
    { head: labels.contrast, of: ({ pair }) => named(labels.two(nameOf(pair.a), nameOf(pair.b))) },
    of('n', ({ n }) => n.map(words.count).join(' / ')),
    of(labels.difference.ofMeans, ({ difference }) => formatValue(difference)),
    of(labels.interval.byWelch, (pair) => interval(pair, words)),
    of(pairwiseEffectName ? labels.effects[pairwiseEffectName] : '', ({ effect }) => shown(effect, words)),
    of('p', ({ p }) => shown(p, words, formatP)),
    of(labels.holm, ({ pHolm }) => shown(pHolm, words, formatP)),
    ...(rows.some((row) => marks(row) !== '') ? [{ head: labels.remark, of: marks }] : []),
  ],
})}
${withPairs.length > maxPairwisePathways ? paragraphs([labels.pairwiseLeftOut]) : ''}`
}
