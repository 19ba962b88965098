import { z } from 'zod'
import { createStore } from 'zustand/vanilla'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import {
  everySample,
  isEverySample,
  type SampleChoice,
  sampleChoiceSchema,
  type ValueView,
} from '../../../shared/domain/results/cohort.ts'

/**
 * What all views of the results show: one selection, so that it carries over from one to the next. `of`: which samples
 * are looked at. `measure` and `view`: which of their numbers, and how. `selectedIds`: ids of the samples that a person has
 * marked among them, in any view. `controlsName`: by what the controls of `view` were found, such as "sex = F", where
 * they are kept as the samples that it found.
 *
 * The address of the view in front says all of it (`toCohortSearch`), which is what a link, Back and a saved view rest
 * on; this store keeps it between the views. Screens read and change it by `useCohort` alone.
 */
export type CohortSelection = {
  of: SampleChoice
  measure: Measure
  view: ValueView
  controlsName?: string | undefined
  selectedIds: ReadonlySet<string>
}

const firstSelection: CohortSelection = {
  of: everySample,
  measure: 'activity',
  view: { kind: 'raw' },
  selectedIds: new Set(),
}

/** The selection of the view that was last in front. */
export const cohortStore = createStore<CohortSelection>()(() => firstSelection)

/** Another profile has other samples: nothing that was chosen among the former ones stays. */
export const forgetCohort = (): void => cohortStore.setState(firstSelection, true)

/**
 * More names than this make an address that nobody can keep: it then says under which word the names are held here, as
 * long as the app runs. Of choices the last ones are held, for Back; of marks those of the store.
 */
const maxIdsInUrl = 500
const maxHeld = 20
const heldChoices = new Map<string, SampleChoice>()
const heldPrefix = 'held here'

function holdChoice(choice: SampleChoice): SampleChoice | string {
  if (!isTooLongForUrl(choice)) return choice
  const existing = [...heldChoices].find(([, one]) => one === choice)?.[0]
  if (existing !== undefined) return existing
  const last = [...heldChoices.keys()].at(-1)?.split(' ').at(-1) ?? '0'
  const holdKey = `${heldPrefix} ${Number(last) + 1}`
  heldChoices.set(holdKey, choice)
  for (const oldKey of [...heldChoices.keys()].slice(0, -maxHeld)) heldChoices.delete(oldKey)
  return holdKey
}

const isTooLongForUrl = (choice: SampleChoice): boolean =>
  ('sampleIds' in choice ? choice.sampleIds : (choice.except ?? [])).length > maxIdsInUrl

type Search = Record<string, unknown>

/** The selection as an address holds it; what is as it is at first is left out, but for the measure. */
export function toCohortSearch({ of, measure, view, controlsName, selectedIds }: CohortSelection): Search {
  return {
    measure,
    of: isEverySample(of) ? undefined : holdChoice(of),
    values: view.kind === 'raw' ? undefined : view.kind,
    controls: view.kind === 'zControls' ? holdChoice(view.controls) : undefined,
    controlsName: view.kind === 'zControls' ? controlsName : undefined,
    marked:
      selectedIds.size === 0 ? undefined : selectedIds.size > maxIdsInUrl ? heldPrefix : [...selectedIds],
  }
}

/** Whether an address that says this selection means the same on another day. */
export const isSavable = (selection: CohortSelection): boolean =>
  Object.values(toCohortSearch(selection)).every((part) => !String(part).startsWith(heldPrefix))

/** Whether an address says what it shows; one that does not (a link to the section) shows what was last in front. */
export const hasCohortParams = (search: Search): boolean => 'measure' in search

const nameSchema = z.string().trim().min(1).max(1200)
const selectedIdsSchema = z.array(z.string().min(1).max(300)).max(maxIdsInUrl)

/** Reads an address, whatever someone wrote into it. `before`: the selection whose marks may be too many for it. */
export function parseCohort(search: Search, before: CohortSelection): CohortSelection {
  const marked = selectedIdsSchema.safeParse(search['marked'])
  return {
    measure: search['measure'] === 'aging_offset' ? 'aging_offset' : 'activity',
    of: readChoice(search['of']) ?? everySample,
    view: readView(search['values'], readChoice(search['controls'])),
    controlsName: nameSchema.safeParse(search['controlsName']).data,
    selectedIds: search['marked'] === heldPrefix ? before.selectedIds : new Set(marked.data),
  }
}

const readChoice = (value: unknown): SampleChoice | undefined =>
  typeof value === 'string' ? heldChoices.get(value) : sampleChoiceSchema.safeParse(value).data

function readView(kind: unknown, controls: SampleChoice | undefined): ValueView {
  if (kind === 'zControls' && controls) return { kind, controls }
  return kind === 'z' || kind === 'rank' ? { kind } : { kind: 'raw' }
}
