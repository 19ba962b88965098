import type {
  BoxGroup,
  HeatmapTrack,
  HeatmapTree,
  ScatterGroup,
  ScatterPoint,
  SlopePair,
} from '../../../figures/data.ts'
import { quantile } from '../../../figures/frame/numbers.ts'
import { buildHeatmap, type Heatmap } from '../../../figures/heatmap/heatmap.ts'
import {
  createTrackScale,
  type Palettes,
  toColourScale,
  toCss,
  toRgb,
} from '../../../figures/style/colours.ts'
import {
  type Grouping,
  type GroupStyle,
  type GroupStyles,
  placeOf,
  stylesByName,
  stylesOfField,
} from '../../../figures/style/groupStyles.ts'
import type {
  ClockPlot,
  ClockPoint,
  Clustering,
  CohortSample,
  Covariate,
  Pca,
} from '../../../shared/domain/results/cohort.ts'
import type { AgeMeasure } from '../../../shared/domain/results/comparison.ts'
import { unpack } from '../../../shared/domain/results/packedNumbers.ts'
import { formatAlone } from '../../../shared/format/numbers.ts'
import type { DataTable } from '../../../shared/tables/copyTable.ts'
import type { CovariateColumns, ValueTable } from '../../client/useValues.ts'
import type { ClusterBy } from './view.ts'

/** A property of the samples: its covariate over the cohort, and its value for each drawn sample. */
export type Property = {
  covariate: Covariate
  values: readonly (string | null)[]
  styles: GroupStyles
  /** The index among the fields of its kind, which sets the color scale of number ranges. */
  place: number
}

export type Colouring = { groups: ScatterGroup[]; groupOf(row: number): string | null }

/** More categories than this cannot be told apart in one chart. */
const mostCategories = 20
const mostSingleNumbers = 6

/**
 * Returns true if a chart can distinguish the values: few categories, or numbers, which are divided into four ranges.
 */
export const canColour = ({ kind, distinct }: Covariate): boolean =>
  distinct >= 1 && (kind === 'numbers' || distinct <= mostCategories)

type Categories = {
  names: string[]
  nameOf(row: number): string | null
  styles: ReadonlyMap<string, Partial<GroupStyle>>
}

/** Returns the groups of points by one property in color and one in shape; either may be missing. */
export function toColouring(
  colour: Property | null,
  shape: Property | null,
  words: { none: string },
  palettes?: Palettes,
): Colouring {
  const [main, other] = [colour, shape]
    .filter((one) => one !== null)
    .map((one) => toCategories(one, palettes))
  if (!main) return { groups: [], groupOf: () => null }
  const colourOf = (name: string) => main.styles.get(name)?.colour
  if (!other)
    return { groups: main.names.map((name) => ({ name, ...main.styles.get(name) })), groupOf: main.nameOf }
  const shapes = stylesByName(other.names)
  const joined = (a: string | null, b: string | null) => `${a ?? words.none} · ${b ?? words.none}`
  const [all, others] = [
    [...main.names, null],
    [...other.names, null],
  ]
  return {
    groups: all.flatMap((a) =>
      others.map((b) => {
        const colour = a === null ? '#8A8F98' : colourOf(a)
        const shape = b === null ? undefined : shapes.get(b)?.shape
        return { name: joined(a, b), ...(colour && { colour }), ...(shape && { shape }) }
      }),
    ),
    groupOf: (row) => joined(main.nameOf(row), other.nameOf(row)),
  }
}

function toCategories({ covariate, values, styles, place }: Property, palettes?: Palettes): Categories {
  if (covariate.kind === 'numbers' && covariate.distinct > mostSingleNumbers)
    return toRanges(values, place, palettes)
  return { names: [...styles.keys()], nameOf: (row) => values[row] ?? null, styles }
}

