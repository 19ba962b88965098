import type { ChartData, Chart as ChartInstance, ChartOptions, Scale } from 'chart.js'
import { formatTicks, formatValue } from '../../shared/format/numbers.ts'
import {
  type Box,
  type ChartDrawing,
  type LegendItem,
  nextCell,
  type Painters,
  type Point,
  scaleDigits,
  type Targets,
  type TooltipContent,
  toNotes,
  type Words,
} from '../frame/drawing.ts'
import { type ChartTheme, chartBase, fontOf } from '../frame/theme.ts'
import { clippedAt, onGround, scaleStops, toCss, toRgb } from '../style/colours.ts'
import {
  cellValue,
  coloursOf,
  type Heatmap,
  maxMatrixCells,
  type Span,
  toHeatmapTable,
  toMatrixCells,
  withScale,
} from './heatmap.ts'
import { createHeatmapPainters } from './heatmapPainter.ts'
import {
  branchAt,
  gridOf,
  type HeatmapMarks,
  hiddenNames,
  insetsOf,
  linesOf,
  type Names,
  namesOf,
  scaleOf,
  shortName,
  type TreeSide,
  topInsetPx,
  treeOf,
  treePx,
} from './heatmapView.ts'

type Input = {
  heatmap: Heatmap
  /** The visible part, with as many columns as fit. */
  shown: Heatmap
  /** The maximum number of samples that share a column of `shown`. */
  perColumn: number
  measure: string
}

type HeatmapDrawing = Omit<ChartDrawing<'matrix'>, 'paint' | 'idAt'> & {
  paint: (marks?: HeatmapMarks) => (theme: ChartTheme) => Painters
  partAt: (index: number) => HeatmapPart
}

const noMarks: HeatmapMarks = { columns: new Set(), region: null, row: null }

/**
 * A cell, the name of a row or a column, or a branch with the leaves that it joins, by indexes of the whole heatmap.
 */
type HeatmapPart =
  | { kind: 'cell'; column: number; row: number }
  | { kind: 'row'; row: number }
  | { kind: 'column'; column: number }
  | { kind: 'branch'; side: TreeSide; branch: number; leaves: Span }

/** Draws pathways × samples as colors, with trees, groups and tracks. */
export function createHeatmapDrawing(
  { heatmap, shown, perColumn, measure }: Input,
  t: Words,
): HeatmapDrawing {
  const colours = coloursOf(heatmap.groups)
  const group = heatmap.groupTitle ?? t('group')
  const parts = createParts(shown)
  return {
    type: 'matrix',
    draw: (theme) => ({
      data: toMatrixData(onTheme(shown, theme)),
      options: toMatrixOptions(shown, theme, { columns: t('sample'), rows: t('pathway') }),
    }),
    legend: (theme) => toHeatmapLegend(onTheme(heatmap, theme), colours, { measure, group, perColumn }, t),
    targets: toHeatmapTargets(shown, parts, t),
    partAt: parts.at,
    hidden: (chart) => {
      const counts = hiddenNames(chart, shown)
      return (['rows', 'columns'] as const).flatMap((axis) =>
        counts[axis] > 0 ? [t(`namesHidden.${axis}`, { count: counts[axis] })] : [],
      )
    },
    table: () => toHeatmapTable(heatmap, t('sample'), group),
    paint:
      (marks = noMarks) =>
      (theme) =>
        createHeatmapPainters({
          heatmap: onTheme(shown, theme),
          theme,
          colours,
          marks,
          words: {
            noGroup: t('noGroup'),
            group,
            namesHidden: (count, axis) => t(`namesHidden.${axis}`, { count }),
          },
        }),
  }
}

/** Adapts the colors to a theme, light or dark. */
function onTheme(heatmap: Heatmap, theme: ChartTheme): Heatmap {
  const tracks = heatmap.tracks.map((track) =>
    'table' in track.colours ? withScale(track, onGround(track.colours, theme)) : track,
  )
  return { ...heatmap, scale: onGround(heatmap.scale, theme), tracks }
}

