import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import {
  everySample,
  isEverySample,
  minSamplesForZ,
  type SampleChoice,
  sampleChoiceSchema,
  type ValueView,
} from '../../../shared/domain/results/cohort.ts'
import { lazy } from '../../../shared/lazy.ts'
import { type SearchParams } from '../searchParams.ts'
import { heldPrefix, maxIdsInUrl, searchSchemas } from '../searchSchemas.ts'
import type { ViewSearch } from './exploreViews.ts'

/**
 * What all views of a study's results show: one selection, so that it carries over from one to the next. `of`: which of
 * the study's samples are looked at. `measure` and `view`: which of their numbers, and how. `selectedIds`: ids of the samples that a person has
 * marked among them, in any view. `controlsName`: by what the controls of `view` were found, such as "sex = F", where
 * they are stored as the samples that it found. `inspected`: what a person looks at beside the view.
 *
 * The address of the view in front says all of it (`toSearch`), which is what a link, Back and a saved view rest on; a
 * store for each study keeps it between the views. Screens read and change it by `useCohort` alone.
 */
export type CohortSelection = {
  of: SampleChoice
  measure: Measure
  /** null: the default of each view (`firstView`). */
  view: ValueView | null
  controlsName?: string | undefined
  selectedIds: ReadonlySet<string>
  inspected?: Inspected | undefined
}

/** The selection as a view shows it. */
export type ShownSelection = CohortSelection & { view: ValueView }

/** The one sample, pathway or drug that the inspector shows. */
export type Inspected = { kind: 'sample' | 'pathway' | 'drug'; id: string }

const firstSelection: CohortSelection = {
  of: everySample,
  measure: 'activity',
  view: null,
  selectedIds: new Set(),
}

// One object each, so that what hangs on the selection is not worked out again.
const rawValues: ValueView = { kind: 'raw' }
const zScores: ValueView = { kind: 'z' }

/** Returns the default: z-scores within a pathway if pathways share a color scale, otherwise values as returned. */
export function firstView(routeId: string, of: SampleChoice): ValueView {
  const isTooFew = 'sampleIds' in of && of.sampleIds.length < minSamplesForZ
  return routeId.endsWith('/heatmap') && !isTooFew ? zScores : rawValues
}

/**
 * Choices and marks of more names than an address can hold: it names the choice by an id instead. They outlive a reload
 * of the page, as the address does. Of choices the last ones are held, for Back; of marks those made last.
 */
const maxHeld = 20
const choicesKey = 'pathclock.choices'
const marksKey = 'pathclock.marks'

const isTooLongForUrl = (choice: SampleChoice): boolean =>
  ('sampleIds' in choice ? choice.sampleIds : (choice.except ?? [])).length > maxIdsInUrl

const heldChoiceSchema = z.tuple([z.string(), sampleChoiceSchema])

type CohortSearch = SearchParams<'/study/$studyId/_cohort'>

const cohortParams = lazy(() => new Set(Object.keys(searchSchemas()['/study/$studyId/_cohort'].shape)))

/** What an address says of its view alone. The sample that is open is no setting. */
export const viewSearchOf = (search: ViewSearch): ViewSearch =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) => value !== undefined && name !== 'sample' && !cohortParams().has(name),
    ),
  )

/** Whether an address says what it shows; one that does not (a link to the view) shows what was last in front. */
export const hasCohortParams = ({ measure }: CohortSearch): boolean => measure !== undefined

