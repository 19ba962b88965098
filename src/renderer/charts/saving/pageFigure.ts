import type { Chart as ChartInstance } from 'chart.js'
import type { DrawingBoard, Kind } from '../../../figures/frame/drawing.ts'
import { drawChart, type Figure, layOut, marginPx, paintPage } from '../../../figures/frame/figure.ts'
import { drawSvg } from '../../../figures/vector/vectorFigure.ts'

/** 288 dots an inch at the size on the screen. */
const screenScale = 3
/** Canvases beyond this are refused by some drivers. */
export const maxCanvasSidePx = 16_000

/** Width and height of a picture, and how many of its pixels make one of the figure's layout. */
export type Pixels = { widthPx: number; heightPx: number; scale: number }

/** As PNG, without a size three times as large as on the screen. Throws where the picture is too large for a canvas. */
export async function toPng<K extends Kind>(figure: Figure<K>, size?: Pixels): Promise<Blob> {
  const canvas = toCanvas(figure, size)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))))
  })
}

/** The same as pixels: red, green, blue and opacity of each, from the top left. */
export function toImageData<K extends Kind>(figure: Figure<K>, size: Pixels): ImageData {
  const canvas = toCanvas(figure, size)
  return contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height)
}

function toCanvas<K extends Kind>(figure: Figure<K>, size: Pixels | undefined): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const page = contextOf(canvas)
  const { scale } = size ?? toScreenPixels(layOut(figure, page))
  const inner = document.createElement('canvas')
  const chart = drawOn(inner, figure, scale)
  // After the chart, as a legend may tell what there was no room for.
  const layout = layOut(figure, page)
  const { widthPx, heightPx } = size ?? toScreenPixels(layout)
  canvas.width = widthPx
  canvas.height = heightPx
  page.scale(scale, scale)
  paintPage(page, figure, layout)
  page.drawImage(inner, marginPx, layout.chartTopPx, figure.widthPx, figure.heightPx)
  chart.destroy()
  return canvas
}

/** Draws the chart of a figure alone, at its size. */
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

/** As SVG: shapes and real text, on white, with the summary as its description. */
export const toSvg = <K extends Kind>(figure: Figure<K>): string => drawSvg(figure, pageBoard())

const pageBoard = (): DrawingBoard => ({
  document,
  ruler: contextOf(document.createElement('canvas')),
  serialize: (root) => new XMLSerializer().serializeToString(root),
  surface: 'vector',
})

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas to draw on.')
  return context
}