/** Returns the elements for chartjs-chart-matrix; none above its limit, where one image is painted instead. */
export function toMatrixData(heatmap: Heatmap): ChartData<'matrix'> {
  const cells = heatmap.columns.length * heatmap.rows.length
  const data = cells <= maxMatrixCells ? toMatrixCells(heatmap) : []
  const gap = (cellPx: number) => (cellPx > 8 ? 1 : 0)
  return {
    datasets: [
      {
        label: 'cells',
        data,
        borderWidth: 0,
        backgroundColor: ({ dataIndex }) => colourAt(heatmap, data[dataIndex]),
        width: ({ chart }) => spread(chart.chartArea?.width, heatmap.columns.length, gap),
        height: ({ chart }) => spread(chart.chartArea?.height, heatmap.rows.length, gap),
      },
    ],
  }
}

function colourAt(heatmap: Heatmap, cell: { x: number; y: number } | undefined): string {
  const value = cell ? cellValue(heatmap, cell.x, cell.y) : null
  return value === null ? 'transparent' : toCss(toRgb(heatmap.scale, value))
}

function spread(lengthPx: number | undefined, count: number, gap: (cellPx: number) => number): number {
  const cellPx = (lengthPx ?? 0) / Math.max(1, count)
  return Math.max(1, cellPx - gap(cellPx))
}

type AxisTitles = { columns: string; rows: string }

/** Returns the axes of a heatmap. Either all names fit, or a sentence replaces them. */
export function toMatrixOptions(
  heatmap: Heatmap,
  theme: ChartTheme,
  titles: AxisTitles,
): ChartOptions<'matrix'> {
  const insets = insetsOf(heatmap, theme.scale)
  const columnNames = heatmap.columns.map(({ tick }) => shortName(tick))
  const rowNames = heatmap.rows.map(shortName)
  const namesIn = ({ width, height }: { width: number; height: number }): Names =>
    namesOf(heatmap, insets, { widthPx: width, heightPx: height })
  return {
    ...chartBase(theme),
    layout: { padding: { top: topInsetPx(heatmap) * theme.scale, right: insets.right } },
    scales: {
      x: {
        ...axis(columnNames, theme, titles.columns, (chart) => namesIn(chart).columnLetterPx),
        afterCalculateLabelRotation: (scale: Scale) => {
          scale.labelRotation = namesIn(scale.chart).upright ? 90 : 0
        },
        afterFit: (scale: Scale) => {
          scale.height = namesIn(scale.chart).bottomPx
          scale.paddingLeft = 0
          scale.paddingRight = 0
        },
      },
      y: {
        ...axis(rowNames, theme, titles.rows, (chart) => namesIn(chart).rowLetterPx),
        reverse: true,
        afterFit: (scale: Scale) => {
          scale.width = insets.left
          scale.paddingTop = 0
          scale.paddingBottom = 0
        },
      },
    },
  }
}

function axis(
  names: string[],
  theme: ChartTheme,
  title: string,
  letterIn: (chart: { width: number; height: number }) => number | null,
) {
  return {
    type: 'linear' as const,
    min: -0.5,
    max: names.length - 0.5,
    offset: false,
    grid: { display: false },
    border: { display: false },
    title: { display: true, text: title, color: theme.dimmed, font: fontOf(theme) },
    afterBuildTicks: (scale: Scale) => {
      scale.ticks = letterIn(scale.chart) === null ? [] : names.map((_, value) => ({ value }))
    },
    ticks: {
      color: theme.text,
      font: ({ chart }: { chart: { width: number; height: number } }) => ({
        family: theme.fontFamily,
        size: letterIn(chart) ?? 1,
      }),
      autoSkip: false,
      maxRotation: 90,
      callback: (value: string | number) => names[Number(value)] ?? '',
    },
  }
}

type Parts = { cells: number; at: (index: number) => HeatmapPart; indexOf: (part: HeatmapPart) => number }

