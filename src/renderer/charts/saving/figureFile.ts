import type { Sheet } from '../../../figures/board/sheet.ts'
import type { Kind } from '../../../figures/frame/drawing.ts'
import type { Figure } from '../../../figures/frame/figure.ts'
import { type FigurePage, pageSize } from './fitFigure.ts'
import {
  contextOf,
  maxCanvasSidePx,
  type Pixels,
  pngOf,
  sheetToCanvas,
  sheetToSvg,
  toCanvas,
  toSvg,
} from './pageFigure.ts'

const mmPerInch = 25.4
/** Browsers reject larger canvases or run out of memory. */
const maxPixels = 64_000_000

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

export const maxDpi = (page: FigurePage): number => {
  const inches = { width: page.widthMm / mmPerInch, height: page.heightMm / mmPerInch }
  const byArea = Math.sqrt(maxPixels / (inches.width * inches.height))
  return Math.floor(Math.min(maxCanvasSidePx / Math.max(inches.width, inches.height), byArea)) - 1
}

/** An item to save in a size on paper: a figure fitted to its page, or several on a sheet. */
export type Printable = {
  svg(): string
  canvas(size: Pixels): HTMLCanvasElement
  summary: string
  isOpaque: boolean
}

export const printFigure = <K extends Kind>(figure: Figure<K>): Printable => ({
  svg: () => toSvg(figure),
  canvas: (size) => toCanvas(figure, size),
  summary: figure.summary,
  isOpaque: figure.background !== 'none',
})

export const printSheet = (sheet: Sheet): Printable => ({
  svg: () => sheetToSvg(sheet),
  canvas: (size) => sheetToCanvas(sheet, size),
  summary: sheet.summary,
  isOpaque: sheet.background !== 'none',
})

export async function toPngFile(printable: Printable, page: FigurePage, dpi: number): Promise<Blob> {
  const png = await pngOf(printable.canvas(toPixels(page, dpi)))
  return new Blob([withDensity(new Uint8Array(await png.arrayBuffer()), dpi)], { type: 'image/png' })
}

export async function toTiffFile(printable: Printable, page: FigurePage, dpi: number): Promise<Blob> {
  const canvas = printable.canvas(toPixels(page, dpi))
  const { data, width, height } = contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height)
  const bytes = await encodeTiff({ pixels: data, width, height, dpi, isOpaque: printable.isOpaque })
  return new Blob([bytes], { type: 'image/tiff' })
}

/** Sets the SVG's size to that of the page; its inner units are those of the layout. */
export function toSizedSvg(printable: Printable, page: FigurePage): string {
  const { widthPx, heightPx } = pageSize(page)
  const size = {
    width: `${page.widthMm}mm`,
    height: `${page.heightMm}mm`,
    viewBox: `0 0 ${round(widthPx)} ${round(heightPx)}`,
  }
  return printable.svg().replace(/^<svg\b[^>]*>/, (root) => {
    const rest = root.replaceAll(/\s(?:width|height|viewBox)="[^"]*"/g, '')
    const added = Object.entries(size).map(([name, value]) => ` ${name}="${value}"`)
    return `<svg${added.join('')}${rest.slice('<svg'.length)}`
  })
}

const round = (px: number): number => Math.round(px * 1000) / 1000

const pngMmPerInch = 25.4
/** The end of the header: the signature (8 bytes), then length, name, 13 bytes and checksum. */
const headerEnd = 8 + 4 + 4 + 13 + 4
const chunkLength = 4 + 4 + 9 + 4

/** Adds the resolution, which PNG stores per meter, so that programs place the picture in its size. */
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

/** Computes the CRC-32 of PNG (ISO 3309). */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

type Picture = {
  /** Red, green, blue and opacity of each pixel, starting at the top left. */
  pixels: Uint8ClampedArray
  width: number
  height: number
  dpi: number
  /** Leaves out the opacity, which some journals reject. */
  isOpaque: boolean
}

const [short, long, rational] = [3, 4, 5]

/**
 * Encodes a TIFF of one page, RGB or RGBA, compressed with Deflate (TIFF 6.0 and its Technical Note 3). The available
 * libraries write neither compression nor resolution.
 */
export async function encodeTiff({
  pixels,
  width,
  height,
  dpi,
  isOpaque,
}: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const samples = isOpaque ? 3 : 4
  const strip = await deflate(isOpaque ? withoutOpacity(pixels) : new Uint8Array(pixels))
  const bits = Array.from({ length: samples }, () => 8)
  const headerLength = 8
  const bitsAt = headerLength + strip.length + (strip.length % 2)
  const dpiAt = bitsAt + bits.length * 2
  const directoryAt = dpiAt + 8
  // Sorted by tag number, as readers require.
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, samples, bitsAt],
    [259, short, 1, 8],
    [262, short, 1, 2],
    [273, long, 1, headerLength],
    [277, short, 1, samples],
    [278, long, 1, height],
    [279, long, 1, strip.length],
    [282, rational, 1, dpiAt],
    [283, rational, 1, dpiAt],
    [296, short, 1, 2],
    ...(isOpaque ? [] : [[338, short, 1, 2] satisfies [number, number, number, number]]),
  ]
  const file = new Uint8Array(directoryAt + 2 + entries.length * 12 + 4)
  const view = new DataView(file.buffer)
  file.set([0x49, 0x49, 42, 0])
  view.setUint32(4, directoryAt, true)
  file.set(strip, headerLength)
  bits.forEach((bit, index) => view.setUint16(bitsAt + index * 2, bit, true))
  view.setUint32(dpiAt, dpi, true)
  view.setUint32(dpiAt + 4, 1, true)
  view.setUint16(directoryAt, entries.length, true)
  entries.forEach(([tag, type, count, value], index) => {
    const at = directoryAt + 2 + index * 12
    view.setUint16(at, tag, true)
    view.setUint16(at + 2, type, true)
    view.setUint32(at + 4, count, true)
    if (type === short && count === 1) view.setUint16(at + 8, value, true)
    else view.setUint32(at + 8, value, true)
  })
  return file
}

function withoutOpacity(pixels: Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const colours = new Uint8Array((pixels.length / 4) * 3)
  for (let from = 0, to = 0; from < pixels.length; from += 4)
    for (let part = 0; part < 3; part++) colours[to++] = pixels[from + part] ?? 0
  return colours
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(compressed).arrayBuffer())
}
