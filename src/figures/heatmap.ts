import type { DataTable } from '../shared/format/dataTable.ts'
import { type ColourScale, clippedAt, createColourScale, toRgb, withPalettes } from './colours.ts'
import type { HeatmapTrack, HeatmapTree } from './data.ts'
import { type Branch, placeTree } from './dendrogram.ts'
import { buildTrack, recolourTrack, type Track } from './heatmapTracks.ts'
import type { Palettes } from './palettes.ts'

/** A labelled column, `tick` its name on the axis; `size` samples share it after `binColumns` (1 before). */
export type HeatmapColumn = { id: string; label: string; tick: string; group: string | null; size: number }

/** Adjacent places, both ends included. */
export type Span = { from: number; to: number }
/** Adjacent columns of one group. */
type GroupRun = Span & { group: string | null }

/**
 * Rows (pathways) × columns (samples) in the order shown. `values[column * rows.length + row]`, NaN where the service
 * returned nothing.
 */
export type Heatmap = {
  rows: string[]
  columns: HeatmapColumn[]
  values: Float64Array
  scale: ColourScale
  runs: GroupRun[]
  missing: number
  /** Whether the columns of a group stand together; else their order means something else. */
  byGroup: boolean
  /** All groups of the cohort, so that each keeps its colour. */
  groups: readonly string[]
  tracks: Track[]
  columnTree: Branch[]
  rowTree: Branch[]
  /** Which places of the whole, over which the trees stand, are shown. */
  shown: { columns: Span; rows: Span }
}

export type HeatmapInput = {
  rows: string[]
  columns: { id: string; label: string; group: string | null }[]
  /** `values[column * rows.length + row]`; null or NaN where nothing was returned. */
  values: ArrayLike<number | null>
  /** Indices from the first shown to the last. Left out: rows as they came, columns by group. */
  rowOrder?: readonly number[]
  columnOrder?: readonly number[]
  /** Their order goes before `rowOrder` and `columnOrder`. Leaves are named by pathway and by sample. */
  rowTree?: HeatmapTree
  columnTree?: HeatmapTree
  tracks?: readonly HeatmapTrack[]
  /** All groups of the cohort; left out: those of `columns`. */
  groups?: readonly string[]
}

/** Above this many cells one image is painted, as chart elements grow too slow (decision 16). */
export const maxMatrixCells = 2000

/** Brings rows and columns into their order and fits the colours to all values. */
export function buildHeatmap(input: HeatmapInput, more: (count: number) => string = String): Heatmap {
  const rowOrder = toOrder(input.rows, input.rowTree) ?? input.rowOrder ?? input.rows.map((_, index) => index)
  const ids = input.columns.map(({ id }) => id)
  const given = toOrder(ids, input.columnTree) ?? input.columnOrder
  const columnOrder = given ?? orderByGroup(input.columns)
  const values = new Float64Array(columnOrder.length * rowOrder.length)
  let missing = 0
  columnOrder.forEach((fromColumn, toColumn) => {
    rowOrder.forEach((fromRow, toRow) => {
      const value = input.values[fromColumn * input.rows.length + fromRow] ?? Number.NaN
      values[toColumn * rowOrder.length + toRow] = value
      if (Number.isNaN(value)) missing += 1
    })
  })
  const columns = columnOrder.flatMap((index) => {
    const column = input.columns[index]
    return column ? [{ ...column, tick: column.label, size: 1 }] : []
  })
  return {
    rows: rowOrder.map((index) => input.rows[index] ?? ''),
    columns,
    values,
    scale: createColourScale(values),
    runs: toRuns(columns),
    missing,
    byGroup: given === undefined,
    groups: input.groups ?? input.columns.flatMap(({ group }) => group ?? []),
    tracks: (input.tracks ?? []).map((track) => buildTrack(track, columnOrder, more)),
    columnTree: input.columnTree ? placeTree(input.columnTree.tree) : [],
    rowTree: input.rowTree ? placeTree(input.rowTree.tree) : [],
    shown: { columns: spanOf(columnOrder.length), rows: spanOf(rowOrder.length) },
  }
}

/** The same heatmap in other colours, without going through its values again. */
export const recolour = (heatmap: Heatmap, palettes: Palettes): Heatmap => ({
  ...heatmap,
  scale: withPalettes(heatmap.scale, palettes),
  tracks: heatmap.tracks.map((track) => recolourTrack(track, palettes)),
})

export const spanOf = (count: number): Span => ({ from: 0, to: count - 1 })

/** The leaves of a tree from left to right, then whatever the tree lacks. */
function toOrder(names: readonly string[], tree: HeatmapTree | undefined): number[] | undefined {
  if (!tree) return undefined
  const indexByName = new Map(names.map((name, index) => [name, index]))
  const leaves = tree.tree.order.flatMap((leaf) => indexByName.get(tree.ids[leaf] ?? '') ?? [])
  const inTree = new Set(leaves)
  return [...leaves, ...[...names.keys()].filter((index) => !inTree.has(index))]
}

/** Names of groups in order, ungrouped last; inside a group as they came. */
const orderByGroup = (columns: HeatmapInput['columns']): number[] =>
  columns
    .map((_, index) => index)
    .sort((a, b) => compareGroups(columns[a]?.group ?? null, columns[b]?.group ?? null))

function compareGroups(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}

/** Neighbours of one group together. */
export function toRuns(columns: readonly HeatmapColumn[]): GroupRun[] {
  const runs: GroupRun[] = []
  columns.forEach((column, index) => {
    const last = runs.at(-1)
    if (last && last.group === column.group) last.to = index
    else runs.push({ group: column.group, from: index, to: index })
  })
  return runs
}

/** Value of one cell; null where nothing was returned. */
export function cellValue(heatmap: Heatmap, column: number, row: number): number | null {
  const value = heatmap.values[column * heatmap.rows.length + row]
  return value === undefined || Number.isNaN(value) ? null : value
}

/** Elements for chartjs-chart-matrix; missing cells are left out and so show the hatch below them. */
export function toMatrixCells(heatmap: Heatmap): { x: number; y: number; v: number }[] {
  return heatmap.columns.flatMap((_, x) =>
    heatmap.rows.flatMap((_row, y) => {
      const v = cellValue(heatmap, x, y)
      return v === null ? [] : [{ x, y, v }]
    }),
  )
}

/** The heatmap as pixels (RGBA, one a cell, row by row); missing cells are transparent. */
export function toPixels(heatmap: Heatmap): Uint8ClampedArray<ArrayBuffer> {
  const { values, scale } = heatmap
  const width = heatmap.columns.length
  const height = heatmap.rows.length
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let column = 0; column < width; column++)
    for (let row = 0; row < height; row++) {
      const value = values[column * height + row] ?? Number.NaN
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

/** Cells whose value lies beyond an end of the colours. */
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

/** One line a sample: name, group, tracks, then a value for each pathway. */
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

/**
 * Which of `count` positions can carry a label of `labelPx` on `lengthPx` pixels: evenly stepped, the first
 * always; the full name is in the tooltip.
 */
export function visibleTicks(count: number, lengthPx: number, labelPx: number): number[] {
  const fitting = Math.max(1, Math.floor(lengthPx / labelPx))
  const step = Math.max(1, Math.ceil(count / fitting))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
}

/** A label cut in the middle, where names of a cohort differ least. */
export function shorten(label: string, maxLength: number): string {
  if (label.length <= maxLength) return label
  const head = Math.ceil((maxLength - 1) / 2)
  return `${label.slice(0, head)}…${label.slice(label.length - (maxLength - 1 - head))}`
}
