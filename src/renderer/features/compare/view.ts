import { useEffect } from 'react'
import type { Input } from '../../../shared/contract/contract.ts'
import type { MatchDirection } from '../../../shared/domain/drugs/drugMatch.ts'
import { type Covariate, everySample, type SampleChoice } from '../../../shared/domain/results/cohort.ts'
import {
  fieldOfGroups,
  namesOfGroups,
  pairedTests,
  severalGroupTests,
  type TestName,
  testSchema,
} from '../../../shared/domain/results/comparison.ts'
import type { OverviewRequest } from '../../../shared/domain/studies/overview.ts'
import { inGroupOrder, type StudyDesign } from '../../../shared/domain/studies/study.ts'
import {
  controlLast,
  findControl,
  firstTwo,
  suggestDesign,
} from '../../../shared/domain/studies/suggestions.ts'
import { type CohortSelection, createCohort } from '../../state/cohort/cohort.ts'
import { useSuggestedTest } from '../../state/cohort/useSuggestedTest.ts'
import { type SearchParams, useSearchParams } from '../../state/searchParams.ts'
import { type comparisonParts, mostGroups } from '../../state/searchSchemas.ts'
import { usePageState } from '../../ui/pageState.ts'

type CompareSearch = SearchParams<'/study/$studyId/_cohort/compare'>
export type Show = (typeof comparisonParts)[number]
export type NamedSet = { name: string; of: SampleChoice }

/** The conversion of sample choices to and from the address (state/cohort). */
export type HeldChoices = {
  holdChoice(choice: SampleChoice): SampleChoice | string
  findChoice(held: SampleChoice | string): SampleChoice | undefined
}

/** Keeps choices unchanged, as boards and saved comparisons store them in full. */
export const storedChoices: HeldChoices = {
  holdChoice: (choice) => choice,
  findChoice: (held) => (typeof held === 'string' ? undefined : held),
}

/** The groups chosen so far. Fewer than two are reported, not compared. Differences are first − second. */
type GroupDraft = { by: string; values: readonly string[] } | { sets: readonly NamedSet[] }

export type Adjustment = NonNullable<CompareSearch['adjust']>

/** The state in the address of a comparison, beside the selection that all views of the results share. */
export type CompareView = {
  /** null if the user chose none; groups are then suggested. */
  groups: GroupDraft | null
  /** null if the user chose none; the suggested test is then used. */
  test: TestName | null
  pairBy: string | null
  replicatesBy: string | null
  show: Show
  /** The vertical axis of the volcano plot. */
  against: 'p' | 'q'
  direction: MatchDirection
  pathway: string | null
  /** The model that adjusts the comparison; null: a test of the groups. */
  adjust: Adjustment | null
  /** The contrast that is shown; null: the first. */
  contrast: string | null
}

export const parseCompare = (search: CompareSearch, held: HeldChoices): CompareView => ({
  groups: readGroups(search, held),
  test: search.test ?? null,
  pairBy: search.pair ?? null,
  replicatesBy: search.replicates ?? null,
  show: search.show ?? 'table',
  against: search.against ?? 'q',
  direction: search.direction ?? 'mimicking',
  pathway: search.pathway ?? null,
  adjust: search.adjust ?? null,
  contrast: search.contrast ?? null,
})

/** Returns the search params of a view, without those that have their default value. */
export function toCompareSearch(view: CompareView, { holdChoice }: HeldChoices): CompareSearch {
  const { groups, test, pairBy, replicatesBy, show, against, direction, pathway, adjust, contrast } = view
  return {
    by: fieldOfGroups(groups) ?? undefined,
    groups: groups && 'by' in groups ? [...groups.values] : undefined,
    sets:
      groups && 'sets' in groups
        ? groups.sets.map(({ name, of }) => ({ name, of: holdChoice(of) }))
        : undefined,
    test: test ?? undefined,
    pair: pairBy ?? undefined,
    replicates: replicatesBy ?? undefined,
    show: show === 'table' ? undefined : show,
    against: against === 'q' ? undefined : against,
    direction: direction === 'mimicking' ? undefined : direction,
    pathway: pathway ?? undefined,
    adjust: adjust ?? undefined,
    contrast: contrast ?? undefined,
  }
}

/** Reads the groups. Sets whose samples are no longer known are left out; the user has to choose them again. */
function readGroups({ sets, by, groups }: CompareSearch, { findChoice }: HeldChoices): GroupDraft | null {
  if (sets)
    return {
      sets: sets.flatMap(({ name, of }) => {
        const choice = findChoice(of)
        return choice ? [{ name, of: choice }] : []
      }),
    }
  return by === undefined ? null : { by, values: groups ?? [] }
}

/** The reason why nothing can be compared yet; `test`: the suggested test is still loading. */
export type Missing = 'groups' | 'pairs' | 'test'
export type Request = Input<'results.compare'>

/** Returns the request of a comparison, or what is still missing. Sets made by hand ignore the sample selection. */
export function toRequest(
  { groups, test, pairBy, replicatesBy }: CompareView,
  { measure, of }: Pick<CohortSelection, 'measure' | 'of'>,
): { request: Request } | { missing: Missing } {
  if (groups === null || sizeOf(groups) < 2) return { missing: 'groups' }
  if (test === null) return { missing: 'test' }
  const isPaired = pairedTests.has(test)
  if (isPaired && pairBy === null) return { missing: 'pairs' }
  return {
    request: {
      measure,
      of: samplesOf(groups, of),
      groups: toGroups(groups),
      test,
      ...(isPaired && pairBy !== null ? { pairBy } : {}),
      ...(replicatesBy === null ? {} : { replicatesBy }),
    },
  }
}

