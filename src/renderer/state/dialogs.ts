import { createStore } from 'zustand/vanilla'
import type { Input } from '../../shared/contract/contract.ts'
import type { FileHandle } from '../../shared/contract/state.ts'
import type { SampleChoice } from '../../shared/domain/results/cohort.ts'
import type { FigureDefinition } from '../../shared/domain/studies/board.ts'
import { createStoreHook } from '../ui/pageState.ts'

/** What leaves the app: a table, a document of a study, or how its numbers were made. */
export const exportParts = ['table', 'report', 'capsule', 'methods'] as const
export type ExportPart = (typeof exportParts)[number]

/** The chapters of the help, in their order. */
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

/** `sent`: they are on their way. */
export type SendingRequest = Input<'batches.estimate'> & { sent?: () => void }

export type Dialogs = {
  exporting: boolean
  exportPart: ExportPart
  /** Samples that are exported instead of what the screen in front shows; null: none are. */
  exportOf: SampleChoice | null
  openExport(part?: ExportPart, of?: SampleChoice | null): void
  closeExport(): void
  /** A capsule to be opened: `choose` until there is a file; null where none is asked for. */
  capsule: FileHandle | 'choose' | null
  openCapsule(file?: FileHandle): void
  closeCapsule(): void
  /** A backup to be restored: `choose` until there is a file; null if none is to be. */
  backup: FileHandle | 'choose' | null
  openBackup(file?: FileHandle): void
  closeBackup(): void
  /** Samples whose analysis is offered; null: none is. */
  analysing: SampleChoice | null
  openAnalyse(of: SampleChoice): void
  closeAnalyse(): void
  /** Samples to which groups, tags and notes are added; null: none are. */
  annotating: ReadonlySet<string> | null
  openAnnotate(sampleIds: ReadonlySet<string>): void
  closeAnnotate(): void
  /** Orders of a batch whose sending is to be confirmed; null: none are. */
  sending: SendingRequest | null
  confirmSending(request: SendingRequest): void
  closeSending(): void
  /** The orders in question after damage are shown. */
  lookingAtOrders: boolean
  lookAtOrders(): void
  closeOrders(): void
  /** The chapter of the help that is shown; null: none is. */
  help: HelpTopic | null
  openHelp(topic?: HelpTopic): void
  closeHelp(): void
  /** The tour of the frame is under way; where there is no profile yet there is no frame, and no tour. */
  touring: boolean
  startTour(): void
  endTour(): void
  /** A figure that is put on a board of its study; null: none is. */
  addingToBoard: FigureDefinition | null
  openAddToBoard(definition: FigureDefinition): void
  closeAddToBoard(): void
  reportingProblem: boolean
  openProblem(): void
  closeProblem(): void
  /** The sheet of all shortcuts. */
  shortcuts: boolean
  showShortcuts(shortcuts: boolean): void
}

/** Dialogs that a menu, a shortcut, the palette or any screen may open. */
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
    lookingAtOrders: false,
    lookAtOrders: () => set({ lookingAtOrders: true }),
    closeOrders: () => set({ lookingAtOrders: false }),
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
