import type { Chart as ChartInstance } from 'chart.js'
import type { Branch } from './dendrogram.ts'
import { type Span, shorten } from './heatmap.ts'
import {
  gridOf,
  groupNamesPx,
  type HeatmapScene,
  hasGroups,
  selectionMarkPx,
  topInsetPx,
  trackGapPx,
  trackPx,
  treePx,
} from './heatmapLayout.ts'
import { trackColour } from './heatmapTracks.ts'
import { drawHatch } from './marks.ts'

type Context = CanvasRenderingContext2D
const maxNameLength = 20

/** What stands around the cells: trees, names of groups, tracks with their names, and what was chosen. */
export function paintAround(chart: ChartInstance, scene: HeatmapScene): void {
  const { ctx } = chart
  const { heatmap } = scene
  ctx.save()
  let y = chart.chartArea.top - topInsetPx(heatmap)
  if (heatmap.columnTree.length > 0) {
    paintColumnTree(chart, scene, y)
    y += treePx
  }
  if (hasGroups(heatmap) && heatmap.byGroup) paintGroupNames(chart, scene, y)
  y += hasGroups(heatmap) && heatmap.byGroup ? groupNamesPx : 4
  if (hasGroups(heatmap)) {
    paintTrack(chart, scene, y, scene.words.group, (column) => colourOfGroup(scene, column))
    y += trackPx + trackGapPx
  }
  for (const track of heatmap.tracks) {
    paintTrack(chart, scene, y, track.name, (column) => trackColour(track, track.values[column] ?? null))
    y += trackPx + trackGapPx
  }
  paintSelected(chart, scene)
  if (heatmap.rowTree.length > 0) paintRowTree(chart, scene)
  ctx.restore()
}

function colourOfGroup({ heatmap, colours }: HeatmapScene, column: number): string | null {
  const group = heatmap.columns[column]?.group
  return group === undefined || group === null ? null : (colours.get(group) ?? null)
}

function paintGroupNames(
  { ctx, chartArea }: ChartInstance,
  { heatmap, theme, words }: HeatmapScene,
  y: number,
): void {
  const cellX = chartArea.width / heatmap.columns.length
  ctx.font = `11px ${theme.fontFamily}`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.fillStyle = theme.text
  for (const run of heatmap.runs) {
    const name = run.group ?? words.noGroup
    const width = (run.to - run.from + 1) * cellX
    if (ctx.measureText(name).width <= width - 4)
      ctx.fillText(name, chartArea.left + run.from * cellX, y + groupNamesPx / 2)
  }
}

/** Equal neighbours are one piece, so that a track of thousands of samples is quick to draw. */
function paintTrack(
  { ctx, chartArea }: ChartInstance,
  { heatmap, theme }: HeatmapScene,
  y: number,
  name: string,
  colourOf: (column: number) => string | null,
): void {
  const count = heatmap.columns.length
  const cellX = chartArea.width / count
  let from = 0
  for (let column = 1; column <= count; column++) {
    const colour = colourOf(from)
    if (column < count && colourOf(column) === colour) continue
    const x = chartArea.left + from * cellX
    paintTrackCell(ctx, { x, y, width: (column - from) * cellX, height: trackPx }, colour, theme.dark)
    from = column
  }
  ctx.font = `10px ${theme.fontFamily}`
  ctx.textAlign = 'right'
  ctx.textBaseline = 'middle'
  ctx.fillStyle = theme.dimmed
  ctx.fillText(shorten(name, maxNameLength), chartArea.left - 6, y + trackPx / 2)
}

type Box = { x: number; y: number; width: number; height: number }

function paintTrackCell(ctx: Context, box: Box, colour: string | null, dark: boolean): void {
  if (colour === null) return drawHatch(ctx, box, dark)
  ctx.fillStyle = colour
  ctx.fillRect(box.x, box.y, Math.max(0.5, box.width - (box.width > 3 ? 0.5 : 0)), box.height)
}

function paintSelected(chart: ChartInstance, { heatmap, selectedColumns, theme }: HeatmapScene): void {
  const { left, top, cellX } = gridOf(chart, heatmap)
  chart.ctx.fillStyle = theme.accent
  const width = Math.max(1, cellX - (cellX > 4 ? 1 : 0))
  for (const column of selectedColumns)
    chart.ctx.fillRect(left + column * cellX, top - selectionMarkPx + 1, width, selectionMarkPx - 2)
}

/** Where a leaf's middle lies among the shown, as a share of their length. */
const share = (position: number, { from, to }: Span): number => (position + 0.5 - from) / (to - from + 1)

const isVisible = ({ from, to }: Branch, span: Span): boolean =>
  Math.max(from, to) >= span.from && Math.min(from, to) <= span.to

function paintColumnTree(chart: ChartInstance, { heatmap, theme }: HeatmapScene, top: number): void {
  const { left, width } = chart.chartArea
  const xOf = (position: number) => left + share(position, heatmap.shown.columns) * width
  const yOf = (height: number) => top + (treePx - 4) * (1 - height) + 2
  strokeTree(chart.ctx, theme.dimmed, { x: left, y: top, width, height: treePx }, () => {
    for (const branch of heatmap.columnTree) {
      if (!isVisible(branch, heatmap.shown.columns)) continue
      chart.ctx.moveTo(xOf(branch.from), yOf(branch.fromHeight))
      chart.ctx.lineTo(xOf(branch.from), yOf(branch.height))
      chart.ctx.lineTo(xOf(branch.to), yOf(branch.height))
      chart.ctx.lineTo(xOf(branch.to), yOf(branch.toHeight))
    }
  })
}

function paintRowTree(chart: ChartInstance, { heatmap, theme }: HeatmapScene): void {
  const { right, top, height } = chart.chartArea
  const yOf = (position: number) => top + share(position, heatmap.shown.rows) * height
  const xOf = (size: number) => right + 4 + (treePx - 4) * size
  strokeTree(chart.ctx, theme.dimmed, { x: right, y: top, width: treePx + 4, height }, () => {
    for (const branch of heatmap.rowTree) {
      if (!isVisible(branch, heatmap.shown.rows)) continue
      chart.ctx.moveTo(xOf(branch.fromHeight), yOf(branch.from))
      chart.ctx.lineTo(xOf(branch.height), yOf(branch.from))
      chart.ctx.lineTo(xOf(branch.height), yOf(branch.to))
      chart.ctx.lineTo(xOf(branch.toHeight), yOf(branch.to))
    }
  })
}

function strokeTree(ctx: Context, colour: string, box: Box, trace: () => void): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(box.x, box.y, box.width, box.height)
  ctx.clip()
  ctx.beginPath()
  trace()
  ctx.strokeStyle = colour
  ctx.lineWidth = 1
  ctx.stroke()
  ctx.restore()
}
