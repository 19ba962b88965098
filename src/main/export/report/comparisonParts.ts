import { html } from 'hono/html'
import {
  type Comparison,
  type ComparisonRow,
  type PairwiseContrast,
  severalGroupTests,
} from '../../../shared/domain/comparison.ts'
import { formatAlone, formatP, formatValue } from '../../../shared/format/numbers.ts'
import { valueTitleOf } from './figurePlan.ts'
import { type Column, type Html, type Making, named, paragraphs, tableOf } from './parts.ts'
import { byP, headsOf, marksOf, notesOf } from './reading.ts'
import type { Words } from './wordsEn.ts'

/** Fewer than five values make rough figures, as in the lines themselves. */
const fewest = 5
const mostRows = 500
const mostPairwisePathways = 10
const mostMeans = 4

type Row = { row: ComparisonRow }
type Pair = { row: ComparisonRow; pair: PairwiseContrast }

/** Groups pathway by pathway, of both measures; nothing where none was asked for. */
export function comparisonParts(making: Making): Html | '' {
  const { collected, words } = making
  const [first] = collected.comparisons
  if (!first) return ''
  return html`<section class="comparison"><h2>${words.comparison.heading}</h2>
<p>${named(toldGroups(making, first))}</p>
${groupsTable(making, first)}
${collected.comparisons.map((comparison) => measurePart(making, comparison))}
</section>`
}

function toldGroups({ collected, words }: Making, { groups, test, noise }: Comparison): string {
  const { study } = collected
  const { comparison: told } = words
  const asked = study.kind === 'cohort' ? study.comparison : undefined
  const names = groups.map(({ name }) => name)
  const [first = '', second = ''] = names
  return [
    `${names.length === 2 ? told.two(first, second) : told.several(words.list(names))}.`,
    asked && 'by' in asked.groups ? told.by(asked.groups.by) : told.byHand,
    `${words.colon(told.test, told.tests[test])}.`,
    ...(asked?.pairBy === undefined ? [] : [told.pairsBy(asked.pairBy)]),
    ...(asked?.replicatesBy === undefined && !noise ? [] : [told.replicatesBy(asked?.replicatesBy ?? '')]),
  ].join(' ')
}

const groupsTable = (making: Making, { groups }: Comparison): Html =>
  tableOf(making, {
    caption: making.words.comparison.groupsCaption,
    rows: groups,
    columns: [
      { head: making.words.word.group, of: ({ name }) => named(name) },
      {
        head: making.words.glance.samples,
        of: ({ sampleIds }) => making.words.count(sampleIds.length),
        as: 'number',
      },
    ],
  })

function measurePart(making: Making, comparison: Comparison): Html {
  const { collected, words, figure } = making
  const { measure, rows } = comparison
  const { comparison: told } = words
  const notes = notesOf(comparison, words)
  const sorted = byP(rows)
  const tested = rows.filter(({ p }) => p !== null).length
  const below = rows.filter(({ q, withinNoise }) => q !== null && q < 0.05 && !withinNoise).length
  const noisy = rows.filter(({ q, withinNoise }) => q !== null && q < 0.05 && withinNoise).length
  const name = measure === 'activity' ? 'activity' : 'aging-offset'
  const hasBoxes = rows.some(({ p }) => p !== null)
  return html`<section class="measure"><h3>${words.measures[measure]}</h3>
<p>${valueTitleOf(collected, measure, words)}</p>
<p>${[told.adjusted(tested), told.below(below), ...(noisy > 0 ? [told.noisy(noisy)] : [])].join(' ')}</p>
${
  notes.length === 0
    ? ''
    : html`<div class="notes"><p>${told.notesTitle}</p><ul>${notes.map(
        (note) => html`<li>${named(note)}</li>
`,
      )}</ul></div>`
}
${figure(`volcano-${name}`)}
${hasBoxes ? html`<div class="pair">${boxesNamed(making, name)}</div>` : ''}
${tableOf(making, {
  caption: told.caption(words.measures[measure]),
  rows: sorted.slice(0, mostRows).map((row) => ({ row })),
  columns: columnsOf(comparison, words),
  faded: ({ row }) => row.withinNoise,
})}
${sorted.length > mostRows ? paragraphs([told.leftOut(sorted.length - mostRows)]) : ''}
${comparison.groups.length > mostMeans ? paragraphs([told.meansLeftOut]) : ''}
${comparison.groups.length > 2 ? pairwisePart(making, comparison, sorted) : ''}
</section>`
}