/** Numbers the parts: cells column by column, names of rows and columns, branches above and beside them. */
function createParts(heatmap: Heatmap): Parts {
  const { rows, columns, columnTree } = heatmap
  const height = rows.length
  const cells = height * columns.length
  const firstColumn = cells + height
  const firstBranch = firstColumn + columns.length
  const at = (index: number): HeatmapPart => {
    if (index < cells) return { kind: 'cell', column: Math.floor(index / height), row: index % height }
    if (index < firstColumn) return { kind: 'row', row: index - cells }
    if (index < firstBranch) return { kind: 'column', column: index - firstColumn }
    const place = index - firstBranch
    const side = place < columnTree.length ? 'columns' : 'rows'
    const branch = side === 'columns' ? place : place - columnTree.length
    const leaves = treeOf(heatmap, side)[branch]?.leaves ?? { from: 0, to: 0 }
    return { kind: 'branch', side, branch, leaves }
  }
  const indexOf = (part: HeatmapPart): number => {
    if (part.kind === 'cell') return part.column * height + part.row
    if (part.kind === 'row') return cells + part.row
    if (part.kind === 'column') return firstColumn + part.column
    return firstBranch + (part.side === 'columns' ? 0 : columnTree.length) + part.branch
  }
  return { cells, at, indexOf }
}

/** Returns the targets. Arrow keys move between cells; the pointer also reaches names and branches. */
function toHeatmapTargets(heatmap: Heatmap, parts: Parts, t: Words): Targets {
  const height = heatmap.rows.length
  const locate = (chart: ChartInstance, index: number): Point => {
    const part = parts.at(index)
    const { left, top, height: heightPx, cellX, cellY } = gridOf(chart, heatmap)
    if (part.kind === 'branch') {
      const branch = treeOf(heatmap, part.side)[part.branch]
      const bar = branch && linesOf(chart, heatmap, branch, part.side)[1]
      return {
        x: ((bar?.from.x ?? 0) + (bar?.to.x ?? 0)) / 2,
        y: ((bar?.from.y ?? 0) + (bar?.to.y ?? 0)) / 2,
      }
    }
    return {
      x: part.kind === 'row' ? left : left + (part.column + 0.5) * cellX,
      y: part.kind === 'column' ? top + heightPx : top + (part.row + 0.5) * cellY,
    }
  }
  return {
    count: parts.cells,
    describe: (index) => describePart(heatmap, parts.at(index), t),
    locate,
    hit: (chart, at) => {
      const part = partUnder(chart, heatmap, at)
      return part && parts.indexOf(part)
    },
    next: (index, key) => {
      const part = parts.at(index)
      const column = 'column' in part ? part.column : 0
      const row = 'row' in part ? part.row : 0
      const size = { columns: heatmap.columns.length, rows: height }
      return parts.indexOf({ kind: 'cell', ...nextCell({ column, row }, key, size) })
    },
    bands: (chart, index) => bandsOf(chart, heatmap, parts.at(index)),
  }
}

function partUnder(chart: ChartInstance, heatmap: Heatmap, at: Point): HeatmapPart | null {
  const { left, top, width, height, cellX, cellY } = gridOf(chart, heatmap)
  const column = at.x < left || at.x >= left + width ? null : Math.floor((at.x - left) / cellX)
  const row = at.y < top || at.y >= top + height ? null : Math.floor((at.y - top) / cellY)
  if (column !== null && row !== null) return { kind: 'cell', column, row }
  if (row !== null && at.x < left) return { kind: 'row', row }
  if (column !== null && at.y >= top + height) return { kind: 'column', column }
  const side = row !== null ? 'rows' : column !== null ? 'columns' : null
  if (side === null) return null
  const branch = branchAt(chart, heatmap, side, at)
  const leaves = branch === null ? undefined : treeOf(heatmap, side)[branch]?.leaves
  if (branch !== null && leaves) return { kind: 'branch', side, branch, leaves }
  // The tracks above a column belong to its sample; the area of a tree belongs to none.
  const isInTree = heatmap.columnTree.length > 0 && at.y < top - tracksHeightPx(chart, heatmap)
  return column === null || isInTree ? null : { kind: 'column', column }
}

function describePart(heatmap: Heatmap, part: HeatmapPart, t: Words): TooltipContent {
  if (part.kind === 'cell') {
    const value = cellValue(heatmap, part.column, part.row)
    return {
      title: heatmap.rows[part.row] ?? '',
      value: value === null ? t('missing') : formatValue(value),
      lines: linesAbout(heatmap, part.column, value, t),
    }
  }
  if (part.kind === 'row') return { title: heatmap.rows[part.row] ?? '', value: '', lines: [] }
  if (part.kind === 'column') {
    const [title = '', ...lines] = linesAbout(heatmap, part.column, null, t)
    return { title, value: '', lines }
  }
  const count = part.leaves.to - part.leaves.from + 1
  const title = t(part.side === 'columns' ? 'samplesJoined' : 'pathwaysJoined', { count })
  return { title, value: '', lines: [] }
}

