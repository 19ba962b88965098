import { useEffect } from 'react'
import { useStore } from 'zustand'
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
import { type ImportPlan, keepUnused } from '../../../shared/domain/samples/importPlan.ts'
import type { OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { usePageState } from '../../ui/pageState.ts'
import { absentColumns, fitPlan, setSource, sourceOf } from './plan.ts'

/**
 * A check and its input. It is out of date once the reading, plan, form or corrections change. `isTried`: the orders
 * of this check were submitted; if that fails, the rows have to be checked again.
 */
export type Checked = {
  check: ImportCheck
  plan: ImportPlan
  form: string | null
  edits: number
  number: number
  isTried: boolean
}

/** A file that was read, and the work done on it. */
export type Loaded = {
  fileId: string
  draft: ImportDraft
  /** The reading options that the user or the saved mapping set; the others are detected. */
  options: ReadOptions
  plan: ImportPlan
  suggestedPlan: ImportPlan
  /** The saved mapping in use, with the columns that it uses and this file lacks. */
  template: { templateId: string; name: string; absent: string[] } | null
  /** The number of edits, undos and redos. */
  edits: number
  changes: Pick<ImportChanges, 'undoable' | 'redoable'>
  checked: Checked | null
}

export type Sent = { batchId: string; studyId: string; jobId: string; total: number; isOver: boolean }

type ImportState = { step: 'empty' } | { step: 'loaded'; loaded: Loaded } | { step: 'sent'; sent: Sent }

/** The study for the samples, and whether their results are fetched automatically. */
export type Destination = Required<Pick<Input<'imports.send'>, 'analyzeWhenReady'>> &
  Pick<Input<'imports.send'>, 'study'>

/** `form`: the last order form that was loaded, as JSON. `cameFrom`: the study that the import was opened from. */
type Work = {
  profileId: string | null
  form: string | null
  cameFrom: string | undefined
  destination: Destination
  at: ImportState
  /** The file that was closed when another profile was opened, in this tab or another one. */
  closedFile: string | null
  /** The last batch that this page showed in progress. */
  shownBatch: string | null
}

const nothing: Work = {
  profileId: null,
  form: null,
  cameFrom: undefined,
  destination: { analyzeWhenReady: true },
  at: { step: 'empty' },
  closedFile: null,
  shownBatch: null,
}

const into = (studyId: string | undefined, destination: Destination): Destination =>
  studyId === undefined ? destination : { ...destination, study: { studyId } }

/** Returns true if the last check is still up to date. */
export const isFresh = (loaded: Loaded, form: string | null): boolean => {
  const { checked } = loaded
  return (
    checked !== null &&
    !checked.isTried &&
    checked.check.draftId === loaded.draft.draftId &&
    checked.plan === loaded.plan &&
    checked.form === form &&
    checked.edits === loaded.edits
  )
}

/** Returns true if leaving would lose work on the file. */
export const isTouched = ({ plan, suggestedPlan, changes }: Loaded): boolean =>
  changes.undoable > 0 || plan !== suggestedPlan

/** Returns the plan for a file, keeping the previous one if the file was read again with the same columns. */
function planFor(
  draft: ImportDraft,
  before: Loaded | undefined,
): Pick<Loaded, 'plan' | 'suggestedPlan' | 'template'> {
  const suggested = { mapping: draft.suggestedMapping, transform: draft.suggestedTransform }
  const { template, columns } = draft
  const suggestedPlan = template ? suggested : keepUnused(suggested, columns)
  const isSame =
    before &&
    before.draft.columns.length === columns.length &&
    before.draft.columns.every((column, index) => column === columns[index])
  if (isSame) {
    // The user answered which columns identify a sample: they now give the sample names.
    const isAnswered = JSON.stringify(draft.options.samplesBy) !== JSON.stringify(before.options.samplesBy)
    const plan = isAnswered
      ? setSource(before.plan, 'client_reference', sourceOf(suggestedPlan, 'client_reference'))
      : before.plan
    return { plan, suggestedPlan: before.suggestedPlan, template: before.template }
  }
  return { plan: suggestedPlan, suggestedPlan, template: template && { ...template, absent: [] } }
}

/** Creates the state of one import. It outlives the screen, so leaving the page loses no work. */
export function createImport() {
  const store = createStore<Work>()(() => nothing)
  const { setState: set, getState: get } = store
  const loadedNow = (): Loaded | null => {
    const { at } = get()
    return at.step === 'loaded' ? at.loaded : null
  }
  const change = (part: (loaded: Loaded) => Loaded): void => {
    const loaded = loadedNow()
    if (loaded) set({ at: { step: 'loaded', loaded: part(loaded) } })
  }
  /** Does nothing if another file was read in the meantime. */
  const changeDraft = (draftId: string, part: (loaded: Loaded) => Loaded): void =>
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
    restart: (): void => set({ at: { step: 'empty' } }),
    /** Keeps unfinished work when the user comes back, and clears a batch that has ended. */
    enter(studyId: string | undefined): void {
      const { at } = get()
      if (at.step === 'sent' && at.sent.isOver) set({ at: { step: 'empty' } })
      const destination = get().at.step === 'empty' ? nothing.destination : get().destination
      set({ cameFrom: studyId, destination: into(studyId, destination) })
    },
    /** Discards the work of another profile. */
    belongTo(profileId: string): void {
      const before = get().profileId
      const closedFile = loadedNow()?.draft.fileName ?? null
      set(before !== null && before !== profileId ? { ...nothing, profileId, closedFile } : { profileId })
    },
    setForm: (form: OrderForm): void => set({ form: JSON.stringify(form) }),
    setPlan: (plan: ImportPlan): void => change((loaded) => ({ ...loaded, plan })),
    setDestination: (destination: Destination): void => set({ destination }),
    /** Applies a saved mapping, as far as it fits the columns of this file and the form. */
    applyTemplate: (template: MappingTemplate, form: OrderForm): void =>
      change((loaded) => {
        const { columns } = loaded.draft
        const { templateId, name } = template
        return {
          ...loaded,
          plan: keepUnused(
            fitPlan(template, columns, form),
            columns.filter((column) => !template.columns.includes(column)),
          ),
          template: { templateId, name, absent: absentColumns(template, columns) },
        }
      }),
    nameTemplate: (template: Pick<MappingTemplate, 'templateId' | 'name'> | null): void =>
      change((loaded) => ({ ...loaded, template: template && { ...template, absent: [] } })),
    async read(fileId: string, options: ReadOptions, before?: Loaded): Promise<void> {
      const draft = await call('imports.read', { fileId, options })
      const loaded: Loaded = {
        fileId,
        draft,
        options: draft.options,
        ...planFor(draft, before),
        edits: 0,
        changes: { undoable: 0, redoable: 0 },
        checked: null,
      }
      set({ at: { step: 'loaded', loaded }, closedFile: null })
    },
    async check(): Promise<void> {
      const loaded = loadedNow()
      if (!loaded) return
      const { draft, plan, edits } = loaded
      const form = JSON.stringify((await call('orderForm.get', {})).form)
      const check = await call('imports.check', { draftId: draft.draftId, ...plan })
      const number = (loaded.checked?.number ?? 0) + 1
      const checked = { check, plan, form, edits, number, isTried: false }
      set({ form })
      changeDraft(draft.draftId, (now) => ({ ...now, checked }))
    },
    async send(draftId: string, total: number): Promise<void> {
      changeDraft(draftId, (loaded) => ({
        ...loaded,
        checked: loaded.checked && { ...loaded.checked, isTried: true },
      }))
      const started = await call('imports.send', { draftId, ...get().destination })
      if (loadedNow()?.draft.draftId !== draftId) return
      const destination = into(get().cameFrom, nothing.destination)
      const sent = { ...started, total, isOver: false }
      set({ at: { step: 'sent', sent }, destination, shownBatch: started.batchId })
    },
    /** Adds samples that were ordered before to the study and returns its id. The import of this file is then done. */
    async addToStudy(draftId: string): Promise<string> {
      const { study } = get().destination
      const { studyId } = await call('imports.addToStudy', { draftId, ...(study && { study }) })
      if (loadedNow()?.draft.draftId === draftId) set({ at: { step: 'empty' } })
      return studyId
    },
    /** Edits the cells. Each response says how many changes can be undone and redone. */
    changeCells: {
      edit: (draftId: string, edits: CellEdit[]) =>
        countChange(draftId, call('imports.edit', { draftId, edits })),
      replace: (draftId: string, replacement: Replacement) =>
        countChange(draftId, call('imports.replace', { draftId, ...replacement })),
      undo: (draftId: string) => countChange(draftId, call('imports.undo', { draftId })),
      redo: (draftId: string) => countChange(draftId, call('imports.redo', { draftId })),
    },
    /** Returns how often cells of the open file were changed. */
    editCount: (): number => loadedNow()?.edits ?? 0,
    /** Follows a batch that this page did not send itself, for example before a reload. */
    follow(sent: Sent): void {
      if (get().at.step === 'empty') set({ at: { step: 'sent', sent }, shownBatch: sent.batchId })
    },
    setOver(isOver: boolean): void {
      const { at } = get()
      if (at.step === 'sent' && at.sent.isOver !== isOver)
        set({ at: { step: 'sent', sent: { ...at.sent, isOver } } })
    },
  }
}

export const useImport = () => usePageState().get(createImport)

/** Returns the import with its actions, which call the host and store the response. */
export function useImportWork() {
  const importing = useImport()
  const work = useStore(importing.store)
  // Another window may have changed the form, so it is loaded whenever the page opens.
  const form = useCall('orderForm.get', {})
  const { data } = form
  useEffect(() => {
    if (data) importing.setForm(data.form)
  }, [importing, data])
  return {
    ...work,
    formText: work.form,
    form,
    read: useAction(importing.read),
    inspect: useAction(importing.check),
    send: useAction(importing.send),
  }
}

export type ImportWork = ReturnType<typeof useImportWork>
