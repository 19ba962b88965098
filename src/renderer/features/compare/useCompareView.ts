import { useEffect } from 'react'
import { createCohort } from '../../state/cohort/cohort.ts'
import { useSearchParams } from '../../state/searchParams.ts'
import { usePageState } from '../../ui/pageState.ts'
import { withGroups } from './request.ts'
import { type CompareView, parseCompare, toCompareSearch } from './view.ts'

type CompareRoute = '/study/$studyId/_cohort/compare' | '/study/$studyId/_cohort/drugs'

/**
 * What the address says of the comparison, and the way to change it. Where nobody chose groups, those that are suggested
 * are written into it, so that it always holds the whole request.
 */
export function useCompareView(route: CompareRoute, suggested: Partial<CompareView> | null) {
  const { search, change } = useSearchParams(route)
  const cohort = usePageState().get(createCohort)
  const parsed = parseCompare(search, cohort)
  const offered = parsed.groups === null ? (suggested?.groups ?? null) : null
  const isSuggested = offered !== null
  const view = offered ? { ...withGroups(parsed, offered), ...suggested } : parsed
  const go = (part: Partial<CompareView>, options?: { replace: boolean }) =>
    change(toCompareSearch({ ...view, ...part }, cohort), options)
  useEffect(() => {
    if (isSuggested) go({}, { replace: true })
  })
  return { view, go }
}
