import type { Kind } from './drawing.ts'
import type { DrawingBoard } from './drawingBoard.ts'
import { drawChart, type Figure, layOut, marginPx, paintPage } from './figure.ts'
import { asCanvasContext, toXmlText, VectorContext } from './vectorContext.ts'

const svgSpace = 'http://www.w3.org/2000/svg'

/**
 * As SVG: shapes and real text, on white, with the summary as its title and description. The same figure gives the same
 * bytes, and names of its own, so that many can stand on one page.
 */
export function drawSvg<K extends Kind>(figure: Figure<K>, board: DrawingBoard): string {
  const inner = new VectorContext(figure.widthPx, figure.heightPx, board)
  const chart = drawChart(inner as unknown as HTMLCanvasElement, figure, board.surface, 1)
  // After the chart, as a legend may tell what there was no room for.
  const layout = layOut(figure, board.ruler)
  const page = new VectorContext(layout.widthPx, layout.heightPx, board)
  paintPage(asCanvasContext(page), figure, layout)
  inner.finish('clip')
  const mark = markOf(board.serialize(inner.getSvg()) + JSON.stringify(layout))
  inner.finish(`c${mark}`)
  // Its own kind of canvas is taken over shape by shape.
  asCanvasContext(page).drawImage(inner as unknown as HTMLCanvasElement, marginPx, layout.chartTopPx)
  page.finish(`p${mark}`)
  chart.destroy()
  const root = page.getSvg()
  root.setAttribute('viewBox', `0 0 ${layout.widthPx} ${layout.heightPx}`)
  root.setAttribute('role', 'img')
  describe(root, figure.summary, board.document)
  return board.serialize(root)
}

function describe(root: Element, summary: string, document: Document): void {
  for (const name of ['desc', 'title']) {
    const element = document.createElementNS(svgSpace, name)
    element.appendChild(document.createTextNode(toXmlText(summary)))
    root.insertBefore(element, root.firstChild)
  }
}

/** A short name that comes from what is drawn (FNV-1a). */
function markOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}
