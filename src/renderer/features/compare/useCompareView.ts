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
  /** Where nobody chose groups; null: not known yet, or there are none. */
  suggested: Partial<CompareView> | null
  of: SampleChoice
  /** The field that pairs the samples of the study; undefined: not known yet. */
  unit: string | null | undefined
}

/**
 * What the address says of the comparison, and the way to change it. Where nobody chose groups or a test, those that are
 * suggested are written into it, so that it always holds the whole request.
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
    /** Why there is no test as yet: what is suggested could not be read. */
    failure: view.test === null ? failure : null,
    retry,
    go,
    /** Other groups: what was suggested for those before is suggested anew; what a person chose stays where it can. */
    goGroups: (next: GroupDraft) =>
      go(
        isAsSuggested
          ? { groups: next, test: null, pairBy: null, replicatesBy: null }
          : withGroups(view, next),
      ),
  }
}

export type CompareNavigation = ReturnType<typeof useCompareView>
