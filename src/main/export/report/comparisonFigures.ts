import type { BoxGroup, DotMatrixCell } from '../../../figures/data.ts'
import type { Measure } from '../../../shared/domain/analysis.ts'
import type { Comparison, ComparisonRow } from '../../../shared/domain/comparison.ts'
import { unpack } from '../../../shared/domain/packedNumbers.ts'
import type { CollectedStudy } from '../study/study.ts'
import { byP } from './comparisonNotes.ts'
import {
  fullWidthPx,
  groupsOf,
  halfWidthPx,
  type PlannedFigure,
  sourceOf,
  toFileName,
  valueTitleOf,
} from './figurePlan.ts'
import type { Words } from './wordsEn.ts'

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
