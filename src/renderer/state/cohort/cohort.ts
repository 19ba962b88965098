import { createContext, use } from 'react'
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
import type { SearchParams } from '../searchParams.ts'
import { heldPrefix, maxIdsInUrl, searchSchemas } from '../searchSchemas.ts'
import type { ViewSearch } from './exploreViews.ts'

/**
 * The selection that all result views of a study share. `of`: the displayed samples of the study. `measure` and `view`:
 * the displayed values. `selectedIds`: the samples that the user selected in any view. `controlsName`: the condition
 * that found the controls of `view`, such as "sex = F", if they are stored as sample ids. `inspected`: the item open
 * beside the view.
 *
 * The address of the current view contains all of it (`toSearch`), for links, Back and saved views; a store per study
 * keeps it between views. Screens read and change it only through `useCohort`.
 */
export type CohortSelection = {
  of: SampleChoice
  measure: Measure
  /** Null: the default of each view (`firstView`). */
  view: ValueView | null
  controlsName?: string | undefined
  selectedIds: ReadonlySet<string>
  inspected?: Inspected | undefined
}

/** The selection with the default of a view filled in. */
export type ShownSelection = CohortSelection & { view: ValueView }

export type Inspected = { kind: 'sample' | 'pathway' | 'drug'; id: string }

const firstSelection: CohortSelection = {
  of: everySample,
  measure: 'activity',
  view: null,
  selectedIds: new Set(),
}

// Constants, so that nothing derived from the selection is computed again.
const rawValues: ValueView = { kind: 'raw' }
const zScores: ValueView = { kind: 'z' }

/** Returns the default: z-scores within a pathway if pathways share a color scale, otherwise values as returned. */
export function firstView(routeId: string, of: SampleChoice): ValueView {
  const isTooFew = 'sampleIds' in of && of.sampleIds.length < minSamplesForZ
  return routeId.endsWith('/heatmap') && !isTooFew ? zScores : rawValues
}

/**
 * Choices with too many ids for an address, which contains an id of the choice instead. Like the address, they survive
 * a reload. The latest choices are kept for Back, and the latest selected samples.
 */
const maxHeld = 20
const choicesKey = 'pathclock.choices'
const marksKey = 'pathclock.marks'

const isTooLongForUrl = (choice: SampleChoice): boolean =>
  ('sampleIds' in choice ? choice.sampleIds : (choice.except ?? [])).length > maxIdsInUrl

const heldChoiceSchema = z.tuple([z.string(), sampleChoiceSchema])

type CohortSearch = SearchParams<'/study/$studyId/_cohort'>

const cohortParams = lazy(() => new Set(Object.keys(searchSchemas()['/study/$studyId/_cohort'].shape)))

/** Returns the settings of the view alone. The open sample is not a setting. */
export const viewSearchOf = (search: ViewSearch): ViewSearch =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) => value !== undefined && name !== 'sample' && !cohortParams().has(name),
    ),
  )

/** True if an address contains a selection; without one, such as a link to a view, the last selection is shown. */
export const hasCohortParams = ({ measure }: CohortSearch): boolean => measure !== undefined

/** Creates the selections of all studies, as last shown, and their conversion to and from addresses. */
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

  /** Converts a selection for an address, without default values except the measure. */
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
    /** Returns a choice for an address: by an id if it has too many samples. */
    holdChoice,
    /** Returns the choice of an address; undefined if it is no longer held. */
    findChoice,
    /** Clears all selections, because another profile has other samples. */
    forget: (): void => {
      for (const store of stores.values()) store.setState(firstSelection, true)
      heldChoices.clear()
      heldMarks = null
      for (const key of [choicesKey, marksKey]) sessionStorage.removeItem(key)
    },
    toSearch,
    /** Parses an address; null if it contains a choice that is no longer held. */
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
    /** True if the address of this selection will still work on another day. */
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

/** Stores as many of the latest values as fit: a page may store a few megabytes. */
function storeHeld(key: string, held: readonly unknown[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(held))
  } catch {
    if (held.length > 0) storeHeld(key, held.slice(1))
  }
}

type Cohort = {
  /** The selection. Its `of` is within the study of the address; its `view` includes the default. */
  selection: ShownSelection
  /** All samples of the study. */
  study: SampleChoice
  /** True if `selection.of` is all of them. */
  isWholeStudy: boolean
  /**
   * Changes the selection in the address, where a screen's own settings stay. It adds a step for Back, unless `replace`
   * is set (as for selecting samples).
   */
  change(part: Partial<CohortSelection>, options?: { replace?: boolean }): void
}

/** Provided by `CohortRoute`. */
export const CohortContext = createContext<Cohort | null>(null)

/** Returns the selection of the current view and its setter. */
export function useCohort(): Cohort {
  const cohort = use(CohortContext)
  if (!cohort) throw new Error('There is no CohortRoute above.')
  return cohort
}
