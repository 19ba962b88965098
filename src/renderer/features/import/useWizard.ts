import { useCallback, useEffect } from 'react'
import { create } from 'zustand'
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
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { absentColumns, fitPlan, type Plan } from './plan.ts'

export const steps = ['file', 'read', 'columns', 'check', 'send'] as const
export type Step = (typeof steps)[number]

export type Loaded = {
  fileId: string
  draft: ImportDraft
  /** What a person, or the saved mapping, set of how the file is read; the rest was detected. */
  options: ReadOptions
  plan: Plan
  /** The saved mapping in force, and columns that it uses and this file does not have. */
  template: { templateId: string; name: string; absent: string[] } | null
}
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
export type Sent = { batchId: string; jobId: string; total: number }

type Work = {
  profileId: string | null
  step: Step
  /** How far the work had come when the page was left. */
  reached: Step
  loaded: Loaded | null
  checked: Checked | null
  sent: Sent | null
  /** The order form as it was last heard of, as text. */
  form: string | null
  /** How often cells were changed, taken back or done again. */
  edits: number
  changes: Pick<ImportChanges, 'undoable' | 'redoable'>
}

const nothing: Work = {
  profileId: null,
  step: 'file',
  reached: 'file',
  loaded: null,
  checked: null,
  sent: null,
  form: null,
  edits: 0,
  changes: { undoable: 0, redoable: 0 },
}

/** One import from file to orders. It outlives the screen: leaving the page loses no work. */
export const useWork = create<Work>()(() => nothing)
const set = useWork.setState
const get = useWork.getState

export const restart = (): void => set(nothing)

const goTo = (step: Step): void => set(step === 'file' ? { step } : { step, reached: step })

/** Where the screen begins: at the file, with the work so far at hand; what was sent is over. */
export const enter = (): void => {
  const { sent, profileId } = get()
  set(sent ? { ...nothing, profileId } : { step: 'file' })
}

/** The work of one profile is not that of another. */
export function belongTo(profileId: string): void {
  const before = get().profileId
  set(before !== null && before !== profileId ? { ...nothing, profileId } : { profileId })
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

const setLoaded = (change: (loaded: Loaded) => Loaded): void =>
  set(({ loaded }) => ({ loaded: loaded && change(loaded) }))

export const setPlan = (plan: Plan): void => setLoaded((loaded) => ({ ...loaded, plan }))

/** Puts a saved mapping in force, as far as this file's columns and the form have room for it. */
export const applyTemplate = (template: MappingTemplate, form: OrderForm): void =>
  setLoaded((loaded) => {
    const { columns } = loaded.draft
    const { templateId, name } = template
    return {
      ...loaded,
      plan: fitPlan(template, columns, form),
      template: { templateId, name, absent: absentColumns(template, columns) },
    }
  })

export const nameTemplate = (template: Pick<MappingTemplate, 'templateId' | 'name'> | null): void =>
  setLoaded((loaded) => ({ ...loaded, template: template && { ...template, absent: [] } }))

/** The last check, where it still says what is so. */
const isFresh = ({ loaded, checked, edits, form }: Work): boolean =>
  checked !== null &&
  !checked.isTried &&
  checked.check.draftId === loaded?.draft.draftId &&
  checked.plan === loaded.plan &&
  checked.form === form &&
  checked.edits === edits

/** Hears of the form whenever it is asked for here. Gives a way to ask again, since another window may change it. */
function useForm(): () => unknown {
  const { data, refetch } = useCall('orderForm.get', {})
  useEffect(() => {
    if (data) set({ form: JSON.stringify(data.form) })
  }, [data])
  return refetch
}

/** How the work of the wizard gets on: each action asks main, keeps the answer and goes to the next step. */
export function useWizard() {
  const work = useWork()
  const askForm = useForm()
  const read = useAction(
    useCallback(async (fileId: string, options: ReadOptions, before?: Loaded) => {
      const draft = await call('imports.read', { fileId, options })
      set({
        loaded: { fileId, draft, options: draft.options, ...planFor(draft, before) },
        checked: null,
        sent: null,
        edits: 0,
        changes: nothing.changes,
      })
      goTo('read')
    }, []),
  )
  const inspect = useAction(
    useCallback(async () => {
      const { loaded, edits, checked } = get()
      if (!loaded) return
      const { draft, plan } = loaded
      const form = JSON.stringify((await call('orderForm.get', {})).form)
      const check = await call('imports.check', { draftId: draft.draftId, ...plan })
      if (get().loaded?.draft.draftId !== draft.draftId) return
      const number = (checked?.number ?? 0) + 1
      set({ form, checked: { check, plan, form, edits, number, isTried: false } })
    }, []),
  )
  const send = useAction(
    useCallback(async (draftId: string, total: number) => {
      set(({ checked }) => ({ checked: checked && { ...checked, isTried: true } }))
      const started = await call('imports.send', { draftId })
      set({ sent: { ...started, total } })
    }, []),
  )
  const { run: readRun } = read
  return {
    ...work,
    fresh: isFresh(work),
    read,
    inspect,
    send,
    goTo: (step: Step) => {
      void askForm()
      goTo(step)
    },
    /** Goes to the check, where it could be made. */
    goToChecked: () => {
      if (isFresh(get())) goTo('check')
    },
    /** Reads the same file another way. */
    reread: (options: ReadOptions) => work.loaded && void readRun(work.loaded.fileId, options, work.loaded),
  }
}

export type Wizard = ReturnType<typeof useWizard>

/** What a person changes of the cells; each answer says how much can be taken back. */
export const changeCells = {
  edit: (draftId: string, edits: CellEdit[]) => keep(call('imports.edit', { draftId, edits })),
  replace: (draftId: string, replacement: Replacement) =>
    keep(call('imports.replace', { draftId, ...replacement })),
  undo: (draftId: string) => keep(call('imports.undo', { draftId })),
  redo: (draftId: string) => keep(call('imports.redo', { draftId })),
}

async function keep<A extends ImportChanges>(change: Promise<A>): Promise<A> {
  const answer = await change
  const { undoable, redoable } = answer
  set(({ edits }) => ({ edits: edits + 1, changes: { undoable, redoable } }))
  return answer
}
