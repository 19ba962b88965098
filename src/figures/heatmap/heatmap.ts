import type { Dendrogram } from '../../shared/domain/results/cohort.ts'
import { formatTicks } from '../../shared/format/numbers.ts'
import type { DataTable } from '../../shared/tables/copyTable.ts'
import type { HeatmapTrack, HeatmapTree } from '../data.ts'
import type { LegendItem } from '../frame/drawing.ts'
import {
  type ColourScale,
  clippedAt,
  createColourScale,
  createTrackScale,
  type Palettes,
  scaleStops,
  toCss,
  toRgb,
  trackTableFor,
  withPalettes,
} from '../style/colours.ts'
import { type GroupStyles, stylesByName } from '../style/groupStyles.ts'

/** A column. `tick`: its name on the axis. `size`: the number of samples that share it after `binColumns`. */
type HeatmapColumn = { id: string; label: string; tick: string; group: string | null; size: number }

/** Adjacent indexes, both ends included. */
export type Span = { from: number; to: number }
/** Adjacent columns of one group. */
type GroupRun = Span & { group: string | null }

/**
 * Rows (pathways) × columns (samples) in display order. The values keep the order of their table: a cell is
 * `values[columnAt[column] + rowAt[row]]`, NaN if the service returned nothing.
 */
export type Heatmap = {
  rows: string[]
  columns: HeatmapColumn[]
  values: Float64Array
  columnAt: Uint32Array
  rowAt: Uint32Array
  scale: ColourScale
  runs: GroupRun[]
  missing: number
  /** True if the columns of a group are adjacent. Otherwise their order has another meaning. */
  byGroup: boolean
  groups: GroupStyles
  groupTitle: string | null
  tracks: Track[]
  columnTree: Branch[]
  rowTree: Branch[]
  /** The visible part of the whole heatmap, over which the trees are drawn. */
  shown: { columns: Span; rows: Span }
}

export type HeatmapInput = {
  rows: string[]
  columns: { id: string; label: string; group: string | null }[]
  /** `values[column * rows.length + row]`. Null or NaN if nothing was returned. */
  values: ArrayLike<number | null>
  /** Indexes in display order. Absent: rows in their given order, columns by group. */
  rowOrder?: readonly number[]
  columnOrder?: readonly number[]
  /** Their order takes precedence over `rowOrder` and `columnOrder`. Leaves are named by pathway and by sample id. */
  rowTree?: HeatmapTree
  columnTree?: HeatmapTree
  tracks?: readonly HeatmapTrack[]
  /** In display order. Absent: the groups of `columns` by name. */
  groups?: GroupStyles
  /** The title of the groups, usually their field. Absent: a generic word. */
  groupTitle?: string
  /** The scale of all values, if it is already known. */
  scale?: ColourScale
}

/** With more cells, one image is painted, because chart elements become too slow (decision 16). */
export const maxMatrixCells = 2000

/** Orders rows and columns and fits the color scale to all values. */
export function buildHeatmap(input: HeatmapInput, more: (count: number) => string = String): Heatmap {
  const rowOrder = toOrder(input.rows, input.rowTree) ?? input.rowOrder ?? input.rows.map((_, index) => index)
  const ids = input.columns.map(({ id }) => id)
  const given = toOrder(ids, input.columnTree) ?? input.columnOrder
  const groups = input.groups ?? stylesByName(input.columns.flatMap(({ group }) => group ?? []))
  const columnOrder = given ?? orderByGroup(input.columns, [...groups.keys()])
  const values =
    input.values instanceof Float64Array
      ? input.values
      : Float64Array.from(input.values, (value) => value ?? Number.NaN)
  const columns = columnOrder.flatMap((index) => {
    const column = input.columns[index]
    return column ? [{ ...column, tick: column.label, size: 1 }] : []
  })
  return {
    rows: rowOrder.map((index) => input.rows[index] ?? ''),
    columns,
    values,
    columnAt: Uint32Array.from(columnOrder, (index) => index * input.rows.length),
    rowAt: Uint32Array.from(rowOrder),
    scale: input.scale ?? createColourScale(values),
    runs: toRuns(columns),
    missing: countMissing(values),
    byGroup: given === undefined,
    groups,
    groupTitle: input.groupTitle ?? null,
    tracks: (input.tracks ?? []).map((track) => buildTrack(track, columnOrder, more)),
    columnTree: input.columnTree ? placeTree(input.columnTree.tree) : [],
    rowTree: input.rowTree ? placeTree(input.rowTree.tree) : [],
    shown: { columns: spanOf(columnOrder.length), rows: spanOf(rowOrder.length) },
  }
}

/** Returns the same heatmap with other color maps, without reading its values again. */
export const recolour = (heatmap: Heatmap, palettes: Palettes): Heatmap => ({
  ...heatmap,
  scale: withPalettes(heatmap.scale, palettes),
  tracks: heatmap.tracks.map((track) => recolourTrack(track, palettes)),
})

