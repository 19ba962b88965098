import { create } from 'zustand'

type Dialogs = { exporting: boolean; openExport(): void; closeExport(): void }

/** Dialogs that a menu, a shortcut, the palette or any screen may open. */
export const useDialogs = create<Dialogs>()((set) => ({
  exporting: false,
  openExport: () => set({ exporting: true }),
  closeExport: () => set({ exporting: false }),
}))