/** Returns the part of a view that requests this comparison again. */
export const toView = ({ groups, test, pairBy, replicatesBy }: OverviewRequest): Partial<CompareView> => ({
  groups,
  test,
  pairBy: pairBy ?? null,
  replicatesBy: replicatesBy ?? null,
})

/** Returns the samples to compare. Sets made by hand name their own samples. */
const samplesOf = (groups: GroupDraft | null, of: SampleChoice): SampleChoice =>
  groups && 'sets' in groups ? everySample : of

export const toGroups = (groups: GroupDraft): Request['groups'] =>
  'by' in groups ? { by: groups.by, values: [...groups.values] } : { sets: [...groups.sets] }

export const sizeOf = (groups: GroupDraft): number => namesOfGroups(groups).length

export const testsFor = (count: number): TestName[] =>
  testSchema.options.filter((test) => severalGroupTests.has(test) === count > 2)

/** Returns the view with other groups. The test is kept if it suits their number. */
export function withGroups(view: CompareView, groups: GroupDraft): CompareView {
  if (view.test === null) return { ...view, groups }
  const tests = testsFor(sizeOf(groups))
  return { ...view, groups, test: tests.includes(view.test) ? view.test : firstOf(tests, view.test) }
}

/** Returns a test of the same kind: a rank test stays a rank test when the number of groups changes. */
function firstOf(tests: readonly TestName[], before: TestName): TestName {
  const isRanked =
    before === 'mann-whitney' || before === 'kruskal-wallis' || before === 'wilcoxon-signed-rank'
  const alike = tests.find((test) => (test === 'mann-whitney' || test === 'kruskal-wallis') === isRanked)
  return (isRanked ? alike : tests.find((test) => test.startsWith('welch'))) ?? 'welch'
}

/**
 * Suggests two groups of the study's group field, or of the first field with categories. The control is second, so
 * that differences are "treated − control".
 */
export function suggestGroups(
  covariates: readonly Covariate[],
  design: Pick<StudyDesign, 'groupBy' | 'groups' | 'control'> = suggestDesign(covariates),
): GroupDraft | null {
  const fitting = covariates.filter(({ distinct }) => distinct >= 2 && distinct <= mostGroups)
  const ofDesign = fitting.find(({ name }) => name === design.groupBy)
  const field = ofDesign ?? fitting.find(({ kind }) => kind === 'categories')
  if (!field) return null
  const present = field.values.map(({ value }) => value)
  return ofDesign
    ? { by: field.name, values: firstTwo(inGroupOrder(design.groups, present), design.control) }
    : { by: field.name, values: firstTwo(present, findControl(present)) }
}

/**
 * Orders groups as in the study with the control last, so that each is compared with it. Two groups keep the user's
 * order, which defines the sign of the difference.
 */
export function inDesignOrder(by: string, values: readonly string[], design: StudyDesign): string[] {
  if (by !== design.groupBy || values.length < 3) return [...values]
  return controlLast(inGroupOrder(design.groups, values), design.control)
}

type CompareRoute = '/study/$studyId/_cohort/compare' | '/study/$studyId/_cohort/drugs'

type Options = {
  /** Used if the user chose no groups; null while loading or if there are none. */
  suggested: Partial<CompareView> | null
  of: SampleChoice
  /** The field that pairs the samples of the study; undefined while loading. */
  unit: string | null | undefined
}

/**
 * Returns the comparison from the address, with functions that change it. Suggested groups and tests are written into
 * the address, so that it always holds the whole request.
 */
export function useCompareView(route: CompareRoute, { suggested, of, unit }: Options) {
  const { search, change } = useSearchParams(route)
  const cohort = usePageState().get(createCohort)
  const parsed = parseCompare(search, cohort)
  const chosen = parsed.groups === null ? { ...parsed, ...suggested } : parsed
  const { groups } = chosen
  const { suggestion, failure, retry } = useSuggestedTest(
    samplesOf(groups, of),
    groups && sizeOf(groups) > 1 ? toGroups(groups) : null,
    unit,
  )
  const view = chosen.test === null ? { ...chosen, ...suggestion?.how } : chosen
  const go = (part: Partial<CompareView>, options?: { replace: boolean }) =>
    change(toCompareSearch({ ...view, ...part }, cohort), options)
  const isAsSuggested = suggestion?.how.test === view.test && suggestion?.how.pairBy === view.pairBy
  const isToWrite = groups !== null && view.test !== null && (parsed.groups === null || parsed.test === null)
  useEffect(() => {
    if (isToWrite) go({}, { replace: true })
  })
  return {
    view,
    suggestion,
    /** The failure that prevents a suggested test, if the user chose none. */
    failure: view.test === null ? failure : null,
    retry,
    go,
    /**
     * Changes the groups. A suggested test is suggested again; one that the user chose is kept if it suits the
     * groups.
     */
    goGroups: (next: GroupDraft) =>
      go(
        isAsSuggested
          ? { groups: next, test: null, pairBy: null, replicatesBy: null }
          : withGroups(view, next),
      ),
  }
}

export type CompareNavigation = ReturnType<typeof useCompareView>
