import { formatValue } from '../shared/format/numbers.ts'
import { clippedAt, scaleStops } from './colours.ts'
import type { ArrowKey, Targets } from './drawing.ts'
import { cellValue, type Heatmap } from './heatmap.ts'
import { gridOf } from './heatmapLayout.ts'
import type { LegendItem } from './legend.ts'

type CellWords = {
  missing: string
  noGroup: string
  clippedEnd: string
  meanOf: (count: number) => string
}

/** Cells, column by column; arrow keys go to the neighbour. */
export function toHeatmapTargets(heatmap: Heatmap, words: CellWords): Targets {
  const height = heatmap.rows.length
  return {
    count: height * heatmap.columns.length,
    describe: (index) => {
      const [column, row] = [Math.floor(index / height), index % height]
      const value = cellValue(heatmap, column, row)
      return {
        title: heatmap.rows[row] ?? '',
        value: value === null ? words.missing : formatValue(value),
        lines: linesOf(heatmap, column, value, words),
      }
    },
    locate: (chart, index) => {
      const { left, top, cellX, cellY } = gridOf(chart, heatmap)
      return {
        x: left + (Math.floor(index / height) + 0.5) * cellX,
        y: top + ((index % height) + 0.5) * cellY,
      }
    },
    hit: (chart, { x, y }) => {
      const { left, top, width, height: heightPx, cellX, cellY } = gridOf(chart, heatmap)
      if (x < left || x >= left + width || y < top || y >= top + heightPx) return null
      return Math.floor((x - left) / cellX) * height + Math.floor((y - top) / cellY)
    },
    next: (index, key) => {
      const column = clamp(Math.floor(index / height) + stepX(key), heatmap.columns.length)
      const row = clamp((index % height) + stepY(key), height)
      return column * height + row
    },
  }
}

function linesOf(heatmap: Heatmap, column: number, value: number | null, words: CellWords): string[] {
  const shown = heatmap.columns[column]
  const group = [shown?.group ?? words.noGroup]
  if (shown && shown.size > 1) group.push(words.meanOf(shown.size))
  if (value !== null && clippedAt(heatmap.scale, value)) group.push(words.clippedEnd)
  const tracks = heatmap.tracks.map(({ name, values }) => `${name}: ${values[column] ?? '–'}`)
  return [shown?.label ?? '', group.join(' · '), ...tracks]
}

const stepX = (key: ArrowKey): number => (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)
const stepY = (key: ArrowKey): number => (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0)
const clamp = (position: number, count: number): number => Math.max(0, Math.min(count - 1, position))

type LegendWords = { measure: string; group: string; missing: string; clipped: string; binned: string | null }

/** The colours with their numbers, the groups, the tracks, and what is missing or clipped. */
export function toHeatmapLegend(
  heatmap: Heatmap,
  colours: ReadonlyMap<string, string>,
  words: LegendWords,
): LegendItem[] {
  const { scale } = heatmap
  const low = `${scale.clippedLow > 0 ? '≤ ' : ''}${formatValue(scale.min)}`
  const high = `${scale.clippedHigh > 0 ? '≥ ' : ''}${formatValue(scale.max)}`
  const present = new Set(heatmap.columns.map(({ group }) => group))
  const groups = [...colours].filter(([name]) => present.has(name))
  return [
    {
      kind: 'scale',
      label: words.measure,
      stops: scaleStops(scale),
      ticks: scale.kind === 'diverging' ? [low, '0', high] : [low, high],
    },
    ...(heatmap.tracks.length > 0 && groups.length > 0
      ? [{ kind: 'note' as const, label: `${words.group}:` }]
      : []),
    ...groups.map(([label, colour]) => ({ kind: 'swatch' as const, label, colour })),
    ...heatmap.tracks.flatMap(({ legend }) => legend),
    ...(heatmap.missing > 0 ? [{ kind: 'hatch' as const, label: words.missing }] : []),
    ...(scale.clippedLow + scale.clippedHigh > 0 ? [{ kind: 'clip' as const, label: words.clipped }] : []),
    ...(words.binned === null ? [] : [{ kind: 'note' as const, label: words.binned }]),
  ]
}
