import { type ComponentType, createContext, useEffect } from 'react'
import type { FigureContent } from '../../../figures/spec.ts'
import type { FigureDefinition } from '../../../shared/domain/studies/board.ts'

export type PanelState =
  | { state: 'loading' }
  | { state: 'drawn'; content: FigureContent }
  /** The reason why it cannot be drawn. */
  | { state: 'failed'; why: string }

export type PanelFigureProps = {
  panelId: string
  definition: FigureDefinition
  /** The function must stay the same between renders. */
  report(panelId: string, value: PanelState): void
}

/**
 * Computes a figure of the current study from its definition and renders nothing. The app provides it, because it has
 * access to all views.
 */
export const PanelFigureContext = createContext<ComponentType<PanelFigureProps> | null>(null)

/** Reports the state of a panel's figure. */
export type Show = (value: PanelState) => void

export function Report({ show, value }: { show: Show; value: PanelState }) {
  useEffect(() => show(value))
  return null
}

export const loading: PanelState = { state: 'loading' }
export const drawn = (content: FigureContent): PanelState => ({ state: 'drawn', content })
export const failed = (why: string): PanelState => ({ state: 'failed', why })

/** Adds a figure to a board of the current study. The app provides it; null if there is no study or it is read-only. */
export const AddToBoardContext = createContext<((definition: FigureDefinition) => void) | null>(null)
