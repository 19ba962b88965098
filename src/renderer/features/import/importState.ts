import { createStore } from 'zustand/vanilla'
import type { Input } from '../../../shared/contract/contract.ts'
import type {
  CellEdit,
  ImportChanges,
  ImportCheck,
  ImportDraft,
  MappingTemplate,
  ReadOptions,
  Replacement,
} from '../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { call } from '../../client/call.ts'
import { absentColumns, fitPlan, type Plan } from './plan.ts'

export const steps = ['file', 'read', 'columns', 'check', 'send'] as const
export type Step = (typeof steps)[number]

/**
 * A check and what it was made of: with another reading, plan or form, or other corrections, it is old. `isTried`: its
 * orders were asked for; where that was refused, others stand in the way since.
 */
export type Checked = {
  check: ImportCheck
  plan: Plan
  form: string | null
  edits: number
  number: number
  isTried: boolean
}

/** A file that was read, and what was done with it so far. */
export type Loaded = {
  fileId: string
  draft: ImportDraft
  /** What a person, or the saved mapping, set of how the file is read; the rest was detected. */
  options: ReadOptions
  plan: Plan
  /** The saved mapping in force, and columns that it uses and this file does not have. */
  template: { templateId: string; name: string; absent: string[] } | null
  /** How often cells were changed, taken back or done again. */
  edits: number
  changes: Pick<ImportChanges, 'undoable' | 'redoable'>
  checked: Checked | null
  /** How far the work had come when the page was left. */
  reached: Exclude<Step, 'file'>
}
export type LoadedAndChecked = Loaded & { checked: Checked }

export type Sent = { batchId: string; studyId: string; jobId: string; total: number }

/** Where an import is, with what it needs there. */
export type ImportState =
  | { step: 'file'; loaded: Loaded | null }
  | { step: 'read' | 'columns'; loaded: Loaded }
  | { step: 'check' | 'send'; loaded: LoadedAndChecked }
  | { step: 'sent'; sent: Sent }

/** `form`: the order form as it was last heard of, as text. */
type Work = { profileId: string | null; form: string | null; at: ImportState }

const nothing: Work = { profileId: null, form: null, at: { step: 'file', loaded: null } }

const loadedOf = (at: ImportState): Loaded | null => (at.step === 'sent' ? null : at.loaded)

/** The same step with another plan, check or template. */
function mapLoaded(at: ImportState, change: <L extends Loaded>(loaded: L) => L): ImportState {
  switch (at.step) {
    case 'sent':
      return at
    case 'file':
      return at.loaded ? { step: at.step, loaded: change(at.loaded) } : at
    case 'read':
    case 'columns':
      return { step: at.step, loaded: change(at.loaded) }
    default:
      return { step: at.step, loaded: change(at.loaded) }
  }
}

/** Another step, where there is what it needs. */
function toStep(at: ImportState, step: Step): ImportState {
  const loaded = loadedOf(at)
  if (step === 'file') return { step, loaded }
  if (!loaded) return at
  if (step === 'read' || step === 'columns') return { step, loaded: { ...loaded, reached: step } }
  const { checked } = loaded
  return checked ? { step, loaded: { ...loaded, checked, reached: step } } : at
}

/** Whether the last check still says what is so. */
export function isFresh({ at, form }: Work): boolean {
  const loaded = loadedOf(at)
  const checked = loaded?.checked
  if (!loaded || !checked || checked.isTried) return false
  return (
    checked.check.draftId === loaded.draft.draftId &&
    checked.plan === loaded.plan &&
    checked.form === form &&
    checked.edits === loaded.edits
  )
}

/** What is chosen of the columns so far, where they are still there after a file was read another way. */
function planFor(draft: ImportDraft, before: Loaded | undefined): Pick<Loaded, 'plan' | 'template'> {
  const same =
    before &&
    before.draft.columns.length === draft.columns.length &&
    before.draft.columns.every((column, index) => column === draft.columns[index])
  if (same) return { plan: before.plan, template: before.template }
  return {
    plan: { mapping: draft.suggestedMapping, transform: draft.suggestedTransform },
    template: draft.template && { ...draft.template, absent: [] },
  }
}

