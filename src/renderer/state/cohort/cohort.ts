import { createStore } from 'zustand/vanilla'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import {
  everySample,
  isEverySample,
  type SampleChoice,
  type ValueView,
} from '../../../shared/domain/results/cohort.ts'
import { heldPrefix, maxIdsInUrl, type SearchParams } from '../searchParams.ts'

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

/**
 * More names than this make an address that nobody can keep: it then says under which word the names are held here, as
 * long as the app runs. Of choices the last ones are held, for Back; of marks those of the store.
 */
const maxHeld = 20

const isTooLongForUrl = (choice: SampleChoice): boolean =>
  ('sampleIds' in choice ? choice.sampleIds : (choice.except ?? [])).length > maxIdsInUrl

type CohortSearch = SearchParams<'/results'>

/** Whether an address says what it shows; one that does not (a link to the section) shows what was last in front. */
export const hasCohortParams = ({ measure }: CohortSearch): boolean => measure !== undefined

/** The selection of the view that was last in front, and how an address says one. */
export function createCohort() {
  const store = createStore<CohortSelection>()(() => firstSelection)
  const heldChoices = new Map<string, SampleChoice>()

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

  const findChoice = (choice: SampleChoice | string | undefined): SampleChoice | undefined =>
    typeof choice === 'string' ? heldChoices.get(choice) : choice

  /** The selection as an address holds it; what is as it is at first is left out, but for the measure. */
  const toSearch = ({ of, measure, view, controlsName, selectedIds }: CohortSelection): CohortSearch => ({
    measure,
    of: isEverySample(of) ? undefined : holdChoice(of),
    values: view.kind === 'raw' ? undefined : view.kind,
    controls: view.kind === 'zControls' ? holdChoice(view.controls) : undefined,
    controlsName: view.kind === 'zControls' ? controlsName : undefined,
    marked:
      selectedIds.size === 0 ? undefined : selectedIds.size > maxIdsInUrl ? heldPrefix : [...selectedIds],
  })

  return {
    store,
    /** Another profile has other samples: nothing that was chosen among the former ones stays. */
    forget: (): void => store.setState(firstSelection, true),
    toSearch,
    /** `before`: the selection whose marks may be too many for an address. */
    parse: (search: CohortSearch, before: CohortSelection): CohortSelection => ({
      measure: search.measure ?? 'activity',
      of: findChoice(search.of) ?? everySample,
      view: toView(search.values, findChoice(search.controls)),
      controlsName: search.controlsName,
      selectedIds: search.marked === heldPrefix ? before.selectedIds : new Set(search.marked),
    }),
    /** Whether an address that says this selection means the same on another day. */
    isSavable: (selection: CohortSelection): boolean =>
      !Object.values(toSearch(selection)).some(
        (part) => typeof part === 'string' && part.startsWith(heldPrefix),
      ),
  }
}

function toView(kind: CohortSearch['values'], controls: SampleChoice | undefined): ValueView {
  if (kind === 'zControls') return controls ? { kind, controls } : { kind: 'raw' }
  return { kind: kind ?? 'raw' }
}
