import { create } from 'zustand'
import type { SampleChoice } from '../../shared/domain/cohort.ts'

type Dialogs = {
  exporting: boolean
  openExport(): void
  closeExport(): void
  /** Samples whose analysis is offered; null: none is. */
  analysing: SampleChoice | null
  openAnalyse(of: SampleChoice): void
  closeAnalyse(): void
}

/** Dialogs that a menu, a shortcut, the palette or any screen may open. */
export const useDialogs = create<Dialogs>()((set) => ({
  exporting: false,
  openExport: () => set({ exporting: true }),
  closeExport: () => set({ exporting: false }),
  analysing: null,
  openAnalyse: (of) => set({ analysing: of }),
  closeAnalyse: () => set({ analysing: null }),
}))
