import { createContext } from 'react'
import type { FigureDefinition } from '../../../shared/domain/studies/board.ts'

/** Puts a figure on a board of the study in front; null where there is none, or nothing can be changed. Handed in by the app. */
export const AddToBoardContext = createContext<((definition: FigureDefinition) => void) | null>(null)
