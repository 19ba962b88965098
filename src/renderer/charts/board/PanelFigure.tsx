import { type ComponentType, createContext, useEffect } from 'react'
import type { FigureContent } from '../../../figures/spec.ts'
import type { FigureDefinition } from '../../../shared/domain/studies/board.ts'

export type PanelState =
  | { state: 'loading' }
  | { state: 'drawn'; content: FigureContent }
  /** A sentence that says why it cannot be drawn. */
  | { state: 'failed'; why: string }

export type PanelFigureProps = {
  panelId: string
  definition: FigureDefinition
  /** The same function between renders. */
  report(panelId: string, value: PanelState): void
}

/** Works a figure of the study in front out from its definition, and shows nothing itself. Handed in by the app, which knows all views. */
export const PanelFigureContext = createContext<ComponentType<PanelFigureProps> | null>(null)

/** What a figure of a panel has come to. */
export type Show = (value: PanelState) => void

export function Report({ show, value }: { show: Show; value: PanelState }) {
  useEffect(() => show(value))
  return null
}

export const loading: PanelState = { state: 'loading' }
export const drawn = (content: FigureContent): PanelState => ({ state: 'drawn', content })
export const failed = (why: string): PanelState => ({ state: 'failed', why })
