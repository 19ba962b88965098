import { createContext } from 'react'
import type { Failure } from '../../shared/contract/failures.ts'
import { defaultFigureChoice, type FigureChoice } from './figureChoice.ts'

/** `saved`: called once it lies where the person wanted it. */
export type PdfFigure = {
  svg: string
  widthMm: number
  heightMm: number
  fileName: string
  saved(): void
}

/** What a chart cannot do itself: it knows no host and keeps nothing. */
export type FigureSaving = {
  choice: FigureChoice
  setChoice(choice: FigureChoice): void
  /** null where nothing can print. `isCancelled`: the person chose no place for the last figure. */
  pdf: {
    run(figure: PdfFigure): Promise<void>
    reset(): void
    pending: boolean
    failure: Failure | null
    isCancelled: boolean
  } | null
  /** Puts a picture on the clipboard; left out where the page may do that itself. */
  copyPng?(png: Blob): Promise<void>
}

/** Handed in by the app; without one there is no PDF, and nothing is remembered. */
export const FigureSavingContext = createContext<FigureSaving>({
  choice: defaultFigureChoice,
  setChoice: () => undefined,
  pdf: null,
})
