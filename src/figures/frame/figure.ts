import { BoxAndWiskers, BoxPlotController } from '@sgratzl/chartjs-chart-boxplot'
import {
  BarController,
  BarElement,
  BasicPlatform,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  LinearScale,
  LineElement,
  type Plugin,
  PointElement,
  ScatterController,
} from 'chart.js'
import { drawPoint } from 'chart.js/helpers'
import { MatrixController, MatrixElement } from 'chartjs-chart-matrix'
import annotation from 'chartjs-plugin-annotation'
import { drawClip, drawHatch } from '../style/hatching.ts'
import { pointStyleOf } from '../style/pointShapes.ts'
import {
  type Drawing,
  type Kind,
  layOutLegend,
  type Painters,
  type PlacedItem,
  type PlacedLegend,
  type Ruler,
  type SingleItem,
  type Surface,
  scaleBarPx,
} from './drawing.ts'
import { breakLine, type Measure, wrapParts } from './lines.ts'
import { type ChartTheme, figureTheme } from './theme.ts'

type Range = { min: number; max: number }

/** The input of an exported figure. It is redrawn with the light theme, not copied from the screen. */
export type Figure<K extends Kind> = {
  drawing: Drawing<K>
  widthPx: number
  heightPx: number
  summary: string
  source: string | undefined
  /** The zoomed range of each axis on the page, which the figure repeats. */
  ranges: Readonly<Record<string, Range>>
  /** The scale of a chart on the page, which grows with its window. Absent: 1. */
  scale?: number
  /** The user's text above and below the figure. Absent or empty: none. */
  title?: string
  caption?: string
  /** Absent: the light background. */
  background?: 'none'
}

export const marginPx = 12
export const titlePx = 20
export const captionPx = 16
/** The gap between the chart (or its legend) and the user's text. */
export const wordsGapPx = 6
export const sourcePx = 18
export const titleFont = `600 14px ${figureTheme.fontFamily}`
export const sourceFont = `11px ${figureTheme.fontFamily}`

/** The layout of a figure: the legend is above the chart, the source below. */
export type Layout = ReturnType<typeof layOut>

export function layOut<K extends Kind>(figure: Figure<K>, ruler: Ruler) {
  const items = figure.drawing.legend(figureTheme)
  const measure: Measure = (text) => ruler.measureText(text).width
  ruler.font = titleFont
  const title = paragraphs(figure.title, figure.widthPx, measure)
  ruler.font = sourceFont
  const caption = paragraphs(figure.caption, figure.widthPx, measure)
  const source = wrapParts(figure.source ?? '', figure.widthPx, measure)
  ruler.font = `12px ${figureTheme.fontFamily}`
  // The page of a narrow chart is as wide as the longest part of its source line.
  const widthPx = Math.max(figure.widthPx, source.widthPx)
  const legend = layOutLegend(items, widthPx, measure)
  const legendTopPx = marginPx + wordsHeightPx(title, titlePx)
  const chartTopPx = legendTopPx + legend.heightPx
  return {
    title,
    legend,
    legendTopPx,
    chartTopPx,
    caption,
    source: source.lines,
    widthPx: Math.ceil(widthPx + 2 * marginPx),
    heightPx: Math.ceil(
      chartTopPx +
        figure.heightPx +
        wordsHeightPx(caption, captionPx) +
        source.lines.length * sourcePx +
        marginPx,
    ),
  }
}

/** Splits the user's text into lines and wraps long ones. */
export const paragraphs = (text: string | undefined, widthPx: number, measure: Measure): string[] =>
  (text ?? '').trim() === ''
    ? []
    : (text ?? '')
        .trim()
        .split('\n')
        .flatMap((line) => breakLine(line, widthPx, measure))

export const wordsHeightPx = (lines: readonly string[], linePx: number): number =>
  lines.length === 0 ? 0 : lines.length * linePx + wordsGapPx

