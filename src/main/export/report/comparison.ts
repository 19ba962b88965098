import { html } from 'hono/html'
import type { BoxGroup, DotMatrixCell } from '../../../figures/data.ts'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import {
  type Comparison,
  type ComparisonRow,
  type PairwiseContrast,
  severalGroupTests,
} from '../../../shared/domain/results/comparison.ts'
import { unpack } from '../../../shared/domain/results/packedNumbers.ts'
import { formatAlone, formatP, formatValue } from '../../../shared/format/numbers.ts'
import type { CollectedStudy } from '../study/collectStudy.ts'
import { byP, headsOf, marksOf, notesOf } from './comparisonNotes.ts'
import {
  type Column,
  fullWidthPx,
  groupsOf,
  type Html,
  halfWidthPx,
  named,
  type PlannedFigure,
  paragraphs,
  type ReportContext,
  sourceOf,
  tableOf,
  toFileName,
  valueTitleOf,
} from './reportParts.ts'
import type { Words } from './wordsEn.ts'

/** Fewer than five values make rough figures, as in the lines themselves. */
const minValues = 5
const maxRows = 500
const maxPairwisePathways = 10
const maxMeans = 4

type Row = { row: ComparisonRow }
type Pair = { row: ComparisonRow; pair: PairwiseContrast }

/** Groups pathway by pathway, of both measures; nothing where none was requested. */
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

const threshold = 0.05
const maxBoxes = 4
/** So many points of boxes are drawn over all; more would make a page that opens slowly. */
const maxPoints = 12_000
const maxDotRows = 30
/** More boxes beside each other than these are too narrow on half a page. */
const maxGroupsOnHalf = 4

/** For each measure: what differs, and the values of the pathways that differ most. */
export const comparisonFigures = (collected: CollectedStudy, words: Words): PlannedFigure[] =>
  collected.comparisons.flatMap((comparison) => [
    ...(comparison.groups.length === 2 ? volcanoOf(collected, comparison, words) : dotsOf(comparison, words)),
    ...boxesOf(collected, comparison, words),
  ])

const fileMeasure: Record<Measure, string> = { activity: 'activity', aging_offset: 'aging-offset' }

function volcanoOf(collected: CollectedStudy, comparison: Comparison, words: Words): PlannedFigure[] {
  const { measure, rows, groups } = comparison
  const drawn = rows.filter(({ difference, q }) => difference !== null && q !== null)
  if (drawn.length === 0) return []
  const [first = '', second = ''] = groups.map(({ name }) => name)
  const below = drawn.filter(({ withinNoise, q }) => !withinNoise && (q ?? 1) < threshold).length
  const { comparison: labels } = words
  const summary = labels.volcanoSummary(drawn.length, first, second, below)
  const differenceTitle = labels.volcanoAxis(first, second, valueTitleOf(collected, measure, words))
  return [
    {
      name: `volcano-${fileMeasure[measure]}`,
      title: labels.volcano(words.measures[measure]),
      caption: summary,
      spec: {
        kind: 'volcano',
        widthPx: fullWidthPx,
        heightPx: 360,
        props: {
          rows: rows.map(({ pathway, difference, p, q, withinNoise }) => ({
            pathway,
            difference,
            p,
            q,
            withinNoise,
          })),
          against: 'q',
          threshold,
          differenceTitle,
          summary,
          source: sourceOf(comparison, words),
        },
      },
      data: {
        columns: [words.word.pathway, differenceTitle, 'p', 'q'],
        rows: rows.map(({ pathway, difference, p, q }) => [pathway, difference, p, q]),
        chances: [2, 3],
      },
    },
  ]
}