function countMissing(values: Float64Array): number {
  let missing = 0
  for (let at = 0; at < values.length; at++) if (Number.isNaN(values[at])) missing += 1
  return missing
}

const spanOf = (count: number): Span => ({ from: 0, to: count - 1 })

/** Returns the leaves of a tree from left to right, followed by the names it lacks. */
function toOrder(names: readonly string[], tree: HeatmapTree | undefined): number[] | undefined {
  if (!tree) return undefined
  const indexByName = new Map(names.map((name, index) => [name, index]))
  const leaves = tree.tree.order.flatMap((leaf) => indexByName.get(tree.ids[leaf] ?? '') ?? [])
  const inTree = new Set(leaves)
  return [...leaves, ...[...names.keys()].filter((index) => !inTree.has(index))]
}

/** Sorts by group, ungrouped last. Within a group the given order stays. */
function orderByGroup(columns: HeatmapInput['columns'], groups: readonly string[]): number[] {
  const placeOf = new Map<string | null, number>(groups.map((group, place) => [group, place]))
  const places = columns.map(({ group }) => placeOf.get(group) ?? groups.length)
  return [...columns.keys()].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
}

function toRuns(columns: readonly HeatmapColumn[]): GroupRun[] {
  const runs: GroupRun[] = []
  columns.forEach((column, index) => {
    const last = runs.at(-1)
    if (last && last.group === column.group) last.to = index
    else runs.push({ group: column.group, from: index, to: index })
  })
  return runs
}

export function cellValue(heatmap: Heatmap, column: number, row: number): number | null {
  const value = numberAt(heatmap, column, row)
  return Number.isNaN(value) ? null : value
}

/** Returns the value of one cell, NaN if nothing was returned. */
const numberAt = ({ values, columnAt, rowAt }: Heatmap, column: number, row: number): number =>
  values[(columnAt[column] ?? Number.NaN) + (rowAt[row] ?? Number.NaN)] ?? Number.NaN

/** Returns the elements for chartjs-chart-matrix. Missing cells are left out, so that the hatch below them shows. */
export function toMatrixCells(heatmap: Heatmap): { x: number; y: number; v: number }[] {
  return heatmap.columns.flatMap((_, x) =>
    heatmap.rows.flatMap((_row, y) => {
      const v = cellValue(heatmap, x, y)
      return v === null ? [] : [{ x, y, v }]
    }),
  )
}

/** Returns the heatmap as pixels (RGBA, one per cell, row by row). Missing cells are transparent. */
export function toPixels(heatmap: Heatmap): Uint8ClampedArray<ArrayBuffer> {
  const { scale } = heatmap
  const width = heatmap.columns.length
  const height = heatmap.rows.length
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let column = 0; column < width; column++)
    for (let row = 0; row < height; row++) {
      const value = numberAt(heatmap, column, row)
      if (Number.isNaN(value)) continue
      const colour = toRgb(scale, value)
      const at = (row * width + column) * 4
      pixels[at] = colour[0]
      pixels[at + 1] = colour[1]
      pixels[at + 2] = colour[2]
      pixels[at + 3] = 255
    }
  return pixels
}

/** Returns the cells whose value is beyond an end of the color scale. */
export function clippedCells(heatmap: Heatmap): { column: number; row: number; end: 'low' | 'high' }[] {
  if (heatmap.scale.clippedLow + heatmap.scale.clippedHigh === 0) return []
  return heatmap.columns.flatMap((_, column) =>
    heatmap.rows.flatMap((_row, row) => {
      const value = cellValue(heatmap, column, row)
      const end = value === null ? null : clippedAt(heatmap.scale, value)
      return end ? [{ column, row, end }] : []
    }),
  )
}

/** Returns one row per sample: name, group, tracks, then a value for each pathway. */
export function toHeatmapTable(heatmap: Heatmap, sampleWord: string, groupWord: string): DataTable {
  return {
    columns: [sampleWord, groupWord, ...heatmap.tracks.map(({ name }) => name), ...heatmap.rows],
    rows: heatmap.columns.map((column, x) => [
      column.label,
      column.group,
      ...heatmap.tracks.map(({ values }) => values[x] ?? null),
      ...heatmap.rows.map((_, y) => cellValue(heatmap, x, y)),
    ]),
  }
}

/** Shortens a label in the middle, where the names of a cohort differ least. */
export function shorten(label: string, maxLength: number): string {
  if (label.length <= maxLength) return label
  const head = Math.ceil((maxLength - 1) / 2)
  return `${label.slice(0, head)}…${label.slice(label.length - (maxLength - 1 - head))}`
}