/** Returns the highlighted bands across the whole chart: the row and column of a cell, or the leaves of a branch. */
function bandsOf(chart: ChartInstance, heatmap: Heatmap, part: HeatmapPart): Box[] {
  const { left, top, width, height, cellX, cellY } = gridOf(chart, heatmap)
  const rowsBand = (from: number, to: number): Box => ({
    left: 0,
    right: left + width,
    top: top + Math.max(0, from) * cellY,
    bottom: Math.min(top + height, top + (to + 1) * cellY),
  })
  const columnsBand = (from: number, to: number): Box => ({
    left: left + Math.max(0, from) * cellX,
    right: Math.min(left + width, left + (to + 1) * cellX),
    top: top - tracksHeightPx(chart, heatmap),
    bottom: chart.height,
  })
  switch (part.kind) {
    case 'cell':
      return [rowsBand(part.row, part.row), columnsBand(part.column, part.column)]
    case 'row':
      return [rowsBand(part.row, part.row)]
    case 'column':
      return [columnsBand(part.column, part.column)]
    case 'branch': {
      const shown = heatmap.shown[part.side]
      const share =
        (part.side === 'columns' ? heatmap.columns : heatmap.rows).length / (shown.to - shown.from + 1)
      const from = (part.leaves.from - shown.from) * share
      const to = (part.leaves.to + 1 - shown.from) * share - 1
      return [part.side === 'columns' ? columnsBand(from, to) : rowsBand(from, to)]
    }
  }
}

const tracksHeightPx = (chart: ChartInstance, heatmap: Heatmap): number =>
  (topInsetPx(heatmap) - (heatmap.columnTree.length > 0 ? treePx : 0)) * scaleOf(chart)

function linesAbout(heatmap: Heatmap, column: number, value: number | null, t: Words): string[] {
  const shown = heatmap.columns[column]
  const group = [shown?.group ?? t('noGroup')]
  if (shown && shown.size > 1) group.push(t('meanOf', { count: shown.size }))
  if (value !== null && clippedAt(heatmap.scale, value)) group.push(t('clippedEnd'))
  const tracks = heatmap.tracks.map(({ name, values }) => `${name}: ${values[column] ?? '–'}`)
  return [shown?.label ?? '', group.join(' · '), ...tracks]
}

/** Returns the legend: the color scale, groups, tracks, and the number of missing or clipped values. */
export function toHeatmapLegend(
  heatmap: Heatmap,
  colours: ReadonlyMap<string, string>,
  { measure, group, perColumn }: { measure: string; group: string; perColumn: number },
  t: Words,
): LegendItem[] {
  const { scale, missing } = heatmap
  const clipped = scale.clippedLow + scale.clippedHigh
  const [min = '', max = ''] = formatTicks([scale.min, scale.max], scaleDigits)
  const low = `${scale.clippedLow > 0 ? '≤ ' : ''}${min}`
  const high = `${scale.clippedHigh > 0 ? '≥ ' : ''}${max}`
  const present = new Set(heatmap.columns.map(({ group }) => group))
  const groups = [...colours].filter(([name]) => present.has(name))
  return [
    {
      kind: 'scale',
      label: measure,
      stops: scaleStops(scale),
      ticks: scale.kind === 'diverging' ? [low, '0', high] : [low, high],
    },
    ...(groups.length > 0
      ? [
          {
            kind: 'set' as const,
            label: group,
            items: groups.map(([label, colour]) => ({ kind: 'swatch' as const, label, colour })),
          },
        ]
      : []),
    ...heatmap.tracks.flatMap(({ legend }) => legend),
    ...(missing > 0 ? [{ kind: 'hatch' as const, label: t('missingCount', { count: missing }) }] : []),
    ...(clipped > 0 ? [{ kind: 'clip' as const, label: t('clipped', { count: clipped }) }] : []),
    ...toNotes([perColumn > 1 ? t('binned', { count: perColumn }) : null]),
  ]
}
