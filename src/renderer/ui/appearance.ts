import type { Virtualizer } from '@tanstack/react-virtual'
import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import { defaultSettings, type Settings } from '../../shared/domain/app/settings.ts'

/** The user's display settings and the language of the page. */
export type Appearance = Pick<
  Settings,
  'density' | 'numberFormat' | 'dateFormat' | 'divergingPalette' | 'sequentialPalette'
> & { language: string }

const AppearanceContext = createContext<Appearance>({ ...defaultSettings, language: 'en' })

export const AppearanceProvider = AppearanceContext.Provider

export const useAppearance = (): Appearance => useContext(AppearanceContext)

/** The row heights in pixels; the CSS has the current one as `--pathclock-row`. */
export const rowHeights: Record<Settings['density'], number> = { compact: 28, comfortable: 32 }

/** Returns the height of a table row in pixels, under the user's density setting. */
export const useRowHeight = (): number => rowHeights[useAppearance().density]

/** Measures the rows of a table again when their height changes, and keeps the row at the top in place. */
export function useRemeasure<S extends Element, I extends Element>(rows: Virtualizer<S, I>, height: number) {
  const before = useRef(height)
  useLayoutEffect(() => {
    if (before.current === height) return
    before.current = height
    const top = rows.range?.startIndex ?? 0
    rows.measure()
    if (top > 0) rows.scrollToIndex(top, { align: 'start' })
  }, [rows, height])
}
