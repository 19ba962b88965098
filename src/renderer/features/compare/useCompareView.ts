import { useEffect } from 'react'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import { createCohort } from '../../state/cohort/cohort.ts'
import { useSuggestedTest } from '../../state/cohort/useSuggestedTest.ts'
import { useSearchParams } from '../../state/searchParams.ts'
import { usePageState } from '../../ui/pageState.ts'
import { samplesOf, sizeOf, toGroups, withGroups } from './request.ts'
import { type CompareView, type GroupDraft, parseCompare, toCompareSearch } from './view.ts'

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
