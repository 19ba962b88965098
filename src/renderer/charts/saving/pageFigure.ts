import type { Chart as ChartInstance } from 'chart.js'
import { paintSheet, type Sheet } from '../../../figures/board/sheet.ts'
import type { DrawingBoard, Kind } from '../../../figures/frame/drawing.ts'
import { drawChart, type Figure, layOut, marginPx, paintPage } from '../../../figures/frame/figure.ts'
import { drawSheetSvg, drawSvg } from '../../../figures/vector/vectorFigure.ts'

/** 288 dots per inch at the size on the screen. */
const screenScale = 3
/** Some drivers reject larger canvases. */
export const maxCanvasSidePx = 16_000

/** The size of a picture, and its pixels per layout pixel of the figure. */
export type Pixels = { widthPx: number; heightPx: number; scale: number }

/** Returns a PNG, three times as large as on the screen. Throws if the picture is too large for a canvas. */
export async function toPng<K extends Kind>(figure: Figure<K>): Promise<Blob> {
  const { scale } = toScreenPixels(layOut(figure, newRuler()))
  const drawn = prepare(figure, scale)
  const canvas = createCanvas(toScreenPixels(drawn.layout))
  drawn.paint(contextOf(canvas))
  return pngOf(canvas)
}

export async function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))))
  })
}

export function toCanvas<K extends Kind>(figure: Figure<K>, size: Pixels): HTMLCanvasElement {
  const canvas = createCanvas(size)
  prepare(figure, size.scale).paint(contextOf(canvas))
  return canvas
}

export function sheetToCanvas(sheet: Sheet, size: Pixels): HTMLCanvasElement {
  const canvas = createCanvas(size)
  const page = contextOf(canvas)
  page.save()
  page.scale(size.scale, size.scale)
  paintSheet(page, sheet)
  page.restore()
  for (const { figure, x, y } of sheet.figures) {
    page.save()
    page.translate(x * size.scale, y * size.scale)
    prepare(figure, size.scale).paint(page)
    page.restore()
  }
  return canvas
}

function createCanvas({ widthPx, heightPx }: Pick<Pixels, 'widthPx' | 'heightPx'>): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = widthPx
  canvas.height = heightPx
  return canvas
}

/** Draws the chart, then lays out the page around it, whose legend may list names that did not fit. */
function prepare<K extends Kind>(figure: Figure<K>, scale: number) {
  const inner = document.createElement('canvas')
  const chart = drawOn(inner, figure, scale)
  const layout = layOut(figure, newRuler())
  return {
    layout,
    paint(page: CanvasRenderingContext2D): void {
      page.scale(scale, scale)
      paintPage(page, figure, layout)
      page.drawImage(inner, marginPx, layout.chartTopPx, figure.widthPx, figure.heightPx)
      chart.destroy()
    },
  }
}

/** Draws only the chart of a figure, at its size. */
export function drawOn<K extends Kind>(
  canvas: HTMLCanvasElement,
  figure: Figure<K>,
  scale: number,
): ChartInstance {
  canvas.width = figure.widthPx
  canvas.height = figure.heightPx
  return drawChart(canvas, figure, 'screen', scale)
}

function toScreenPixels({ widthPx, heightPx }: { widthPx: number; heightPx: number }): Pixels {
  const scale = Math.min(screenScale, maxCanvasSidePx / widthPx, maxCanvasSidePx / heightPx)
  return { widthPx: Math.round(widthPx * scale), heightPx: Math.round(heightPx * scale), scale }
}

/** Returns an SVG with shapes and real text on white, with the summary as its description. */
export const toSvg = <K extends Kind>(figure: Figure<K>): string => drawSvg(figure, pageBoard())

export const sheetToSvg = (sheet: Sheet): string => drawSheetSvg(sheet, pageBoard())

export const newRuler = (): CanvasRenderingContext2D => contextOf(document.createElement('canvas'))

const pageBoard = (): DrawingBoard => ({
  document,
  ruler: newRuler(),
  serialize: (root) => new XMLSerializer().serializeToString(root),
  surface: 'vector',
})

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas to draw on.')
  return context
}
