import { use, useState } from 'react'
import { saveFile, toSvgFile } from './clipboard.ts'
import { type Printable, toPngFile, toSizedSvg, toTiffFile } from './figureFile.ts'
import { type FigureChoice, FigureSavingContext } from './figureSaving.ts'
import type { FigurePage } from './fitFigure.ts'

type Options = {
  /** null where it cannot be saved as it is. */
  printable: Printable | null
  page: FigurePage
  choice: Pick<FigureChoice, 'format' | 'dpi'>
  /** Without extension. */
  fileName: string
  /** Called once it lies where the person wanted it. */
  saved(): void
}

/** Saves what can be printed in the format that was chosen. */
export function useSaving({ printable, page, choice, fileName, saved }: Options) {
  const { pdf } = use(FigureSavingContext)
  const [isDrawing, setIsDrawing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    if (!printable) return
    // Drawing takes a moment, in which the button has to show that it was pressed.
    setIsDrawing(true)
    setProblem(null)
    await new Promise((resolve) => setTimeout(resolve))
    try {
      await write(printable)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setIsDrawing(false)
  }
  async function write(printable: Printable): Promise<void> {
    const { format, dpi } = choice
    if (format === 'pdf') {
      const { widthMm, heightMm } = page
      const svg = toSizedSvg(printable, page)
      return pdf?.run({ svg, widthMm, heightMm, fileName: `${fileName}.pdf`, saved })
    }
    if (format === 'svg') saveFile(toSvgFile(toSizedSvg(printable, page)), `${fileName}.svg`)
    else if (format === 'png') saveFile(await toPngFile(printable, page, dpi), `${fileName}.png`)
    else saveFile(await toTiffFile(printable, page, dpi), `${fileName}.tiff`)
    saved()
  }
  return {
    save,
    isSaving: isDrawing || (pdf?.pending ?? false),
    hasPdf: pdf !== null,
    /** Why it could not be drawn, and why it could not be printed. */
    problem,
    failure: pdf?.failure ?? null,
    isCancelled: pdf?.isCancelled ?? false,
    reset: () => pdf?.reset(),
  }
}
