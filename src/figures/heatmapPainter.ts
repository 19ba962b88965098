import type { Chart as ChartInstance } from 'chart.js'
import { toCss, toRgb } from './colours.ts'
import type { Painters, Surface } from './drawing.ts'
import { cellValue, clippedCells, type Heatmap, maxMatrixCells, toPixels } from './heatmap.ts'
import { type CellGrid, gridOf, type HeatmapScene } from './heatmapLayout.ts'
import { paintAround } from './heatmapSides.ts'
import { clipMark, drawHatches, hatchPattern } from './marks.ts'

/** Cells at least this wide and high carry a mark when their value is clipped. */
const minMarkedPx = 4
/** More cells than this are one image in vector figures as well, which programs would choke on otherwise. */
export const maxVectorCells = 20_000

/**
 * Paints between chart.js's own axes: the hatch below all cells, one image in place of elements where there are
 * many cells, marks of clipped values, and what stands around the cells.
 */
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
      paintPicked(chart, scene)
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

/** With several pixels a cell, as programs blur the edges of an image that they stretch. */
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

/** One shape a colour, so that a figure of thousands of cells stays small. */
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
        // Programs show the ground between shapes that only touch.
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
  ctx.fillStyle = clipMark
  ctx.strokeStyle = '#000000'
  ctx.lineWidth = 0.75
  for (const { column, row } of clippedCells(heatmap)) {
    const x = grid.left + column * grid.cellX
    const y = grid.top + row * grid.cellY
    ctx.beginPath()
    ctx.moveTo(x, y)
    ctx.lineTo(x + side, y)
    ctx.lineTo(x, y + side)
    ctx.closePath()
    ctx.fill()
    ctx.stroke()
  }
}

function paintPicked(chart: ChartInstance, { heatmap, picked, theme }: HeatmapScene): void {
  if (!picked) return
  const { left, top, cellX, cellY } = gridOf(chart, heatmap)
  chart.ctx.strokeStyle = theme.accent
  chart.ctx.lineWidth = 2
  chart.ctx.strokeRect(
    left + picked.columns.from * cellX,
    top + picked.rows.from * cellY,
    (picked.columns.to - picked.columns.from + 1) * cellX,
    (picked.rows.to - picked.rows.from + 1) * cellY,
  )
}
