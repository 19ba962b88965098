import { useCallback, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useSearchParams } from '../searchParams.ts'
import { type CohortSelection, cohortStore, hasCohortParams, parseCohort, toCohortSearch } from './cohort.ts'

/**
 * The selection that the view in front shows, and the way to change it. `change` writes the address, where what a
 * screen keeps of its own stays as it is, and so adds a step for Back; with `replace` it adds none (marking samples).
 * `search`: the parts of the address that say this selection, for a link or a saved view.
 */
export function useCohort() {
  const { search, change: changeSearch } = useSearchParams('/results')
  const storedSelection = useStore(cohortStore)
  const selection = useMemo(
    () => (hasCohortParams(search) ? parseCohort(search, storedSelection) : storedSelection),
    [search, storedSelection],
  )
  const hasParams = hasCohortParams(search)

  const write = useCallback(
    (next: CohortSelection, replace: boolean) => {
      cohortStore.setState(next, true)
      changeSearch(toCohortSearch(next), { replace })
    },
    [changeSearch],
  )
  // An address that says nothing of it is completed, so that Back leads to what was seen there.
  useEffect(() => {
    if (hasParams) storeSelection(parseCohort(search, cohortStore.getState()))
    else write(cohortStore.getState(), true)
  }, [hasParams, search, write])

  const change = useCallback(
    (part: Partial<CohortSelection>, { replace = false } = {}) =>
      write({ ...cohortStore.getState(), ...part }, replace),
    [write],
  )
  return { selection, change, search: useMemo(() => toCohortSearch(selection), [selection]) }
}

/** The store changes only where the selection does, so that what hangs on it is not worked out again. */
function storeSelection(selection: CohortSelection): void {
  const isSame =
    JSON.stringify(toCohortSearch(cohortStore.getState())) === JSON.stringify(toCohortSearch(selection))
  if (!isSame) cohortStore.setState(selection, true)
}
