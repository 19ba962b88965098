import type { Chart, Plugin } from 'chart.js'
import { cellValue, clippedCells, type Heatmap, mostMatrixCells, toPixels } from './heatmap.ts'
import type { ChartTheme } from './theme.ts'

type Painted = { heatmap: Heatmap; theme: ChartTheme; colours: Map<string, string>; noGroup: string }
export type HoveredCell = { column: number; row: number; x: number; y: number }

const trackTopPx = 18
const trackHeightPx = 6
/** Room above the cells for the track of groups and their names. */
export const trackRoomPx = 28
/** Cells at least this wide and high carry a mark when their value is clipped. */
const leastMarkedPx = 6

/** Seen on both dark ends of the colours. */
const clipMark = '#ffd400'

/** A fill of diagonal lines: the sign of "nothing was returned". */
function hatch(context: CanvasRenderingContext2D, dark: boolean): CanvasPattern | string {
  const tile = document.createElement('canvas')
  tile.width = 6
  tile.height = 6
  const brush = tile.getContext('2d')
  if (!brush) return 'transparent'
  brush.fillStyle = dark ? '#33373c' : '#eceef0'
  brush.fillRect(0, 0, 6, 6)
  brush.strokeStyle = dark ? '#6d747d' : '#a3a9b1'
  brush.lineWidth = 1
  for (const shift of [-6, 0, 6]) {
    brush.moveTo(shift, 6)
    brush.lineTo(shift + 6, 0)
  }
  brush.stroke()
  return context.createPattern(tile, 'repeat') ?? 'transparent'
}

/** `show` says what is painted from the next drawing on; call it before the chart is updated. */
export type HeatmapPainter = { plugin: Plugin<'matrix'>; show(painted: Painted): void }

/**
 * Paints between chart.js's own axes: the hatch below all cells, one image in place of elements where there are
 * many cells, marks of clipped values, the track of groups.
 */
export function createHeatmapPainter(hovered: (cell: HoveredCell | null) => void): HeatmapPainter {
  let shown: Painted | null = null
  let image: HTMLCanvasElement | null = null
  const plugin: Plugin<'matrix'> = {
    id: 'heatmapPainter',
    beforeDatasetsDraw(chart) {
      if (!shown) return
      const { heatmap, theme } = shown
      const { left, top, width, height } = chart.chartArea
      if (heatmap.rows.length * heatmap.columns.length <= mostMatrixCells)
        return drawMissing(chart, heatmap, hatch(chart.ctx, theme.dark))
      chart.ctx.fillStyle = hatch(chart.ctx, theme.dark)
      chart.ctx.fillRect(left, top, width, height)
      image ??= toCanvas(heatmap)
      chart.ctx.imageSmoothingEnabled = false
      chart.ctx.drawImage(image, left, top, width, height)
    },
    afterDatasetsDraw(chart) {
      if (!shown) return
      drawClipMarks(chart, shown)
      drawTrack(chart, shown)
    },
    afterEvent(chart, { event }) {
      if (!shown) return
      hovered(event.type === 'mouseout' ? null : cellAt(chart, shown.heatmap, event.x, event.y))
    },
  }
  return {
    plugin,
    show(painted) {
      if (painted.heatmap !== shown?.heatmap) image = null
      shown = painted
    },
  }
}

function toCanvas(heatmap: Heatmap): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, heatmap.columns.length)
  canvas.height = Math.max(1, heatmap.rows.length)
  const pixels = toPixels(heatmap)
  if (pixels.length > 0)
    canvas.getContext('2d')?.putImageData(new ImageData(pixels, canvas.width, canvas.height), 0, 0)
  return canvas
}

function cellAt(chart: Chart, heatmap: Heatmap, x: number | null, y: number | null): HoveredCell | null {
  if (x === null || y === null) return null
  const { left, right, top, bottom } = chart.chartArea
  if (x < left || x >= right || y < top || y >= bottom) return null
  const column = Math.floor(((x - left) / (right - left)) * heatmap.columns.length)
  const row = Math.floor(((y - top) / (bottom - top)) * heatmap.rows.length)
  return { column, row, x, y }
}

function drawMissing(chart: Chart, heatmap: Heatmap, fill: CanvasPattern | string): void {
  const { left, top, width, height } = chart.chartArea
  const cellWidth = width / heatmap.columns.length
  const cellHeight = height / heatmap.rows.length
  chart.ctx.fillStyle = fill
  heatmap.columns.forEach((_, column) => {
    heatmap.rows.forEach((_row, row) => {
      if (cellValue(heatmap, column, row) !== null) return
      chart.ctx.fillRect(left + column * cellWidth, top + row * cellHeight, cellWidth - 1, cellHeight - 1)
    })
  })
}

function drawClipMarks(chart: Chart, { heatmap }: Painted): void {
  const { left, top, width, height } = chart.chartArea
  const cellWidth = width / heatmap.columns.length
  const cellHeight = height / heatmap.rows.length
  if (Math.min(cellWidth, cellHeight) < leastMarkedPx) return
  const side = Math.min(10, Math.min(cellWidth, cellHeight) * 0.6)
  chart.ctx.fillStyle = clipMark
  chart.ctx.strokeStyle = '#000000'
  chart.ctx.lineWidth = 0.75
  for (const { column, row } of clippedCells(heatmap)) {
    const x = left + column * cellWidth
    const y = top + row * cellHeight
    chart.ctx.beginPath()
    chart.ctx.moveTo(x, y)
    chart.ctx.lineTo(x + side, y)
    chart.ctx.lineTo(x, y + side)
    chart.ctx.closePath()
    chart.ctx.fill()
    chart.ctx.stroke()
  }
}

function drawTrack(chart: Chart, { heatmap, theme, colours, noGroup }: Painted): void {
  const { ctx, chartArea } = chart
  const cellWidth = chartArea.width / heatmap.columns.length
  const y = chartArea.top - trackRoomPx + trackTopPx
  ctx.save()
  ctx.font = `11px ${theme.fontFamily}`
  ctx.textBaseline = 'alphabetic'
  for (const run of heatmap.runs) {
    const x = chartArea.left + run.from * cellWidth
    const width = (run.to - run.from + 1) * cellWidth
    if (run.group === null) {
      ctx.fillStyle = hatch(ctx, theme.dark)
    } else ctx.fillStyle = colours.get(run.group) ?? theme.dimmed
    ctx.fillRect(x, y, Math.max(1, width - 1), trackHeightPx)
    const name = run.group ?? noGroup
    if (ctx.measureText(name).width > width - 4) continue
    ctx.fillStyle = theme.text
    ctx.fillText(name, x, y - 4)
  }
  ctx.restore()
}
