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
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { usePageState } from '../../ui/pageState.ts'
import { absentColumns, fitPlan, setSource, sourceOf } from './plan.ts'

/**
 * A check and what it was made of: with another reading, plan or form, or other corrections, it is old. `isTried`: its
 * orders were asked for; where that was refused, others stand in the way since.
 */
export type Checked = {
  check: ImportCheck
  plan: ImportPlan
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
  plan: ImportPlan
  /** As it was suggested for these columns. */
  suggestedPlan: ImportPlan
  /** The saved mapping in force, and columns that it uses and this file does not have. */
  template: { templateId: string; name: string; absent: string[] } | null
  /** How often cells were changed, taken back or done again. */
  edits: number
  changes: Pick<ImportChanges, 'undoable' | 'redoable'>
  checked: Checked | null
}

export type Sent = { batchId: string; studyId: string; jobId: string; total: number; isOver: boolean }

/** Where an import is, with what it needs there. */
type ImportState = { step: 'empty' } | { step: 'loaded'; loaded: Loaded } | { step: 'sent'; sent: Sent }

/** Where the samples go, and whether their results are fetched by themselves. */
export type Destination = Required<Pick<Input<'imports.send'>, 'analyzeWhenReady'>> &
  Pick<Input<'imports.send'>, 'study'>

/** `form`: the order form as it was last heard of, as text. `cameFrom`: the study whose import this is. */
type Work = {
  profileId: string | null
  form: string | null
  cameFrom: string | undefined
  destination: Destination
  at: ImportState
  /** The file whose work ended when another profile was opened, in this tab or another one. */
  closedFile: string | null
  /** The last batch that this page has shown on its way. */
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

/** Whether the last check still says what is so. */
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

/** Whether a person did something with the file that leaving it would lose. */
export const isTouched = ({ plan, suggestedPlan, changes }: Loaded): boolean =>
  changes.undoable > 0 || plan !== suggestedPlan

/** What is chosen of the columns so far, where they are still there after a file was read another way. */
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

/** One import from file to orders. It outlives the screen: leaving the page loses no work. */
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
  /** Does nothing where another file was read meanwhile. */
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
    /** The work so far is at hand when one comes back; what was sent is over once it has ended. */
    enter(studyId: string | undefined): void {
      const { at } = get()
      if (at.step === 'sent' && at.sent.isOver) set({ at: { step: 'empty' } })
      const destination = get().at.step === 'empty' ? nothing.destination : get().destination
      set({ cameFrom: studyId, destination: into(studyId, destination) })
    },
    /** The work of one profile is not that of another. */
    belongTo(profileId: string): void {
      const before = get().profileId
      const closedFile = loadedNow()?.draft.fileName ?? null
      set(before !== null && before !== profileId ? { ...nothing, profileId, closedFile } : { profileId })
    },
    setForm: (form: OrderForm): void => set({ form: JSON.stringify(form) }),
    setPlan: (plan: ImportPlan): void => change((loaded) => ({ ...loaded, plan })),
    setDestination: (destination: Destination): void => set({ destination }),
    /** Puts a saved mapping in force, as far as this file's columns and the form have room for it. */
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
    /** Puts what was ordered before into the study; gives its id. Nothing is left to do with the file then. */
    async addToStudy(draftId: string): Promise<string> {
      const { study } = get().destination
      const { studyId } = await call('imports.addToStudy', { draftId, ...(study && { study }) })
      if (loadedNow()?.draft.draftId === draftId) set({ at: { step: 'empty' } })
      return studyId
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

/** The import at hand, which is the page's. */
export const useImport = () => usePageState().get(createImport)

/** The import at hand with its actions: each asks main and stores the answer. */
export function useImportWork() {
  const importing = useImport()
  const work = useStore(importing.store)
  // Another window may have changed the form: it is requested whenever one comes here.
  const form = useCall('orderForm.get', {})
  const { data } = form
  useEffect(() => {
    if (data) importing.setForm(data.form)
  }, [importing, data])
  return {
    at: work.at,
    closedFile: work.closedFile,
    shownBatch: work.shownBatch,
    formText: work.form,
    form,
    destination: work.destination,
    read: useAction(importing.read),
    inspect: useAction(importing.check),
    send: useAction(importing.send),
  }
}

export type ImportWork = ReturnType<typeof useImportWork>