export function paintPage<K extends Kind>(
  ctx: CanvasRenderingContext2D,
  figure: Figure<K>,
  layout: Layout,
): void {
  if (figure.background !== 'none') {
    ctx.fillStyle = figureTheme.surface
    ctx.fillRect(0, 0, layout.widthPx, layout.heightPx)
  }
  ctx.save()
  ctx.translate(marginPx, layout.legendTopPx)
  paintLegend(ctx, layout.legend, figureTheme)
  ctx.restore()
  ctx.textBaseline = 'middle'
  ctx.fillStyle = figureTheme.text
  ctx.font = titleFont
  const write = (lines: readonly string[], top: number, linePx: number) =>
    lines.forEach((line, index) => ctx.fillText(line, marginPx, top + (index + 0.5) * linePx))
  write(layout.title, marginPx, titlePx)
  ctx.font = sourceFont
  const bottom = layout.chartTopPx + figure.heightPx
  write(layout.caption, bottom + wordsGapPx, captionPx)
  ctx.fillStyle = figureTheme.dimmed
  write(layout.source, bottom + wordsHeightPx(layout.caption, captionPx), sourcePx)
}

/** Draws only the chart, with the light theme, synchronously. */
export function drawChart<K extends Kind>(
  canvas: HTMLCanvasElement,
  { drawing, ranges, scale = 1 }: Figure<K>,
  surface: Surface,
  devicePixelRatio: number,
): Chart {
  const theme = { ...figureTheme, scale }
  const { data, options } = drawing.draw(theme) as unknown as { data: unknown; options: object }
  const painters = drawing.paint?.(theme) ?? {}
  const config = {
    type: drawing.type,
    data,
    options: withRanges({ ...options, responsive: false, animation: false, devicePixelRatio }, ranges),
    plugins: [toPlugin(() => painters, surface)],
    platform: BasicPlatform,
  }
  // Chart.js types a configuration by its chart type, which is generic here.
  return new Chart(canvas, config as unknown as ChartConfiguration<'scatter'>)
}

function withRanges(options: object, ranges: Figure<Kind>['ranges']): object {
  const given = 'scales' in options ? (options.scales as Record<string, { ticks?: object }>) : {}
  const scales = { ...given }
  // An end of the range that is no multiple of the step would be a tick at an uneven distance.
  for (const [id, range] of Object.entries(ranges))
    scales[id] = { ...scales[id], ...range, ticks: { ...scales[id]?.ticks, includeBounds: false } }
  return { ...options, scales }
}

/** Creates a chart.js plugin that calls the current painters. */
export function toPlugin(painters: () => Painters, surface: Surface): Plugin {
  return {
    id: 'painters',
    beforeDatasetsDraw: (chart) => painters().under?.(chart, surface),
    afterDatasetsDraw: (chart) => painters().over?.(chart, surface),
  }
}

/**
 * Holds the painters of a chart on the page, which change during its life. Call `show` before the chart is updated.
 * Creating a chart draws nothing; `open` draws it, and after that it draws itself.
 */
export function createStage(): { plugin: Plugin; show(painters: Painters): void; open(chart: Chart): void } {
  let shown: Painters = {}
  const opened = new WeakSet<Chart>()
  return {
    plugin: { ...toPlugin(() => shown, 'screen'), beforeDraw: (chart) => opened.has(chart) },
    show(painters) {
      shown = painters
    },
    open(chart) {
      opened.add(chart)
      chart.draw()
    },
  }
}

type Context = CanvasRenderingContext2D
const markPx = 18

/** Paints the legend of a figure like the one above the chart on the page. */
function paintLegend(ctx: Context, legend: PlacedLegend, theme: ChartTheme): void {
  ctx.save()
  ctx.textAlign = 'left'
  for (const placed of legend.items) {
    ctx.font = `12px ${theme.fontFamily}`
    ctx.textBaseline = 'middle'
    ctx.fillStyle = theme.text
    paintItem(ctx, placed, theme)
  }
  ctx.restore()
}

