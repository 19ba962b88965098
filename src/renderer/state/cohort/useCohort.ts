import { useCallback, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { usePageState } from '../../ui/pageState.ts'
import { useSearchParams } from '../searchParams.ts'
import { type CohortSelection, createCohort, hasCohortParams } from './cohort.ts'

/**
 * The selection that the view in front shows, and the way to change it. `change` writes the address, where what a
 * screen keeps of its own stays as it is, and so adds a step for Back; with `replace` it adds none (marking samples).
 * `search`: the parts of the address that say this selection, for a link or a saved view, which it may be too large for.
 */
export function useCohort() {
  const { search, change: changeSearch } = useSearchParams('/results')
  const cohort = usePageState().get(createCohort)
  const storedSelection = useStore(cohort.store)
  const selection = useMemo(
    () => (hasCohortParams(search) ? cohort.parse(search, storedSelection) : storedSelection),
    [cohort, search, storedSelection],
  )
  const hasParams = hasCohortParams(search)

  const write = useCallback(
    (next: CohortSelection, replace: boolean) => {
      cohort.store.setState(next, true)
      changeSearch(cohort.toSearch(next), { replace })
    },
    [cohort, changeSearch],
  )
  // An address that says nothing of it is completed, so that Back leads to what was seen there.
  useEffect(() => {
    const before = cohort.store.getState()
    const next = hasParams ? cohort.parse(search, before) : before
    const isSame = JSON.stringify(cohort.toSearch(next)) === JSON.stringify(cohort.toSearch(before))
    // The store changes only where the selection does, so that what hangs on it is not worked out again.
    if (!hasParams) write(next, true)
    else if (!isSame) cohort.store.setState(next, true)
  }, [cohort, hasParams, search, write])

  const change = useCallback(
    (part: Partial<CohortSelection>, { replace = false } = {}) =>
      write({ ...cohort.store.getState(), ...part }, replace),
    [cohort, write],
  )
  return {
    selection,
    change,
    search: useMemo(() => cohort.toSearch(selection), [cohort, selection]),
    isSavable: cohort.isSavable(selection),
  }
}
