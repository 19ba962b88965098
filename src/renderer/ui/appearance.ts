import type { Virtualizer } from '@tanstack/react-virtual'
import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import { defaultSettings, type Settings } from '../../shared/domain/app/settings.ts'

/** What a person set of how everything looks, and the language of the page. */
export type Appearance = Pick<
  Settings,
  'density' | 'numberFormat' | 'dateFormat' | 'divergingPalette' | 'sequentialPalette'
> & { language: string }

const AppearanceContext = createContext<Appearance>({ ...defaultSettings, language: 'en' })

export const AppearanceProvider = AppearanceContext.Provider

export const useAppearance = (): Appearance => useContext(AppearanceContext)

/** Pixels; the page's css knows the one that is set as `--pathclock-row`. */
export const rowHeights: Record<Settings['density'], number> = { compact: 28, comfortable: 32 }

/** Pixels of a row of a table, as a person set it. */
export const useRowHeight = (): number => rowHeights[useAppearance().density]

/** Lets a table follow when the height of its rows changes; the row that was at the top stays there. */
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
