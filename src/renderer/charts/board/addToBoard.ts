import { createContext } from 'react'
import type { FigureDefinition } from '../../../shared/domain/studies/board.ts'

/** Adds a figure to a board of the current study. The app provides it; null if there is no study or it is read-only. */
export const AddToBoardContext = createContext<((definition: FigureDefinition) => void) | null>(null)
