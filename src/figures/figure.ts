import { BasicPlatform, Chart, type ChartConfiguration, type Plugin } from 'chart.js'
import type { Drawing, Kind, Painters, Surface } from './drawing.ts'
import type { Ruler } from './drawingBoard.ts'
import { layOutLegend, type PlacedLegend } from './legend.ts'
import { paintLegend } from './legendPainter.ts'
import { wrapParts } from './numbers.ts'
import { figureTheme } from './theme.ts'

type Range = { min: number; max: number }

/** What a figure that leaves the app is made of; it is drawn anew, light, and not taken from the screen. */
export type Figure<K extends Kind> = {
  drawing: Drawing<K>
  widthPx: number
  heightPx: number
  summary: string
  source: string | undefined
  /** What is zoomed to on the page, by axis: a figure shows the same. */
  ranges: Readonly<Record<string, Range>>
  /** Left out: the light surface. */
  background?: 'none'
}

export const marginPx = 12
const sourcePx = 18
const sourceFont = `11px ${figureTheme.fontFamily}`

/** A figure with its legend above and its source below. */
export type Layout = {
  widthPx: number
  heightPx: number
  chartTopPx: number
  legend: PlacedLegend
  source: readonly string[]
}

export function layOut<K extends Kind>(figure: Figure<K>, ruler: Ruler): Layout {
  const items = figure.drawing.legend(figureTheme)
  ruler.font = sourceFont
  const source = wrapParts(figure.source ?? '', figure.widthPx, (text) => ruler.measureText(text).width)
  ruler.font = `12px ${figureTheme.fontFamily}`
  // A narrow picture has a page as wide as the longest part of the lines below it.
  const widthPx = Math.max(figure.widthPx, source.widthPx)
  const legend = layOutLegend(items, widthPx, (text) => ruler.measureText(text).width)
  const chartTopPx = marginPx + legend.heightPx
  return {
    legend,
    chartTopPx,
    source: source.lines,
    widthPx: Math.ceil(widthPx + 2 * marginPx),
    heightPx: Math.ceil(chartTopPx + figure.heightPx + source.lines.length * sourcePx + marginPx),
  }
}

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
  ctx.translate(marginPx, marginPx)
  paintLegend(ctx, layout.legend, figureTheme)
  ctx.restore()
  ctx.font = sourceFont
  ctx.textBaseline = 'middle'
  ctx.fillStyle = figureTheme.dimmed
  const top = layout.chartTopPx + figure.heightPx
  layout.source.forEach((line, index) => ctx.fillText(line, marginPx, top + (index + 0.5) * sourcePx))
}

/** Draws the chart alone, light, at once. */
export function drawChart<K extends Kind>(
  canvas: HTMLCanvasElement,
  { drawing, ranges }: Figure<K>,
  surface: Surface,
  devicePixelRatio: number,
): { destroy(): void } {
  const { data, options } = drawing.draw(figureTheme) as unknown as { data: unknown; options: object }
  const painters = drawing.paint?.(figureTheme) ?? {}
  const config = {
    type: drawing.type,
    data,
    options: withRanges({ ...options, responsive: false, animation: false, devicePixelRatio }, ranges),
    plugins: [toPlugin(() => painters, surface)],
    platform: BasicPlatform,
  }
  // Chart.js types a configuration by its kind, which is not known here.
  return new Chart(canvas, config as unknown as ChartConfiguration<'scatter'>)
}

function withRanges(options: object, ranges: Figure<Kind>['ranges']): object {
  const given = 'scales' in options ? (options.scales as Record<string, object>) : {}
  const scales = { ...given }
  for (const [id, range] of Object.entries(ranges)) scales[id] = { ...scales[id], ...range }
  return { ...options, scales }
}

/** Hooks the painters of the moment into chart.js. */
export function toPlugin(painters: () => Painters, surface: Surface): Plugin {
  return {
    id: 'painters',
    beforeDatasetsDraw: (chart) => painters().under?.(chart, surface),
    afterDatasetsDraw: (chart) => painters().over?.(chart, surface),
  }
}

/** The painters of a chart on the page, which change while it stands; `show` before it is updated. */
export function createStage(): { plugin: Plugin; show(painters: Painters): void } {
  let shown: Painters = {}
  return {
    plugin: toPlugin(() => shown, 'screen'),
    show(painters) {
      shown = painters
    },
  }
}