function dotsOf(comparison: Comparison, words: Words): PlannedFigure[] {
  const { measure, groups } = comparison
  const rows = byP(comparison.rows)
    .filter(({ pairwise }) => pairwise.length > 0)
    .slice(0, maxDotRows)
  if (rows.length === 0) return []
  const names = groups.map(({ name }) => name)
  const pairs = names.flatMap((_, a) => names.slice(a + 1).map((_second, at) => ({ a, b: a + 1 + at })))
  const columns = pairs.map(({ a, b }) => words.comparison.two(names[a] ?? '', names[b] ?? ''))
  const cells = rows.flatMap((row) => pairs.map((pair) => cellOf(row, pair)))
  const caption = words.comparison.pairwiseCaption(words.measures[measure])
  const effectTitle = words.comparison.difference.ofMeans
  const sizeTitle = words.comparison.gated
  return [
    {
      name: `every-two-groups-${fileMeasure[measure]}`,
      title: caption,
      caption: words.comparison.dots,
      spec: {
        kind: 'dots',
        widthPx: fullWidthPx,
        heightPx: Math.min(720, rows.length * 20 + 200),
        props: {
          rows: rows.map(({ pathway }) => pathway),
          columns,
          cells,
          effectTitle,
          sizeTitle,
          rowWord: words.word.pathway,
          columnWord: words.comparison.contrast,
          summary: caption,
          source: sourceOf(comparison, words),
        },
      },
      data: {
        columns: [words.word.pathway, words.comparison.contrast, effectTitle, sizeTitle],
        rows: rows.flatMap(({ pathway }, row) =>
          columns.map((contrast, at) => {
            const { effect = null, adjustedP = null } = cells[row * columns.length + at] ?? {}
            return [pathway, contrast, effect, adjustedP]
          }),
        ),
        chances: [3],
      },
    },
  ]
}

/** What all groups do not show, no two of them do: the greater of q and p by Holm. */
function cellOf({ q, pairwise }: ComparisonRow, { a, b }: { a: number; b: number }): DotMatrixCell {
  const pair = pairwise.find((one) => one.a === a && one.b === b)
  const pHolm = pair?.pHolm ?? null
  return {
    effect: pair?.difference ?? null,
    adjustedP: q === null || pHolm === null ? null : Math.max(q, pHolm),
    faded: pair?.withinNoise === true,
  }
}

function boxesOf(collected: CollectedStudy, comparison: Comparison, words: Words): PlannedFigure[] {
  const { measure, groups } = comparison
  const points = groups.reduce((sum, { sampleIds }) => sum + sampleIds.length, 0)
  const count = Math.min(maxBoxes, Math.max(1, Math.floor(maxPoints / 2 / Math.max(1, points))))
  const top = byP(comparison.rows)
    .filter(({ p }) => p !== null)
    .slice(0, count)
  const { pathways, samples, values } = collected.values[measure]
  const numbers = unpack(values)
  const rowOf = new Map(samples.map(({ sampleId }, row) => [sampleId, row]))
  const valueTitle = valueTitleOf(collected, measure, words)
  return top.map(({ pathway }, at): PlannedFigure => {
    const column = pathways.indexOf(pathway)
    const boxes = groups.map(
      ({ name, sampleIds }): BoxGroup => ({
        name,
        values: sampleIds.flatMap((id) => {
          const row = rowOf.get(id)
          if (row === undefined || column < 0) return []
          const value = numbers[row * pathways.length + column] ?? Number.NaN
          const label = samples[row]?.clientReference ?? id
          return [{ id, label, value: Number.isNaN(value) ? null : value }]
        }),
      }),
    )
    const summary = words.comparison.boxSummary(pathway)
    return {
      name: `boxes-${fileMeasure[measure]}-${at + 1}-${toFileName(pathway)}`,
      title: words.comparison.boxes(pathway),
      caption: comparison.noise
        ? words.comparison.replicatesShown
        : words.colon(words.measures[measure], summary),
      spec: {
        kind: 'boxes',
        widthPx: groups.length > maxGroupsOnHalf ? fullWidthPx : halfWidthPx,
        heightPx: 280,
        props: {
          groups: boxes,
          groupNames: [...new Set([...groupsOf(collected), ...groups.map(({ name }) => name)])],
          valueTitle: words.comparison.shortValue(
            words.measures[measure],
            collected.units[`${measure}_unit`] || undefined,
          ),
          pointWord: words.word.sample,
          summary,
          source: sourceOf(comparison, words),
        },
      },
      data: {
        columns: [words.samplesTable.sampleId, words.samplesTable.reference, words.word.group, valueTitle],
        rows: boxes.flatMap(({ name, values: of }) =>
          of.map(({ id, label, value }) => [id, label, name, value]),
        ),
      },
    }
  })
}
