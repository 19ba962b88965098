import type { FigureMethods, FigureSpec, FiguresTask } from '../../../figures/spec.ts'
import type { Palettes } from '../../../figures/style/colours.ts'
import type { Services } from '../../../shared/contract/contract.ts'
import { Failure } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/words/message.ts'
import { launchWorker } from '../../concurrency/launchWorker.ts'
import { createWorkerTasks } from '../../concurrency/workerRpc.ts'
import type { Dialogs, Files, PrintPdf } from '../../ports.ts'
import type { DrawFigures } from '../documents/collectStudy.ts'

type DrawDeps = { workerFile: URL | string; palettes(): Palettes }

/** Draws on a thread that lives for one call: charts take long to load and to draw. Throws the signal's reason. */
export function createDrawFigures({ workerFile, palettes }: DrawDeps): DrawFigures {
  const worker = createWorkerTasks<FigureMethods>({ launch: () => launchWorker(workerFile) })
  return async (figures, language, signal) => {
    signal?.throwIfAborted()
    if (figures.length === 0) return []
    const task: FiguresTask = { figures: figures.map(withoutFunctions), language, palettes: palettes() }
    const drawings: string[] = []
    for await (const svg of worker.stream('draw', [task], { signal })) drawings.push(svg)
    return drawings
  }
}

/** Removes the facts shown on hover, which are not part of a figure and may be functions. */
function withoutFunctions(spec: FigureSpec): FigureSpec {
  if (spec.kind !== 'scatter') return spec
  const points = spec.props.points.map((point) => ({ ...point, facts: [] }))
  return { ...spec, props: { ...spec.props, points } }
}

type FigureFilesDeps = {
  files: Files
  printPdf: PrintPdf
  /** Left out if the page copies pictures itself. */
  copyPicture?: Dialogs['copyPicture']
}

/** Creates the service that writes the page's figures. Throws `rejected` for anything but a plain drawing. */
export const createFigureFiles = ({
  files,
  printPdf,
  copyPicture,
}: FigureFilesDeps): Services['figures'] => ({
  async copyPng({ png }) {
    if (!copyPicture) throw new Failure('forbidden', message('app.pageBrowserPutsPictures'), {})
    await copyPicture(Buffer.from(png, 'base64'))
    return null
  },
  async savePdf({ fileId, svg, widthMm, heightMm }) {
    // An unknown file is rejected before anything is printed.
    files.path(fileId)
    // Loaded on demand, because it includes an XML parser that no start needs.
    const { readSafeSvg } = await import('./safeSvg.ts')
    const { summary } = readSafeSvg(svg)
    const pdf = await printPdf(toSheet(svg, summary, widthMm, heightMm), { widthMm, heightMm })
    return { file: await files.write(fileId, [pdf]) }
  },
})

/** Embeds the drawing as an image, so that a browser runs none of its scripts and fetches nothing for it. In a PDF it stays shapes. */
function toSheet(svg: string, summary: string, widthMm: number, heightMm: number): string {
  const image = Buffer.from(svg, 'utf8').toString('base64')
  const style = `html, body { margin: 0; height: 100%; overflow: hidden } img { position: absolute; left: 0; top: 0; width: ${widthMm}mm; height: ${heightMm}mm }`
  const text = escapeText(summary)
  return `<html><head><title>${text}</title><style>${style}</style></head><body><img alt="${text}" src="data:image/svg+xml;base64,${image}"></body></html>`
}

const escapeText = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