/** One import from file to orders. It outlives the screen: leaving the page loses no work. */
export function createImport() {
  const store = createStore<Work>()(() => nothing)
  const { setState: set, getState: get } = store
  const setAt = (at: ImportState): void => set({ at })
  const change = (part: <L extends Loaded>(loaded: L) => L): void => setAt(mapLoaded(get().at, part))
  /** Does nothing where another file was read meanwhile. */
  const changeDraft = (draftId: string, part: <L extends Loaded>(loaded: L) => L): void =>
    change((loaded) => (loaded.draft.draftId === draftId ? part(loaded) : loaded))

  async function countChange<A extends ImportChanges>(draftId: string, request: Promise<A>): Promise<A> {
    const changes = await request
    const { undoable, redoable } = changes
    changeDraft(draftId, (loaded) => ({
      ...loaded,
      edits: loaded.edits + 1,
      changes: { undoable, redoable },
    }))
    return changes
  }

  return {
    store,
    restart: (): void => set(nothing),
    /** Where the screen begins: at the file, with the work so far at hand; what was sent is over. */
    enter: (): void => setAt({ step: 'file', loaded: loadedOf(get().at) }),
    /** The work of one profile is not that of another. */
    belongTo(profileId: string): void {
      const before = get().profileId
      set(before !== null && before !== profileId ? { ...nothing, profileId } : { profileId })
    },
    goTo: (step: Step): void => setAt(toStep(get().at, step)),
    setForm: (form: OrderForm): void => set({ form: JSON.stringify(form) }),
    setPlan: (plan: Plan): void => change((loaded) => ({ ...loaded, plan })),
    /** Puts a saved mapping in force, as far as this file's columns and the form have room for it. */
    applyTemplate: (template: MappingTemplate, form: OrderForm): void =>
      change((loaded) => {
        const { columns } = loaded.draft
        const { templateId, name } = template
        return {
          ...loaded,
          plan: fitPlan(template, columns, form),
          template: { templateId, name, absent: absentColumns(template, columns) },
        }
      }),
    nameTemplate: (template: Pick<MappingTemplate, 'templateId' | 'name'> | null): void =>
      change((loaded) => ({ ...loaded, template: template && { ...template, absent: [] } })),
    async read(fileId: string, options: ReadOptions, before?: Loaded): Promise<void> {
      const draft = await call('imports.read', { fileId, options })
      setAt({
        step: 'read',
        loaded: {
          fileId,
          draft,
          options: draft.options,
          ...planFor(draft, before),
          edits: 0,
          changes: { undoable: 0, redoable: 0 },
          checked: null,
          reached: 'read',
        },
      })
    },
    async check(): Promise<void> {
      const loaded = loadedOf(get().at)
      if (!loaded) return
      const { draft, plan, edits } = loaded
      const form = JSON.stringify((await call('orderForm.get', {})).form)
      const check = await call('imports.check', { draftId: draft.draftId, ...plan })
      const number = (loaded.checked?.number ?? 0) + 1
      const checked = { check, plan, form, edits, number, isTried: false }
      set({ form })
      changeDraft(draft.draftId, (now) => ({ ...now, checked }))
    },
    async send(
      draftId: string,
      total: number,
      destination: Omit<Input<'imports.send'>, 'draftId'>,
    ): Promise<void> {
      changeDraft(draftId, (loaded) => ({
        ...loaded,
        checked: loaded.checked && { ...loaded.checked, isTried: true },
      }))
      const started = await call('imports.send', { draftId, ...destination })
      if (loadedOf(get().at)?.draft.draftId === draftId) setAt({ step: 'sent', sent: { ...started, total } })
    },
    /** What a person changes of the cells; each answer says how much can be taken back. */
    changeCells: {
      edit: (draftId: string, edits: CellEdit[]) =>
        countChange(draftId, call('imports.edit', { draftId, edits })),
      replace: (draftId: string, replacement: Replacement) =>
        countChange(draftId, call('imports.replace', { draftId, ...replacement })),
      undo: (draftId: string) => countChange(draftId, call('imports.undo', { draftId })),
      redo: (draftId: string) => countChange(draftId, call('imports.redo', { draftId })),
    },
    /** How often cells of the file at hand were changed. */
    editCount: (): number => loadedOf(get().at)?.edits ?? 0,
  }
}
