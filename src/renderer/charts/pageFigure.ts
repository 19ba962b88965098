import type { DrawingBoard } from '../../figures/drawingBoard.ts'
import { drawChart, type Figure, layOut, marginPx, paintPage } from '../../figures/figure.ts'
import type { Kind } from '../../figures/picture.ts'
import { drawSvg } from '../../figures/vectorFigure.ts'

/** 288 dots an inch at the size on the screen. */
const sharpness = 3
/** Canvases beyond this are refused by some drivers. */
const longestPx = 16_000

/** As PNG, on white. Throws where the picture is too large for a canvas. */
export function toPng<K extends Kind>(figure: Figure<K>): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const page = contextOf(canvas)
  const layout = layOut(figure, page)
  const scale = Math.min(sharpness, longestPx / layout.widthPx, longestPx / layout.heightPx)
  canvas.width = Math.round(layout.widthPx * scale)
  canvas.height = Math.round(layout.heightPx * scale)
  page.scale(scale, scale)
  paintPage(page, figure, layout)
  const inner = document.createElement('canvas')
  inner.width = figure.widthPx
  inner.height = figure.heightPx
  const chart = drawChart(inner, figure, 'screen', scale)
  page.drawImage(inner, marginPx, layout.chartTopPx, figure.widthPx, figure.heightPx)
  chart.destroy()
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))))
  })
}

/** As SVG: shapes and real text, on white, with the summary as its description. */
export const toSvg = <K extends Kind>(figure: Figure<K>): string => drawSvg(figure, pageBoard())

const pageBoard = (): DrawingBoard => ({
  document,
  ruler: contextOf(document.createElement('canvas')),
  serialize: (root) => new XMLSerializer().serializeToString(root),
  surface: 'vector',
})

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas to draw on.')
  return context
}