/** Divides the numbers into quarters, from the lowest to the highest. */
function toRanges(values: readonly (string | null)[], place: number, palettes?: Palettes): Categories {
  const numbers = values.map((value) => (value === null || value.trim() === '' ? Number.NaN : Number(value)))
  const sorted = numbers.filter(Number.isFinite).toSorted((a, b) => a - b)
  const edges = [...new Set([0.25, 0.5, 0.75].map((share) => quantile(sorted, share)))].filter(
    Number.isFinite,
  )
  const at = (value: number) => edges.filter((edge) => value > edge).length
  const ranges = Map.groupBy(sorted, at)
  const names = new Map(
    [...ranges].map(([range, [low = 0, ...rest]]) => {
      const high = rest.at(-1) ?? low
      return [range, low === high ? formatAlone(low) : `${formatAlone(low)} – ${formatAlone(high)}`]
    }),
  )
  const scale = createTrackScale([0, Math.max(1, edges.length)], palettes, place)
  return {
    names: [...names.values()],
    nameOf: (row) => {
      const value = numbers[row] ?? Number.NaN
      return Number.isFinite(value) ? (names.get(at(value)) ?? null) : null
    },
    styles: new Map([...names].map(([range, name]) => [name, { colour: toCss(toRgb(scale, range)) }])),
  }
}

type Values = Pick<ValueTable, 'samples' | 'values' | 'pathways'>
type Texts = readonly (string | null)[]

/** The most groups that fit as readable boxes. */
export const mostGroups = 20
export const canGroup = ({ distinct }: Covariate): boolean => distinct >= 1 && distinct <= mostGroups

/** Groups the values of a one-pathway table by a covariate. Samples without a value come last. */
export function toGroups(table: Values, texts: Texts, names: readonly string[], none: string): BoxGroup[] {
  const rows = Map.groupBy(table.samples.keys(), (row) => texts[row] ?? null)
  const group = (name: string, of: readonly number[] | undefined): BoxGroup[] =>
    of ? [{ name, values: of.map((row) => toValue(table, row)) }] : []
  return [...names.flatMap((name) => group(name, rows.get(name))), ...group(none, rows.get(null))]
}

/** Returns age acceleration, or its residual, as a one-column value table. */
export const toAgeValues = (samples: readonly ClockPoint[], measure: AgeMeasure): Values => ({
  samples: [...samples],
  pathways: [measure],
  values: Float64Array.from(
    samples,
    ({ acceleration, residual }) => (measure === 'age_acceleration' ? acceleration : residual) ?? Number.NaN,
  ),
})

/** Returns both ages of every sample with the values derived from them. `heads`: the column headers, in this order. */
export const toAgeTable = ({ points }: ClockPlot, heads: readonly string[]): DataTable => ({
  columns: [...heads],
  rows: points.map(({ clientReference, group, chronological, predicted, acceleration, residual }) => [
    clientReference,
    group,
    chronological,
    predicted,
    acceleration,
    residual,
  ]),
})

/** Returns a pair for each value of `pairs` in both groups. Several samples on one side count as their mean. */
export function toPairs(
  table: Values,
  texts: Texts,
  pairs: Texts,
  [first, second]: readonly [string, string],
): SlopePair[] {
  const sides = { first: new Map<string, number[]>(), second: new Map<string, number[]>() }
  for (const row of table.samples.keys()) {
    const side = texts[row] === first ? sides.first : texts[row] === second ? sides.second : null
    const pair = pairs[row] ?? null
    const { value } = toValue(table, row)
    if (side && pair !== null && value !== null) side.set(pair, [...(side.get(pair) ?? []), value])
  }
  return [...sides.first].flatMap(([pair, values]) => {
    const others = sides.second.get(pair)
    return others ? [{ id: pair, label: pair, first: meanOf(values), second: meanOf(others) }] : []
  })
}

function toValue({ samples, values, pathways }: Values, row: number) {
  const { sampleId = '', clientReference = '' } = samples[row] ?? {}
  const value = values[row * pathways.length]
  return {
    id: sampleId,
    label: clientReference,
    value: value === undefined || Number.isNaN(value) ? null : value,
  }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value / values.length, 0)

type Trees = { rowTree?: HeatmapTree; columnTree?: HeatmapTree }