/** The selection of each study, as the view that was last in front had it, and how an address says one. */
export function createCohort() {
  const stores = new Map<string, StoreApi<CohortSelection>>()
  const heldChoices = new Map(readHeld(choicesKey, heldChoiceSchema))
  const [marks] = readHeld(marksKey, z.array(z.string()))
  let heldMarks: ReadonlySet<string> | null = marks ? new Set(marks) : null

  function holdChoice(choice: SampleChoice): SampleChoice | string {
    if (!isTooLongForUrl(choice)) return choice
    const existing = [...heldChoices].find(([, one]) => one === choice)?.[0]
    if (existing !== undefined) return existing
    const holdKey = `${heldPrefix} ${crypto.randomUUID()}`
    heldChoices.set(holdKey, choice)
    for (const oldKey of [...heldChoices.keys()].slice(0, -maxHeld)) heldChoices.delete(oldKey)
    storeHeld(choicesKey, [...heldChoices])
    return holdKey
  }

  function holdMarks(ids: ReadonlySet<string>): typeof heldPrefix {
    if (ids !== heldMarks) storeHeld(marksKey, [[...ids]])
    heldMarks = ids
    return heldPrefix
  }

  const findChoice = (choice: SampleChoice | string | undefined): SampleChoice | undefined =>
    typeof choice === 'string' ? heldChoices.get(choice) : choice

  /** The selection as an address holds it; what is as it is at first is left out, but for the measure. */
  const toSearch = ({
    of,
    measure,
    view,
    controlsName,
    selectedIds,
    inspected,
  }: CohortSelection): CohortSearch => ({
    measure,
    of: isEverySample(of) ? undefined : holdChoice(of),
    values: view?.kind,
    controls: view?.kind === 'zControls' ? holdChoice(view.controls) : undefined,
    controlsName: view?.kind === 'zControls' ? controlsName : undefined,
    marked:
      selectedIds.size === 0
        ? undefined
        : selectedIds.size > maxIdsInUrl
          ? holdMarks(selectedIds)
          : [...selectedIds],
    inspect: inspected && `${inspected.kind} ${inspected.id}`,
  })

  return {
    storeOf(studyId: string): StoreApi<CohortSelection> {
      const store = stores.get(studyId) ?? createStore<CohortSelection>()(() => firstSelection)
      stores.set(studyId, store)
      return store
    },
    /** A choice as an address holds it: by the id under which it is held where it names too many samples. */
    holdChoice,
    /** The choice that an address holds; undefined where it is not held any more. */
    findChoice,
    /** Another profile has other samples: nothing that was chosen among the former ones stays. */
    forget: (): void => {
      for (const store of stores.values()) store.setState(firstSelection, true)
      heldChoices.clear()
      heldMarks = null
      for (const key of [choicesKey, marksKey]) sessionStorage.removeItem(key)
    },
    toSearch,
    /** null where the address names a choice that is not held (any more): what it meant is not known. */
    parse(search: CohortSearch): CohortSelection | null {
      const of = search.of === undefined ? everySample : findChoice(search.of)
      const controls = findChoice(search.controls)
      const selectedIds = search.marked === heldPrefix ? heldMarks : new Set(search.marked)
      if (!of || !selectedIds || (search.controls !== undefined && !controls)) return null
      return {
        of,
        measure: search.measure ?? 'activity',
        view: toView(search.values, controls),
        controlsName: search.controlsName,
        selectedIds,
        inspected: toInspected(search.inspect),
      }
    },
    /** Whether an address that says this selection means the same on another day. */
    isSavable: (selection: CohortSelection): boolean =>
      !Object.values(toSearch(selection)).some(
        (part) => typeof part === 'string' && part.startsWith(heldPrefix),
      ),
  }
}

function toInspected(text: string | undefined): Inspected | undefined {
  const [, kind, id] = /^(sample|pathway|drug) (.+)$/s.exec(text ?? '') ?? []
  return kind === undefined || id === undefined ? undefined : { kind: kind as Inspected['kind'], id }
}

function toView(kind: CohortSearch['values'], controls: SampleChoice | undefined): ValueView | null {
  if (kind === 'zControls') return controls ? { kind, controls } : null
  return kind === undefined ? null : { kind }
}

const readHeld = <T>(key: string, schema: z.ZodType<T>): T[] =>
  z.array(schema).safeParse(JSON.parse(sessionStorage.getItem(key) ?? '[]')).data ?? []

/** As many of `held` as there is room for, the newest: a page may store some megabytes. */
function storeHeld(key: string, held: readonly unknown[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(held))
  } catch {
    if (held.length > 0) storeHeld(key, held.slice(1))
  }
}
