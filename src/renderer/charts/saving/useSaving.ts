import { use, useState } from 'react'
import { saveFile, toSvgFile } from './clipboard.ts'
import { type Printable, toPngFile, toSizedSvg, toTiffFile } from './figureFile.ts'
import { type FigureChoice, FigureSavingContext } from './figureSaving.ts'
import type { FigurePage } from './fitFigure.ts'

type Options = {
  /** Null if it cannot be saved in its current state. */
  printable: Printable | null
  page: FigurePage
  choice: Pick<FigureChoice, 'format' | 'dpi'>
  /** The name without extension. */
  fileName: string
  /** Called once the file is where the user wanted it. */
  saved(): void
}

export function useSaving({ printable, page, choice, fileName, saved }: Options) {
  const { pdf } = use(FigureSavingContext)
  const [isDrawing, setIsDrawing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    if (!printable) return
    // Yields before the slow drawing, so that the button shows that it was pressed.
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
    /** Set if the picture could not be drawn; `failure` if it could not be printed. */
    problem,
    failure: pdf?.failure ?? null,
    isCancelled: pdf?.isCancelled ?? false,
    reset: () => pdf?.reset(),
  }
}
