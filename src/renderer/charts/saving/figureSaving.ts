import { createContext } from 'react'
import type { Failure } from '../../../shared/contract/failures.ts'

/** The options for saving a figure, remembered for the next one. `heightMm`: null if it follows the width. */
export type FigureChoice = {
  format: FigureFormat
  widthMm: number
  heightMm: number | null
  lettersPt: number
  dpi: number
  background: 'white' | 'none'
}

export const figureFormats = ['png', 'tiff', 'svg', 'pdf'] as const
export type FigureFormat = (typeof figureFormats)[number]

export const hasPixels = ({ format }: Pick<FigureChoice, 'format'>): boolean =>
  format === 'png' || format === 'tiff'

/** The column widths of most journals, and a slide of 16:9. */
export const figurePresets = {
  column: { widthMm: 85, heightMm: null, lettersPt: 7 },
  middle: { widthMm: 114, heightMm: null, lettersPt: 7 },
  columns: { widthMm: 174, heightMm: null, lettersPt: 8 },
  slide: { widthMm: 254, heightMm: 143, lettersPt: 12 },
} as const
export type FigurePreset = keyof typeof figurePresets

export const dpiPresets: readonly number[] = [150, 300, 600]

/** The limits of the fields, which `figures.savePdf` enforces too. */
export const bounds = {
  mm: { least: 30, most: 1200 },
  dpi: { least: 36, most: 2400 },
  lettersPt: { least: 4, most: 36 },
} as const

export const defaultFigureChoice: FigureChoice = {
  format: 'png',
  ...figurePresets.columns,
  dpi: 300,
  background: 'white',
}

/** Returns the preset with these sizes; null for custom sizes. */
export function presetOf({ widthMm, heightMm, lettersPt }: FigureChoice): FigurePreset | null {
  const names = Object.keys(figurePresets) as FigurePreset[]
  const fits = (name: FigurePreset) => {
    const preset = figurePresets[name]
    const height = preset.heightMm === null || preset.heightMm === heightMm
    return preset.widthMm === widthMm && preset.lettersPt === lettersPt && height
  }
  return names.find(fits) ?? null
}

/** `saved`: called once the file is where the user wanted it. */
export type PdfFigure = { svg: string; widthMm: number; heightMm: number; fileName: string; saved(): void }

/** Functions that a chart gets from the app, because it knows no host and stores nothing. */
type FigureSaving = {
  choice: FigureChoice
  setChoice(choice: FigureChoice): void
  /** Null if printing is not possible. `isCancelled`: the user chose no place for the last figure. */
  pdf: {
    run(figure: PdfFigure): Promise<void>
    reset(): void
    pending: boolean
    failure: Failure | null
    isCancelled: boolean
  } | null
  /** Copies a picture to the clipboard; left out if the page can do that itself. */
  copyPng?(png: Blob): Promise<void>
}

/** Provided by the app. Without a provider there is no PDF, and nothing is remembered. */
export const FigureSavingContext = createContext<FigureSaving>({
  choice: defaultFigureChoice,
  setChoice: () => undefined,
  pdf: null,
})
