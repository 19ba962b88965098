import type { Chart as ChartInstance } from 'chart.js'
import type { Painters, Surface } from '../frame/drawing.ts'
import { cssFont, scaled } from '../frame/theme.ts'
import { toCss, toRgb } from '../style/colours.ts'
import { drawClip, drawHatch, drawHatches, type HatchBox, hatchPattern } from '../style/hatching.ts'
import {
  cellValue,
  clippedCells,
  type Heatmap,
  maxMatrixCells,
  shorten,
  toPixels,
  trackColour,
} from './heatmap.ts'
import {
  type CellGrid,
  gridOf,
  groupNamesPx,
  type HeatmapScene,
  hasGroups,
  hiddenNames,
  isShown,
  linesOf,
  maxTrackNameLength,
  selectionMarkPx,
  type TreeSide,
  topInsetPx,
  trackGapPx,
  trackLetterPx,
  trackPx,
  treeOf,
  treePx,
} from './heatmapView.ts'

/** Clipped values are marked only in cells at least this wide and high. */
const minMarkedPx = 4
/** With more cells, vector figures contain one image too, because other programs could not handle the shapes. */
export const maxVectorCells = 20_000

/** Paints the hatch, the cells (as one image if there are many), marks of clipped values, and their surroundings. */
export function createHeatmapPainters(scene: HeatmapScene): Painters {
  const { heatmap, theme } = scene
  const cells = heatmap.rows.length * heatmap.columns.length
  let image: HTMLCanvasElement | null = null
  return {
    under(chart, surface) {
      const grid = gridOf(chart, heatmap)
      if (cells <= maxMatrixCells || surface !== 'screen') paintMissing(chart.ctx, grid, heatmap, theme.dark)
      if (cells <= maxMatrixCells) return
      if (surface === 'shapes' || (surface === 'vector' && cells <= maxVectorCells))
        return paintCells(chart.ctx, grid, heatmap)
      if (surface === 'screen') {
        chart.ctx.fillStyle = hatchPattern(chart.ctx, theme.dark)
        chart.ctx.fillRect(grid.left, grid.top, grid.width, grid.height)
      }
      image ??= toCanvas(heatmap)
      paintImage(chart.ctx, grid, image, surface)
    },
    over(chart) {
      paintClipMarks(chart.ctx, gridOf(chart, heatmap), heatmap)
      paintAround(chart, scene)
      paintRegion(chart, scene)
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

function paintImage(
  ctx: CanvasRenderingContext2D,
  { left, top, width, height }: CellGrid,
  image: HTMLCanvasElement,
  surface: Surface,
): void {
  ctx.imageSmoothingEnabled = false
  ctx.drawImage(surface === 'vector' ? enlarged(image) : image, left, top, width, height)
}

const enlargedPx = 3000

/** Enlarges an image to several pixels per cell, because programs blur the edges of a stretched image. */
function enlarged(image: HTMLCanvasElement): HTMLCanvasElement {
  const times = Math.max(1, Math.floor(enlargedPx / Math.max(image.width, image.height)))
  const canvas = document.createElement('canvas')
  canvas.width = image.width * times
  canvas.height = image.height * times
  const ctx = canvas.getContext('2d')
  if (!ctx) return image
  ctx.imageSmoothingEnabled = false
  ctx.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Paints one shape per color, so that a figure of thousands of cells stays small. */
function paintCells(ctx: CanvasRenderingContext2D, grid: CellGrid, heatmap: Heatmap): void {
  const cellsByColour = new Map<string, { column: number; row: number }[]>()
  heatmap.columns.forEach((_, column) => {
    heatmap.rows.forEach((_row, row) => {
      const value = cellValue(heatmap, column, row)
      if (value === null) return
      const colour = toCss(toRgb(heatmap.scale, value))
      const cells = cellsByColour.get(colour)
      if (cells) cells.push({ column, row })
      else cellsByColour.set(colour, [{ column, row }])
    })
  })
  for (const [colour, cells] of cellsByColour) {
    ctx.beginPath()
    for (const { column, row } of cells)
      ctx.rect(
        grid.left + column * grid.cellX,
        grid.top + row * grid.cellY,
        // Cells overlap slightly, because programs show the background between shapes that only touch.
        grid.cellX + 0.3,
        grid.cellY + 0.3,
      )
    ctx.fillStyle = colour
    ctx.fill()
  }
}

function paintMissing(ctx: CanvasRenderingContext2D, grid: CellGrid, heatmap: Heatmap, dark: boolean): void {
  if (heatmap.missing === 0) return
  const gap = grid.cellX > 8 && grid.cellY > 8 ? 1 : 0
  const boxes = heatmap.columns.flatMap((_, column) =>
    heatmap.rows.flatMap((_row, row) => {
      if (cellValue(heatmap, column, row) !== null) return []
      const x = grid.left + column * grid.cellX
      const y = grid.top + row * grid.cellY
      return [{ x, y, width: grid.cellX - gap, height: grid.cellY - gap }]
    }),
  )
  drawHatches(ctx, boxes, dark)
}

function paintClipMarks(ctx: CanvasRenderingContext2D, grid: CellGrid, heatmap: Heatmap): void {
  const minCellPx = Math.min(grid.cellX, grid.cellY)
  if (minCellPx < minMarkedPx) return
  const side = Math.max(3, Math.min(10, minCellPx * 0.6))
  for (const { column, row } of clippedCells(heatmap))
    drawClip(ctx, grid.left + column * grid.cellX, grid.top + row * grid.cellY, side)
}

function paintRegion(chart: ChartInstance, { heatmap, marks: { region }, theme }: HeatmapScene): void {
  if (!region) return
  const { left, top, cellX, cellY } = gridOf(chart, heatmap)
  chart.ctx.strokeStyle = theme.accent
  chart.ctx.lineWidth = 2
  chart.ctx.strokeRect(
    left + region.columns.from * cellX,
    top + region.rows.from * cellY,
    (region.columns.to - region.columns.from + 1) * cellX,
    (region.rows.to - region.rows.from + 1) * cellY,
  )
}

type Context = CanvasRenderingContext2D

/** Paints everything around the cells: trees, group names, tracks with their names, and the selection. */
function paintAround(chart: ChartInstance, scene: HeatmapScene): void {
  const { ctx } = chart
  const { heatmap, theme } = scene
  const { left, right, top, width, height } = chart.chartArea
  const px = (length: number) => scaled(theme, length)
  ctx.save()
  let y = top - px(topInsetPx(heatmap))
  if (heatmap.columnTree.length > 0) {
    paintTree(chart, scene, 'columns', { x: left, y, width, height: px(treePx) })
    y += px(treePx)
  }
  if (hasGroups(heatmap) && heatmap.byGroup) paintGroupNames(chart, scene, y)
  y += px(hasGroups(heatmap) && heatmap.byGroup ? groupNamesPx : 4)
  if (hasGroups(heatmap)) {
    paintTrack(chart, scene, y, scene.words.group, (column) => colourOfGroup(scene, column))
    y += px(trackPx + trackGapPx)
  }
  for (const track of heatmap.tracks) {
    paintTrack(chart, scene, y, track.name, (column) => trackColour(track, track.values[column] ?? null))
    y += px(trackPx + trackGapPx)
  }
  paintSelected(chart, scene)
  if (heatmap.rowTree.length > 0)
    paintTree(chart, scene, 'rows', { x: right, y: top, width: px(treePx + 4), height })
  paintHiddenNames(chart, scene)
  ctx.restore()
}

/** Writes a sentence in place of names that do not fit, so that the reader knows they are missing. */
function paintHiddenNames(chart: ChartInstance, { heatmap, theme, words }: HeatmapScene): void {
  const { ctx, chartArea } = chart
  const hidden = hiddenNames(chart, heatmap)
  ctx.font = cssFont(theme)
  ctx.fillStyle = theme.dimmed
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  if (hidden.columns > 0)
    ctx.fillText(
      words.namesHidden(hidden.columns, 'columns'),
      (chartArea.left + chartArea.right) / 2,
      chartArea.bottom + scaled(theme, 9),
    )
  if (hidden.rows === 0) return
  ctx.save()
  ctx.translate(chartArea.left - scaled(theme, 9), (chartArea.top + chartArea.bottom) / 2)
  ctx.rotate(-Math.PI / 2)
  ctx.fillText(words.namesHidden(hidden.rows, 'rows'), 0, 0)
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
  ctx.font = cssFont(theme)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.fillStyle = theme.text
  for (const run of heatmap.runs) {
    const name = run.group ?? words.noGroup
    const width = (run.to - run.from + 1) * cellX
    if (ctx.measureText(name).width <= width - 4)
      ctx.fillText(name, chartArea.left + run.from * cellX, y + scaled(theme, groupNamesPx / 2))
  }
}

/** Paints a track. Equal neighbors become one rectangle, so that a track of thousands of samples draws quickly. */
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
    paintTrackCell(
      ctx,
      { x, y, width: (column - from) * cellX, height: scaled(theme, trackPx) },
      colour,
      theme.dark,
    )
    from = column
  }
  ctx.font = cssFont(theme, trackLetterPx)
  ctx.textAlign = 'right'
  ctx.textBaseline = 'middle'
  ctx.fillStyle = theme.dimmed
  ctx.fillText(
    shorten(name, maxTrackNameLength),
    chartArea.left - scaled(theme, 6),
    y + scaled(theme, trackPx / 2),
  )
}

function paintTrackCell(ctx: Context, box: HatchBox, colour: string | null, dark: boolean): void {
  if (colour === null) return drawHatch(ctx, box, dark)
  ctx.fillStyle = colour
  ctx.fillRect(box.x, box.y, Math.max(0.5, box.width - (box.width > 3 ? 0.5 : 0)), box.height)
}

function paintSelected(chart: ChartInstance, { heatmap, marks, theme }: HeatmapScene): void {
  const { left, top, cellX, cellY } = gridOf(chart, heatmap)
  chart.ctx.fillStyle = theme.accent
  const width = Math.max(1, cellX - (cellX > 4 ? 1 : 0))
  const markPx = scaled(theme, selectionMarkPx)
  for (const column of marks.columns)
    chart.ctx.fillRect(left + column * cellX, top - markPx + 1, width, markPx - 2)
  if (marks.row !== null) chart.ctx.fillRect(left - 4, top + marks.row * cellY, 3, Math.max(1, cellY))
}

function paintTree(
  chart: ChartInstance,
  { heatmap, theme }: HeatmapScene,
  side: TreeSide,
  box: HatchBox,
): void {
  const { ctx } = chart
  ctx.save()
  ctx.beginPath()
  ctx.rect(box.x, box.y, box.width, box.height)
  ctx.clip()
  ctx.beginPath()
  for (const branch of treeOf(heatmap, side)) {
    if (!isShown(branch.leaves, heatmap.shown[side])) continue
    linesOf(chart, heatmap, branch, side).forEach(({ from, to }, index) => {
      if (index === 0) ctx.moveTo(from.x, from.y)
      ctx.lineTo(to.x, to.y)
    })
  }
  ctx.strokeStyle = theme.dimmed
  ctx.lineWidth = scaled(theme, 1)
  ctx.stroke()
  ctx.restore()
}
