import type { DataTable } from '../ui/dataTable.ts'
import { type ColourScale, clippedAt, createColourScale, toRgb } from './colours.ts'

/** A labelled column, `tick` its name on the axis; `size` samples share it after `binColumns` (1 before). */
type HeatmapColumn = { id: string; label: string; tick: string; group: string | null; size: number }

/** Adjacent columns of one group, both ends included. */
type GroupRun = { group: string | null; from: number; to: number }

/**
 * Rows (pathways) × columns (samples), columns by group. `values[column * rows.length + row]`, NaN where the
 * service returned nothing.
 */
export type Heatmap = {
  rows: string[]
  columns: HeatmapColumn[]
  values: Float64Array
  scale: ColourScale
  runs: GroupRun[]
  missing: number
}

export type HeatmapInput = {
  rows: string[]
  columns: { id: string; label: string; group: string | null }[]
  /** `values[column * rows.length + row]`; null where nothing was returned. */
  values: readonly (number | null)[]
}

/** Above this many cells one image is painted, as chart elements grow too slow (docs/decisions, "Charts"). */
export const mostMatrixCells = 2000

/** Sorts the columns by group (names in order, ungrouped last; inside a group as they came) and fits the colours. */
export function buildHeatmap(input: HeatmapInput): Heatmap {
  const height = input.rows.length
  const order = input.columns.map((_, index) => index)
  order.sort((a, b) => compareGroups(input.columns[a]?.group ?? null, input.columns[b]?.group ?? null))
  const values = new Float64Array(order.length * height)
  order.forEach((from, to) => {
    for (let row = 0; row < height; row++)
      values[to * height + row] = input.values[from * height + row] ?? Number.NaN
  })
  const columns = order.flatMap((index) => {
    const column = input.columns[index]
    return column ? [{ ...column, tick: column.label, size: 1 }] : []
  })
  return {
    rows: input.rows,
    columns,
    values,
    scale: createColourScale(values),
    runs: toRuns(columns),
    missing: values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0),
  }
}

function compareGroups(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
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

/**
 * A heatmap with at most about `most` columns: neighbours of one group share a column that holds the mean of
 * what was returned for them. Colours keep the scale of the single values, so both views can be compared.
 */
export function binColumns(heatmap: Heatmap, most: number): Heatmap {
  const perBin = Math.ceil(heatmap.columns.length / Math.max(1, most))
  if (perBin <= 1) return heatmap
  const bins = heatmap.runs.flatMap((run) => {
    const starts: { from: number; to: number }[] = []
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
  return { ...heatmap, columns, values, runs: toRuns(columns) }
}

function meanOf(heatmap: Heatmap, bin: { from: number; to: number }, row: number): number {
  let sum = 0
  let count = 0
  for (let column = bin.from; column <= bin.to; column++) {
    const value = heatmap.values[column * heatmap.rows.length + row] ?? Number.NaN
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
  return {
    id: first?.id ?? '',
    label,
    tick: first?.label ?? '',
    group: first?.group ?? null,
    size: to - from + 1,
  }
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
  const width = heatmap.columns.length
  const pixels = new Uint8ClampedArray(width * heatmap.rows.length * 4)
  for (let column = 0; column < width; column++)
    for (let row = 0; row < heatmap.rows.length; row++) {
      const value = cellValue(heatmap, column, row)
      if (value === null) continue
      const [red, green, blue] = toRgb(heatmap.scale, value)
      pixels.set([red, green, blue, 255], (row * width + column) * 4)
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

/** One line a sample: name, group, then a value for each pathway. */
export function toHeatmapTable(heatmap: Heatmap, sampleWord: string, groupWord: string): DataTable {
  return {
    columns: [sampleWord, groupWord, ...heatmap.rows],
    rows: heatmap.columns.map((column, x) => [
      column.label,
      column.group,
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
export function shorten(label: string, most: number): string {
  if (label.length <= most) return label
  const head = Math.ceil((most - 1) / 2)
  return `${label.slice(0, head)}…${label.slice(label.length - (most - 1 - head))}`
}
