import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'

/** `selected`: how many of what is shown are marked. `fetchedAt`: of the oldest answer among it, ISO 8601. */
type More = { selected?: number; fetchedAt?: string | null }
type Said = { shown: ReactNode } & Required<More>
type StatusBar = Said & { show(said: Said): void }

const nothing: Said = { shown: null, selected: 0, fetchedAt: null }

/** What the screen in front says of itself at the right of the status bar, such as "48 rows · 3 selected · 2 min ago". */
export const useStatusBar = create<StatusBar>()((set) => ({ ...nothing, show: (said) => set(said) }))

/** Says `text` at the right of the status bar for as long as the calling screen is shown. */
export function useStatusText(text: string | null, { selected = 0, fetchedAt = null }: More = {}): void {
  const show = useStatusBar((state) => state.show)
  useEffect(() => {
    show(text === null ? nothing : { shown: text, selected, fetchedAt })
    return () => show(nothing)
  }, [show, text, selected, fetchedAt])
}
