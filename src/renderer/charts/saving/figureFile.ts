import type { Kind } from '../../../figures/frame/drawing.ts'
import type { Figure } from '../../../figures/frame/figure.ts'
import { type FigurePage, pageSize } from './fitFigure.ts'
import { maxCanvasSidePx, type Pixels, toPng, toSvg } from './pageFigure.ts'

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

const pngMmPerInch = 25.4
/** Signature (8 bytes), then the header: length, name, 13 bytes and checksum. */
const headerEnd = 8 + 4 + 4 + 13 + 4
const chunkLength = 4 + 4 + 9 + 4

/** The same picture with its dots per inch, which PNG keeps per metre; programs then place it in its size. */
export function withDensity(png: Uint8Array, dpi: number): Uint8Array<ArrayBuffer> {
  const perMetre = Math.round((dpi * 1000) / pngMmPerInch)
  const chunk = new Uint8Array(chunkLength)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, 9)
  chunk.set(new TextEncoder().encode('pHYs'), 4)
  view.setUint32(8, perMetre)
  view.setUint32(12, perMetre)
  view.setUint8(16, 1)
  view.setUint32(17, checksum(chunk.subarray(4, 17)))
  const output = new Uint8Array(png.length + chunk.length)
  output.set(png.subarray(0, headerEnd))
  output.set(chunk, headerEnd)
  output.set(png.subarray(headerEnd), headerEnd + chunk.length)
  return output
}

/** CRC-32 as PNG reckons it (ISO 3309). */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
