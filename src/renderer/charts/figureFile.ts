import type { Kind } from '../../figures/drawing.ts'
import type { Figure } from '../../figures/figure.ts'
import { type FigurePage, pageSize } from './fitFigure.ts'
import { maxCanvasSidePx, type Pixels, toPng, toSvg } from './pageFigure.ts'
import { withDensity } from './pngDensity.ts'

const mmPerInch = 25.4
/** Browsers give up on larger canvases, or on the memory that they take. */
const maxPixels = 64_000_000

/** The picture of a page at so many dots per inch. */
export function toPixels(page: FigurePage, dpi: number): Pixels {
  const dots = (mm: number) => Math.max(1, Math.round((mm / mmPerInch) * dpi))
  return {
    widthPx: dots(page.widthMm),
    heightPx: dots(page.heightMm),
    scale: ((page.widthMm / mmPerInch) * dpi) / pageSize(page).widthPx,
  }
}

export const isTooLarge = ({ widthPx, heightPx }: Pixels): boolean =>
  Math.max(widthPx, heightPx) > maxCanvasSidePx || widthPx * heightPx > maxPixels

/** The most dots per inch that a picture of this page may have. */
export const maxDpi = (page: FigurePage): number => {
  const inches = { width: page.widthMm / mmPerInch, height: page.heightMm / mmPerInch }
  const byArea = Math.sqrt(maxPixels / (inches.width * inches.height))
  return Math.floor(Math.min(maxCanvasSidePx / Math.max(inches.width, inches.height), byArea)) - 1
}

/** `figure`: fitted to the page. */
export async function toPngFile<K extends Kind>(
  figure: Figure<K>,
  page: FigurePage,
  dpi: number,
): Promise<Blob> {
  const png = await toPng(figure, toPixels(page, dpi))
  return new Blob([withDensity(new Uint8Array(await png.arrayBuffer()), dpi)], { type: 'image/png' })
}

/** `figure`: fitted to the page. The size on paper is that of the page, the units within are those of the layout. */
export function toSizedSvg<K extends Kind>(figure: Figure<K>, page: FigurePage): string {
  const { widthPx, heightPx } = pageSize(page)
  const size = {
    width: `${page.widthMm}mm`,
    height: `${page.heightMm}mm`,
    viewBox: `0 0 ${round(widthPx)} ${round(heightPx)}`,
  }
  return toSvg(figure).replace(/^<svg\b[^>]*>/, (root) => {
    const rest = root.replaceAll(/\s(?:width|height|viewBox)="[^"]*"/g, '')
    const added = Object.entries(size).map(([name, value]) => ` ${name}="${value}"`)
    return `<svg${added.join('')}${rest.slice('<svg'.length)}`
  })
}

const round = (px: number): number => Math.round(px * 1000) / 1000
