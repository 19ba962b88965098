import type { Input, Output } from '../../shared/contract/contract.ts'
import type { Files, PrintPdf } from '../ports.ts'

/** Figures of the page as files. Throws `rejected` for what is no plain drawing, and what printing and writing throw. */
export const createFigureFiles = ({ files, printPdf }: { files: Files; printPdf: PrintPdf }) => ({
  async savePdf({
    fileId,
    svg,
    widthMm,
    heightMm,
  }: Input<'figures.savePdf'>): Promise<Output<'figures.savePdf'>> {
    // It brings a whole reader of XML, which no start needs.
    const { readSafeSvg } = await import('./safeSvg.ts')
    const { summary } = readSafeSvg(svg)
    const pdf = await printPdf(toSheet(svg, summary, widthMm, heightMm), { widthMm, heightMm })
    return { file: await files.write(fileId, inOnePiece(pdf)) }
  },
})

/**
 * The drawing as an image of its own, in which a browser runs no script and fetches nothing, and which stays shapes and
 * letters in a PDF; its summary is what a screen reader says of it.
 */
function toSheet(svg: string, summary: string, widthMm: number, heightMm: number): string {
  const image = Buffer.from(svg, 'utf8').toString('base64')
  const style = `html, body { margin: 0; height: 100%; overflow: hidden } img { position: absolute; left: 0; top: 0; width: ${widthMm}mm; height: ${heightMm}mm }`
  const text = escapeText(summary)
  return `<html><head><title>${text}</title><style>${style}</style></head><body><img alt="${text}" src="data:image/svg+xml;base64,${image}"></body></html>`
}

const escapeText = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