function paintItem(ctx: Context, { item, x, y }: PlacedItem, theme: ChartTheme): void {
  if (item.kind === 'note') {
    ctx.fillStyle = theme.dimmed
    return ctx.fillText(item.label, x, y)
  }
  if (item.kind === 'scale') return paintScale(ctx, item, x, y, theme)
  if (item.kind === 'sizes') return paintSizes(ctx, item, x, y, theme)
  ctx.fillText(item.label, x + markPx, y)
  paintMark(ctx, item, x, y, theme)
}

type Marked = Exclude<SingleItem, { kind: 'note' | 'scale' | 'sizes' }>

function paintMark(ctx: Context, item: Marked, x: number, y: number, theme: ChartTheme): void {
  if (item.kind === 'hatch') return drawHatch(ctx, { x, y: y - 6, width: 12, height: 12 }, theme.dark)
  if (item.kind === 'clip') return drawClip(ctx, x, y - 5, 10)
  if (item.kind === 'swatch') {
    ctx.fillStyle = item.colour
    return ctx.fillRect(x, y - 6, 12, 12)
  }
  if (item.kind === 'line') {
    ctx.strokeStyle = item.colour
    ctx.lineWidth = 1.5
    ctx.setLineDash(item.dashed ? [4, 3] : [])
    ctx.beginPath()
    ctx.moveTo(x, y)
    ctx.lineTo(x + 14, y)
    ctx.stroke()
    return ctx.setLineDash([])
  }
  ctx.fillStyle = item.colour
  ctx.strokeStyle = item.edge
  ctx.lineWidth = 1
  drawPoint(ctx, { ...pointStyleOf(item.shape), radius: 5, borderWidth: 1 }, x + 6, y)
}

function paintScale(
  ctx: Context,
  item: Extract<SingleItem, { kind: 'scale' }>,
  x: number,
  y: number,
  theme: ChartTheme,
): void {
  ctx.fillText(item.label, x, y)
  const left = x + ctx.measureText(item.label).width + 6
  const stepPx = scaleBarPx / item.stops.length
  item.stops.forEach((colour, step) => {
    ctx.fillStyle = colour
    ctx.fillRect(left + step * stepPx, y - 5, stepPx + 0.5, 10)
  })
  ctx.strokeStyle = theme.line
  ctx.lineWidth = 1
  ctx.strokeRect(left, y - 5, scaleBarPx, 10)
  ctx.font = `11px ${theme.fontFamily}`
  ctx.fillStyle = theme.dimmed
  item.ticks.forEach((tick, index) => {
    const share = item.ticks.length === 1 ? 0 : index / (item.ticks.length - 1)
    ctx.textAlign = share === 0 ? 'left' : share === 1 ? 'right' : 'center'
    ctx.fillText(tick, left + share * scaleBarPx, y + 13)
  })
  ctx.textAlign = 'left'
}

function paintSizes(
  ctx: Context,
  item: Extract<SingleItem, { kind: 'sizes' }>,
  x: number,
  y: number,
  theme: ChartTheme,
): void {
  ctx.fillText(item.label, x, y)
  let left = x + ctx.measureText(item.label).width + 8
  ctx.strokeStyle = theme.dimmed
  ctx.lineWidth = 1
  for (const { radiusPx, label } of item.sizes) {
    ctx.beginPath()
    ctx.arc(left + radiusPx, y, radiusPx, 0, Math.PI * 2)
    ctx.stroke()
    ctx.fillText(label, left + radiusPx * 2 + 4, y)
    left += radiusPx * 2 + ctx.measureText(label).width + 14
  }
}

/** Registers only the parts of chart.js that the charts use. Called once, when the first chart is loaded. */
export function registerChartParts(): void {
  Chart.register(
    BarController,
    BarElement,
    BoxAndWiskers,
    BoxPlotController,
    CategoryScale,
    LinearScale,
    LineElement,
    MatrixController,
    MatrixElement,
    PointElement,
    ScatterController,
    annotation,
  )
}
