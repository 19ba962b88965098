import { combine } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import type { Input } from '../../shared/contract/contract.ts'
import type { FileHandle } from '../../shared/contract/state.ts'
import type { SampleChoice } from '../../shared/domain/results/cohort.ts'
import type { FigureDefinition } from '../../shared/domain/studies/board.ts'
import { createStoreHook } from '../ui/pageState.ts'

/** The kinds of export: a table, a document of a study, or its methods text. */
export const exportParts = ['table', 'report', 'capsule', 'methods'] as const
export type ExportPart = (typeof exportParts)[number]

export const helpTopics = [
  'start',
  'import',
  'results',
  'numbers',
  'exports',
  'capsules',
  'offline',
  'keyboard',
  'privacy',
] as const
export type HelpTopic = (typeof helpTopics)[number]

/** `sent`: called once the orders are being sent. */
export type SendingRequest = Input<'batches.estimate'> & { sent?: () => void }

/** The state in which all dialogs are closed. */
const closed = {
  exporting: false,
  exportPart: 'table' as ExportPart,
  /** The samples to export instead of the current screen's tables; null for those. */
  exportOf: null as SampleChoice | null,
  /** The capsule to open: `choose` until the user has chosen a file. */
  capsule: null as FileHandle | 'choose' | null,
  /** The backup to restore: `choose` until the user has chosen a file. */
  backup: null as FileHandle | 'choose' | null,
  /** The samples to offer for analysis. */
  analysing: null as SampleChoice | null,
  /** The samples to annotate with groups, tags and notes. */
  annotating: null as ReadonlySet<string> | null,
  /** The orders of a batch to confirm. */
  sending: null as SendingRequest | null,
  /** True while the orders in question after damage are shown. */
  reviewingOrders: false,
  help: null as HelpTopic | null,
  /** True during the tour of the frame. Without a profile there is no frame and no tour. */
  touring: false,
  /** The figure to add to a board of its study. */
  addingToBoard: null as FigureDefinition | null,
  reportingProblem: false,
  /** True while the sheet of all shortcuts is open. */
  shortcuts: false,
}

/** Creates the store of dialogs that a menu, a shortcut, the palette or any screen may open. */
export const createDialogs = () =>
  createStore(
    combine(closed, (set) => ({
      openExport: (exportPart: ExportPart = 'table', exportOf: SampleChoice | null = null) =>
        set({ exporting: true, exportPart, exportOf }),
      openCapsule: (file?: FileHandle) => set({ capsule: file ?? 'choose' }),
      openBackup: (file?: FileHandle) => set({ backup: file ?? 'choose' }),
      openAnalyse: (analysing: SampleChoice) => set({ analysing }),
      openAnnotate: (annotating: ReadonlySet<string>) => set({ annotating }),
      confirmSending: (sending: SendingRequest) => set({ sending }),
      reviewOrders: () => set({ reviewingOrders: true }),
      openHelp: (help: HelpTopic = 'start') => set({ help }),
      startTour: () => set({ touring: true, help: null }),
      openAddToBoard: (addingToBoard: FigureDefinition) => set({ addingToBoard }),
      openProblem: () => set({ reportingProblem: true, help: null }),
      openShortcuts: () => set({ shortcuts: true }),
      close: (dialog: keyof typeof closed) => set((state) => ({ ...state, [dialog]: closed[dialog] })),
    })),
  )

export type Dialogs = ReturnType<ReturnType<typeof createDialogs>['getState']>

export const useDialogs = createStoreHook(createDialogs)