export function toTrees(clustering: Clustering | undefined, by: ClusterBy): Trees {
  const { sampleTree, pathwayTree, sampleIds, pathways } = clustering ?? {}
  return {
    ...(sampleTree && sampleIds && by !== 'pathways'
      ? { columnTree: { tree: sampleTree, ids: sampleIds } }
      : {}),
    ...(pathwayTree && pathways && by !== 'samples' ? { rowTree: { tree: pathwayTree, ids: pathways } } : {}),
  }
}

type Parts = {
  table: ValueTable
  trees: Trees
  tracks: readonly string[]
  columns: CovariateColumns
  /** Covers all samples, so that a category keeps its color whichever samples are shown. */
  covariates: readonly Covariate[]
  grouping: Grouping
}

/** Builds the heatmap. The table has a row per sample, so its values are already column by column. */
export function toPicture({ table, trees, tracks, columns, covariates, grouping }: Parts): Heatmap {
  const { groupBy } = grouping
  const groupAt = toGroupAt(groupBy, columns)
  return buildHeatmap({
    rows: table.pathways,
    columns: table.samples.map((sample, row) => ({
      id: sample.sampleId,
      label: sample.clientReference,
      group: groupAt?.(sample, row) ?? null,
    })),
    values: table.values,
    scale: toColourScale(table.range),
    ...trees,
    ...(groupBy === null ? {} : { groups: stylesOfField(groupBy, grouping, covariates) }),
    ...(groupBy === null || groupBy === registerGroup ? {} : { groupTitle: groupBy }),
    tracks: tracks.flatMap((name): HeatmapTrack[] => {
      const values = columns.get(name)
      if (!values || name === groupBy) return []
      return covariates.find((one) => one.name === name)?.kind === 'numbers'
        ? [{ name, kind: 'numbers', values, place: placeOf(name, grouping, covariates) }]
        : [{ name, kind: 'categories', values, styles: stylesOfField(name, grouping, covariates) }]
    }),
  })
}

/** The field that comes with every sample. */
const registerGroup = 'group'

export const fieldsOfGroups = (groupBy: string | null): string[] =>
  groupBy === null || groupBy === registerGroup ? [] : [groupBy]

/** Returns a function that finds the group of a sample; undefined while its column is loading. */
export function toGroupAt(
  groupBy: string | null,
  columns: CovariateColumns,
): ((sample: Pick<CohortSample, 'group'>, row: number) => string | null) | undefined {
  if (groupBy === null) return () => null
  if (groupBy === registerGroup) return ({ group }) => group
  const column = columns.get(groupBy)
  return column && ((_, row) => column[row] ?? null)
}

/** Returns the scores of the samples on two components, indexed from 0. */
export function toPcaPoints(
  pca: Pca,
  [x, y]: readonly [number, number],
  { groupOf }: Colouring,
): ScatterPoint[] {
  const scores = unpack(pca.scores)
  const width = pca.components.length
  return pca.samples.map(({ sampleId, clientReference }, row) => ({
    id: sampleId,
    label: clientReference,
    x: scores[row * width + x] ?? null,
    y: scores[row * width + y] ?? null,
    group: groupOf(row),
  }))
}

export type Loading = { pathway: string; x: number; y: number }

/** Returns the loadings of the pathways on two components, the largest on the first one first. */
export function toLoadings(pca: Pca, [x, y]: readonly [number, number]): Loading[] {
  const loadings = unpack(pca.loadings)
  const width = pca.components.length
  return pca.pathways
    .map((pathway, row) => ({
      pathway,
      x: loadings[row * width + x] ?? Number.NaN,
      y: loadings[row * width + y] ?? Number.NaN,
    }))
    .sort((a, b) => Math.abs(b.x) - Math.abs(a.x))
}

/** Returns all loadings, with one column per component. */
export function toLoadingTable(pca: Pca, pathwayWord: string): DataTable {
  const loadings = unpack(pca.loadings)
  const width = pca.components.length
  return {
    columns: [pathwayWord, ...pca.components.map(({ name }) => name)],
    rows: pca.pathways.map((pathway, row) => [
      pathway,
      ...pca.components.map((_, component) => loadings[row * width + component] ?? null),
    ]),
  }
}