const boxesNamed = ({ figure }: Making, measure: string): Html[] =>
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
  const { comparison: told } = words
  // Tests of several groups, also where there are two, tell no difference.
  const isOfTwo = !severalGroupTests.has(test)
  const heads = headsOf(test)
  const of = (head: Html | string, value: (row: ComparisonRow) => string): Column<Row> => ({
    head,
    of: ({ row }) => value(row),
    as: 'number',
  })
  const ofGroups =
    groups.length > mostMeans
      ? []
      : groups.flatMap(({ name }, at) => [
          of(named(told.n(name)), (row) => words.count(row.groups[at]?.n ?? 0)),
          of(named(told.mean(name)), (row) => shown(row.groups[at]?.mean ?? null, words)),
        ])
  const ofTwo = [
    of(told.difference[heads.difference], (row) => shown(row.difference, words)),
    of(told.interval[heads.interval], (row) => interval(row, words)),
  ]
  return [
    { head: words.word.pathway, of: ({ row }) => named(row.pathway) },
    ...ofGroups,
    ...(isOfTwo ? ofTwo : [of(statisticName, (row) => shown(row.statistic, words, formatAlone))]),
    of(told.effects[effectName], (row) => shown(row.effect, words)),
    of('p', (row) => shown(row.p, words, formatP)),
    of('q', (row) => shown(row.q, words, formatP)),
    ...(comparison.rows.some((row) => marksOf(row, words) !== '')
      ? [{ head: told.remark, of: ({ row }: Row) => marksOf(row, words) }]
      : []),
  ]
}

function pairwisePart(making: Making, comparison: Comparison, sorted: readonly ComparisonRow[]): Html {
  const { words, figure } = making
  const { comparison: told } = words
  const { measure, groups, pairwiseEffectName } = comparison
  const withPairs = sorted.filter(({ pairwise }) => pairwise.length > 0)
  const rows = withPairs
    .slice(0, mostPairwisePathways)
    .flatMap((row) => row.pairwise.map((pair): Pair => ({ row, pair })))
    .slice(0, mostRows)
  const nameOf = (at: number) => groups[at]?.name ?? ''
  const marks = ({ pair }: Pair) => marksOf({ ...pair, fewValues: Math.min(...pair.n) < fewest }, words)
  const of = (head: string, value: (pair: PairwiseContrast) => string): Column<Pair> => ({
    head,
    of: ({ pair }) => value(pair),
    as: 'number',
  })
  return html`<h3>${told.pairwiseHeading}</h3>
<p>${told.pairwiseHint}</p>
${figure(`every-two-groups-${measure === 'activity' ? 'activity' : 'aging-offset'}`)}
${tableOf(making, {
  caption: told.pairwiseCaption(words.measures[measure]),
  rows,
  faded: ({ pair }) => pair.withinNoise,
  columns: [
    { head: words.word.pathway, of: ({ row }) => named(row.pathway) },
    { head: told.contrast, of: ({ pair }) => named(told.two(nameOf(pair.a), nameOf(pair.b))) },
    of('n', ({ n }) => n.map(words.count).join(' / ')),
    of(told.difference.ofMeans, ({ difference }) => formatValue(difference)),
    of(told.interval.byWelch, (pair) => interval(pair, words)),
    of(pairwiseEffectName ? told.effects[pairwiseEffectName] : '', ({ effect }) => shown(effect, words)),
    of('p', ({ p }) => shown(p, words, formatP)),
    of(told.holm, ({ pHolm }) => shown(pHolm, words, formatP)),
    ...(rows.some((row) => marks(row) !== '') ? [{ head: told.remark, of: marks }] : []),
  ],
})}
${withPairs.length > mostPairwisePathways ? paragraphs([told.pairwiseLeftOut]) : ''}`
}
