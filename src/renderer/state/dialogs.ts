import { createStore } from 'zustand/vanilla'
import type { Input } from '../../shared/contract/contract.ts'
import type { FileHandle } from '../../shared/contract/state.ts'
import type { SampleChoice } from '../../shared/domain/results/cohort.ts'
import type { FigureDefinition } from '../../shared/domain/studies/board.ts'
import { createStoreHook } from '../ui/pageState.ts'

/** The kinds of export: a table, a document of a study, or its methods text. */
export const exportParts = ['table', 'report', 'capsule', 'methods'] as const
export type ExportPart = (typeof exportParts)[number]

/** The chapters of the help, in order. */
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

export type Dialogs = {
  exporting: boolean
  exportPart: ExportPart
  /** The samples to export instead of the current screen's tables; null for those. */
  exportOf: SampleChoice | null
  openExport(part?: ExportPart, of?: SampleChoice | null): void
  closeExport(): void
  /** The capsule to open: `choose` until the user has chosen a file; null while closed. */
  capsule: FileHandle | 'choose' | null
  openCapsule(file?: FileHandle): void
  closeCapsule(): void
  /** The backup to restore: `choose` until the user has chosen a file; null while closed. */
  backup: FileHandle | 'choose' | null
  openBackup(file?: FileHandle): void
  closeBackup(): void
  /** The samples to offer for analysis; null while closed. */
  analysing: SampleChoice | null
  openAnalyse(of: SampleChoice): void
  closeAnalyse(): void
  /** The samples to annotate with groups, tags and notes; null while closed. */
  annotating: ReadonlySet<string> | null
  openAnnotate(sampleIds: ReadonlySet<string>): void
  closeAnnotate(): void
  /** The orders of a batch to confirm; null while closed. */
  sending: SendingRequest | null
  confirmSending(request: SendingRequest): void
  closeSending(): void
  /** True while the orders in question after damage are shown. */
  reviewingOrders: boolean
  reviewOrders(): void
  closeOrders(): void
  /** The chapter of the help; null while closed. */
  help: HelpTopic | null
  openHelp(topic?: HelpTopic): void
  closeHelp(): void
  /** True during the tour of the frame. Without a profile there is no frame and no tour. */
  touring: boolean
  startTour(): void
  endTour(): void
  /** The figure to add to a board of its study; null while closed. */
  addingToBoard: FigureDefinition | null
  openAddToBoard(definition: FigureDefinition): void
  closeAddToBoard(): void
  reportingProblem: boolean
  openProblem(): void
  closeProblem(): void
  /** True while the sheet of all shortcuts is open. */
  shortcuts: boolean
  showShortcuts(shortcuts: boolean): void
}

/** Creates the store of dialogs that a menu, a shortcut, the palette or any screen may open. */
export const createDialogs = () =>
  createStore<Dialogs>()((set) => ({
    exporting: false,
    exportPart: 'table',
    exportOf: null,
    openExport: (exportPart = 'table', exportOf = null) => set({ exporting: true, exportPart, exportOf }),
    closeExport: () => set({ exporting: false }),
    capsule: null,
    openCapsule: (file) => set({ capsule: file ?? 'choose' }),
    closeCapsule: () => set({ capsule: null }),
    backup: null,
    openBackup: (file) => set({ backup: file ?? 'choose' }),
    closeBackup: () => set({ backup: null }),
    analysing: null,
    openAnalyse: (of) => set({ analysing: of }),
    closeAnalyse: () => set({ analysing: null }),
    annotating: null,
    openAnnotate: (sampleIds) => set({ annotating: sampleIds }),
    closeAnnotate: () => set({ annotating: null }),
    sending: null,
    confirmSending: (sending) => set({ sending }),
    closeSending: () => set({ sending: null }),
    reviewingOrders: false,
    reviewOrders: () => set({ reviewingOrders: true }),
    closeOrders: () => set({ reviewingOrders: false }),
    help: null,
    openHelp: (topic = 'start') => set({ help: topic }),
    closeHelp: () => set({ help: null }),
    touring: false,
    startTour: () => set({ touring: true, help: null }),
    endTour: () => set({ touring: false }),
    addingToBoard: null,
    openAddToBoard: (addingToBoard) => set({ addingToBoard }),
    closeAddToBoard: () => set({ addingToBoard: null }),
    reportingProblem: false,
    openProblem: () => set({ reportingProblem: true, help: null }),
    closeProblem: () => set({ reportingProblem: false }),
    shortcuts: false,
    showShortcuts: (shortcuts) => set({ shortcuts }),
  }))

export const useDialogs = createStoreHook(createDialogs)
