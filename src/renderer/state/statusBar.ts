import { type ReactNode, useEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import { createStoreHook } from '../ui/pageState.ts'

/** `selected`: how many of what is shown are marked. */
type StatusDetails = { selected?: number }
type StatusContent = { shown: ReactNode } & Required<StatusDetails>
type StatusBar = StatusContent & { show(content: StatusContent): void }

const emptyStatus: StatusContent = { shown: null, selected: 0 }

/** What the screen in front says of itself at the right of the status bar, such as "48 samples · 3 selected". */
export const createStatusBar = () =>
  createStore<StatusBar>()((set) => ({ ...emptyStatus, show: (content) => set(content) }))

export const useStatusBar = createStoreHook(createStatusBar)

/** Says `text` at the right of the status bar for as long as the calling screen is shown. */
export function useStatusText(text: string | null, { selected = 0 }: StatusDetails = {}): void {
  const show = useStatusBar((state) => state.show)
  useEffect(() => {
    show(text === null ? emptyStatus : { shown: text, selected })
    return () => show(emptyStatus)
  }, [show, text, selected])
}
