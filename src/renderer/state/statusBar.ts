import { type ReactNode, useEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import { createStoreHook } from '../ui/pageState.ts'

/** `selected`: how many of what is shown are marked. `fetchedAt`: of the oldest answer among it, ISO 8601. */
type StatusDetails = { selected?: number; fetchedAt?: string | null }
type StatusContent = { shown: ReactNode } & Required<StatusDetails>
type StatusBar = StatusContent & { show(content: StatusContent): void }

const emptyStatus: StatusContent = { shown: null, selected: 0, fetchedAt: null }

/** What the screen in front says of itself at the right of the status bar, such as "48 rows · 3 selected · 2 min ago". */
export const createStatusBar = () =>
  createStore<StatusBar>()((set) => ({ ...emptyStatus, show: (content) => set(content) }))

export const useStatusBar = createStoreHook(createStatusBar)

/** Says `text` at the right of the status bar for as long as the calling screen is shown. */
export function useStatusText(
  text: string | null,
  { selected = 0, fetchedAt = null }: StatusDetails = {},
): void {
  const show = useStatusBar((state) => state.show)
  useEffect(() => {
    show(text === null ? emptyStatus : { shown: text, selected, fetchedAt })
    return () => show(emptyStatus)
  }, [show, text, selected, fetchedAt])
}
