import { type ReactNode, useEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import { createStoreHook } from '../ui/pageState.ts'

/** `selected`: the number of selected items among those shown. */
type StatusDetails = { selected?: number }
type StatusContent = { shown: ReactNode } & Required<StatusDetails>
type StatusBar = StatusContent & { show(content: StatusContent): void }

const emptyStatus: StatusContent = { shown: null, selected: 0 }

/** Creates the store of the current screen's text at the right of the status bar, such as "48 samples · 3 selected". */
export const createStatusBar = () =>
  createStore<StatusBar>()((set) => ({ ...emptyStatus, show: (content) => set(content) }))

export const useStatusBar = createStoreHook(createStatusBar)

/** Shows `text` at the right of the status bar while the calling screen is mounted. */
export function useStatusText(text: string | null, { selected = 0 }: StatusDetails = {}): void {
  const show = useStatusBar((state) => state.show)
  useEffect(() => {
    show(text === null ? emptyStatus : { shown: text, selected })
    return () => show(emptyStatus)
  }, [show, text, selected])
}
