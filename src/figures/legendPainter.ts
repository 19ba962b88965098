import { drawPoint } from 'chart.js/helpers'
import { type LegendItem, type PlacedItem, type PlacedLegend, scaleBarPx } from './legend.ts'
import { clipMark, drawHatch } from './marks.ts'
import { pointStyleOf } from './pointShapes.ts'
import type { ChartTheme } from './theme.ts'

type Context = CanvasRenderingContext2D
const markPx = 18

/** The legend of a figure, as it stands above the chart on the page. */
export function paintLegend(ctx: Context, legend: PlacedLegend, theme: ChartTheme): void {
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

type Marked = Exclude<LegendItem, { kind: 'note' | 'scale' | 'sizes' }>

function paintMark(ctx: Context, item: Marked, x: number, y: number, theme: ChartTheme): void {
  if (item.kind === 'hatch') return drawHatch(ctx, { x, y: y - 6, width: 12, height: 12 }, theme.dark)
  if (item.kind === 'clip') return drawClip(ctx, x, y - 5)
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

function drawClip(ctx: Context, x: number, y: number): void {
  ctx.fillStyle = clipMark
  ctx.strokeStyle = '#000000'
  ctx.lineWidth = 0.75
  ctx.beginPath()
  ctx.moveTo(x, y)
  ctx.lineTo(x + 10, y)
  ctx.lineTo(x, y + 10)
  ctx.closePath()
  ctx.fill()
  ctx.stroke()
}

function paintScale(
  ctx: Context,
  item: Extract<LegendItem, { kind: 'scale' }>,
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
  item: Extract<LegendItem, { kind: 'sizes' }>,
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
