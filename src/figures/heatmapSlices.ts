import { type Heatmap, type HeatmapColumn, type Span, spanOf, toRuns } from './heatmap.ts'
import { aggregateValue, mostFrequent } from './heatmapTracks.ts'

/** The part of a heatmap that is zoomed to; places count from its own first row and column. */
export function sliceHeatmap(heatmap: Heatmap, columns: Span, rows: Span): Heatmap {
  const height = heatmap.rows.length
  const slicedColumns = heatmap.columns.slice(columns.from, columns.to + 1)
  const slicedRows = heatmap.rows.slice(rows.from, rows.to + 1)
  const values = new Float64Array(slicedColumns.length * slicedRows.length)
  slicedColumns.forEach((_, column) => {
    const start = (columns.from + column) * height + rows.from
    values.set(heatmap.values.subarray(start, start + slicedRows.length), column * slicedRows.length)
  })
  return {
    ...heatmap,
    rows: slicedRows,
    columns: slicedColumns,
    values,
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

const shift = ({ from, to }: Span, by: number): Span => ({ from: from + by, to: to + by })

/**
 * A heatmap with at most about `maxColumns` columns: neighbours, of one group where groups stand together, share a column that
 * holds the mean of what was returned for them. Colours keep the scale of the single values, so both views can be compared.
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
  return { ...heatmap, columns, values, tracks, runs: toRuns(columns) }
}

/** The samples that a span of columns stands for, also where several share one. */
export function samplesIn(unbinned: Heatmap, binned: Heatmap, columns: Span): string[] {
  const sizes = binned.columns.map(({ size }) => size)
  const offset = sizes.slice(0, columns.from).reduce((sum, size) => sum + size, 0)
  const count = sizes.slice(columns.from, columns.to + 1).reduce((sum, size) => sum + size, 0)
  return unbinned.columns.slice(offset, offset + count).map(({ id }) => id)
}

function meanOf(heatmap: Heatmap, bin: Span, row: number): number {
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
  const groups = heatmap.columns.slice(from, to + 1).flatMap(({ group }) => group ?? [])
  return {
    id: first?.id ?? '',
    label,
    tick: first?.label ?? '',
    group: mostFrequent(groups),
    size: to - from + 1,
  }
}
