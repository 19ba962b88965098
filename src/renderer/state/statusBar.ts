import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'

type StatusBar = { shown: ReactNode; show(shown: ReactNode): void }

/** What the screen in front says of itself at the right of the status bar, such as "48 rows · 2 min ago". */
export const useStatusBar = create<StatusBar>()((set) => ({
  shown: null,
  show: (shown) => set({ shown }),
}))

/** Says `text` at the right of the status bar for as long as the calling screen is shown. */
export function useStatusText(text: string | null): void {
  const show = useStatusBar((state) => state.show)
  useEffect(() => {
    show(text)
    return () => show(null)
  }, [show, text])
}