/** Returns the zoomed part of a heatmap, whose indexes start at its first row and column. */
export function sliceHeatmap(heatmap: Heatmap, columns: Span, rows: Span): Heatmap {
  if (isWhole(columns, heatmap.columns.length) && isWhole(rows, heatmap.rows.length)) return heatmap
  const slicedColumns = heatmap.columns.slice(columns.from, columns.to + 1)
  return {
    ...heatmap,
    rows: heatmap.rows.slice(rows.from, rows.to + 1),
    columns: slicedColumns,
    columnAt: heatmap.columnAt.slice(columns.from, columns.to + 1),
    rowAt: heatmap.rowAt.slice(rows.from, rows.to + 1),
    runs: toRuns(slicedColumns),
    tracks: heatmap.tracks.map((track) => ({
      ...track,
      values: track.values.slice(columns.from, columns.to + 1),
    })),
    shown: {
      columns: shift(columns, heatmap.shown.columns.from),
      rows: shift(rows, heatmap.shown.rows.from),
    },
  }
}

const isWhole = ({ from, to }: Span, count: number): boolean => from === 0 && to === count - 1

const shift = ({ from, to }: Span, by: number): Span => ({ from: from + by, to: to + by })

/**
 * Reduces a heatmap to about `maxColumns` columns. Neighbors (within a group if groups are adjacent) share a column
 * with the mean of their returned values. The color scale stays that of the single values, so that both views can be
 * compared.
 */
export function binColumns(heatmap: Heatmap, maxColumns: number): Heatmap {
  const perBin = Math.ceil(heatmap.columns.length / Math.max(1, maxColumns))
  if (perBin <= 1) return heatmap
  const spans: Span[] = heatmap.byGroup ? heatmap.runs : [spanOf(heatmap.columns.length)]
  const bins = spans.flatMap((run) => {
    const starts: Span[] = []
    for (let from = run.from; from <= run.to; from += perBin)
      starts.push({ from, to: Math.min(run.to, from + perBin - 1) })
    return starts
  })
  const height = heatmap.rows.length
  const values = new Float64Array(bins.length * height)
  bins.forEach((bin, index) => {
    for (let row = 0; row < height; row++) values[index * height + row] = meanOf(heatmap, bin, row)
  })
  const columns = bins.map(({ from, to }) => toBinColumn(heatmap, from, to))
  const tracks = heatmap.tracks.map((track) => ({
    ...track,
    values: bins.map(({ from, to }) => aggregateValue(track, from, to)),
  }))
  return {
    ...heatmap,
    columns,
    values,
    columnAt: Uint32Array.from(bins, (_, index) => index * height),
    rowAt: Uint32Array.from(heatmap.rowAt.keys()),
    tracks,
    runs: toRuns(columns),
  }
}

/** Converts a span of merged columns to the span of original columns. */
export function toUnbinnedColumns({ columns }: Heatmap, { from, to }: Span): Span {
  const countOf = (some: readonly HeatmapColumn[]) => some.reduce((sum, { size }) => sum + size, 0)
  const first = countOf(columns.slice(0, from))
  return { from: first, to: first + countOf(columns.slice(from, to + 1)) - 1 }
}

/** Returns the samples behind a span of columns, including those that share one. */
export function samplesIn(unbinned: Heatmap, binned: Heatmap, columns: Span): string[] {
  const { from, to } = toUnbinnedColumns(binned, columns)
  return unbinned.columns.slice(from, to + 1).map(({ id }) => id)
}

function meanOf(heatmap: Heatmap, bin: Span, row: number): number {
  let sum = 0
  let count = 0
  for (let column = bin.from; column <= bin.to; column++) {
    const value = numberAt(heatmap, column, row)
    if (Number.isNaN(value)) continue
    sum += value
    count += 1
  }
  return count === 0 ? Number.NaN : sum / count
}

function toBinColumn(heatmap: Heatmap, from: number, to: number): HeatmapColumn {
  const first = heatmap.columns[from]
  const last = heatmap.columns[to]
  const label = from === to ? (first?.label ?? '') : `${first?.label ?? ''} … ${last?.label ?? ''}`
  const groups = heatmap.columns.slice(from, to + 1).flatMap(({ group }) => group ?? [])
  return {
    id: first?.id ?? '',
    label,
    tick: first?.label ?? '',
    group: mostFrequent(groups),
    size: to - from + 1,
  }
}

/**
 * One step of a tree as it is drawn: two stems from their own heights up to `height`, joined by a bar. Positions count
 * leaves from 0. Heights are relative to the greatest, 0 to 1.
 */
export type Branch = {
  from: number
  to: number
  fromHeight: number
  toHeight: number
  height: number
  leaves: Span
}

type Joined = { at: number; height: number; leaves: Span }

/** Places the steps of a tree over its leaves, which are at 0, 1, 2, … in `order`. */
export function placeTree(tree: Dendrogram): Branch[] {
  const positions = new Map(tree.order.map((leaf, position) => [leaf, position]))
  const maxHeight = tree.height.reduce((max, height) => (height > max ? height : max), 0)
  const share = (height: number | undefined): number =>
    height !== undefined && height > 0 ? height / maxHeight : 0
  const joined: Joined[] = []
  const leafAt = (position: number): Joined => ({
    at: position,
    height: 0,
    leaves: { from: position, to: position },
  })
  const ends = (side: number): Joined =>
    side < 0 ? leafAt(positions.get(-side - 1) ?? 0) : (joined[side - 1] ?? leafAt(0))
  return tree.merge.map(([left, right], step) => {
    const a = ends(left)
    const b = ends(right)
    const height = share(tree.height[step])
    const leaves = { from: Math.min(a.leaves.from, b.leaves.from), to: Math.max(a.leaves.to, b.leaves.to) }
    joined.push({ at: (a.at + b.at) / 2, height, leaves })
    return { from: a.at, to: b.at, fromHeight: a.height, toHeight: b.height, height, leaves }
  })
}

/** A track in the order of the shown columns, as plain data that can be sent to another thread. */
type Track = {
  name: string
  kind: HeatmapTrack['kind']
  /** For numeric tracks only. */
  place: number
  values: (string | null)[]
  colours: ColourScale | Map<string, string>
  legend: LegendItem[]
}

export function trackColour({ colours }: Track, value: string | null): string | null {
  if (colours instanceof Map) return value === null ? null : (colours.get(value) ?? null)
  const number = toNumber(value)
  return number === null ? null : toCss(toRgb(colours, number))
}

const maxListed = 12

/** Builds a track. `order[i]`: the index of column i in the input track. */
export function buildTrack(
  track: HeatmapTrack,
  order: readonly number[],
  more: (count: number) => string,
): Track {
  const values = order.map((index) => track.values[index] ?? null)
  const { name, kind } = track
  return kind === 'numbers'
    ? { name, kind, place: track.place, values, ...encodeNumbers(track, track.place) }
    : { name, kind, place: 0, values, ...encodeCategories(track, track.styles, more) }
}

/** Returns the same track with other color maps. Categories keep their colors. */
function recolourTrack(track: Track, palettes: Palettes): Track {
  if (!('table' in track.colours)) return track
  return withScale(track, { ...track.colours, table: trackTableFor(palettes, track.place) })
}

/** Returns the track with these colors of its numbers, also in its legend. */
export const withScale = (track: Track, colours: ColourScale): Track => ({
  ...track,
  colours,
  legend: track.legend.map((item) =>
    item.kind === 'scale' ? { ...item, stops: scaleStops(colours) } : item,
  ),
})

type TrackEncoding = Pick<Track, 'colours' | 'legend'>

function encodeNumbers({ name, values }: HeatmapTrack, place: number): TrackEncoding {
  const numbers = values.flatMap((value) => toNumber(value) ?? [])
  const scale = createTrackScale(numbers, undefined, place)
  return {
    colours: scale,
    legend: [
      { kind: 'scale', label: name, stops: scaleStops(scale), ticks: formatTicks([scale.min, scale.max]) },
    ],
  }
}

/** Parses a covariate's text. On a numeric track, text that is not a finite number counts as missing. */
function toNumber(value: string | null): number | null {
  if (value === null || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

function encodeCategories(
  { name, values }: HeatmapTrack,
  styles: GroupStyles,
  more: (count: number) => string,
): TrackEncoding {
  const present = new Set(values.filter((value) => value !== null))
  const colours = coloursOf(styles)
  const shown = [...colours].filter(([value]) => present.has(value))
  const listed = shown
    .slice(0, maxListed)
    .map(([label, colour]) => ({ kind: 'swatch' as const, label, colour }))
  const hiddenCount = shown.length - listed.length
  return {
    colours,
    legend: [
      {
        kind: 'set',
        label: name,
        items: [...listed, ...(hiddenCount > 0 ? [{ kind: 'note' as const, label: more(hiddenCount) }] : [])],
      },
    ],
  }
}

/** Returns one color per category, because a track has no shapes. */
export const coloursOf = (styles: GroupStyles): Map<string, string> =>
  new Map([...styles].map(([name, { colour }]) => [name, colour]))

/** Combines several neighbors: the most frequent category, or the mean of numbers. */
export function aggregateValue(track: Track, from: number, to: number): string | null {
  const values = track.values.slice(from, to + 1).filter((value) => value !== null)
  if (values.length === 0) return null
  if (track.kind === 'numbers') {
    const numbers = values.flatMap((value) => toNumber(value) ?? [])
    if (numbers.length === 0) return null
    const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length
    return String(Number(mean.toPrecision(6)))
  }
  return mostFrequent(values)
}

function mostFrequent(values: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
