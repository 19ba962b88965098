import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { type CohortSelection, cohortStore, hasCohortParams, parseCohort, toCohortSearch } from './cohort.ts'

/**
 * The selection that the view in front shows, and the way to change it. `change` writes the address, where what a
 * screen keeps of its own stays as it is, and so adds a step for Back; with `replace` it adds none (marking samples).
 * `search`: the parts of the address that say this selection, for a link or a saved view.
 */
export function useCohort() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const search: Record<string, unknown> = useSearch({ strict: false })
  const storedSelection = useStore(cohortStore)
  const selection = useMemo(
    () => (hasCohortParams(search) ? parseCohort(search, storedSelection) : storedSelection),
    [search, storedSelection],
  )
  const hasParams = hasCohortParams(search)

  const write = useCallback(
    (next: CohortSelection, replace: boolean) => {
      cohortStore.setState(next, true)
      const withCohort = (before: object) => ({ ...before, ...toCohortSearch(next) })
      void navigate({ to: path, search: withCohort as never, replace })
    },
    [navigate, path],
  )
  // An address that says nothing of it is completed, so that Back leads to what was seen there. By now someone may
  // have gone on: nobody is called back.
  useEffect(() => {
    if (hasParams) storeSelection(parseCohort(search, cohortStore.getState()))
    else if (history.location.pathname === path) write(cohortStore.getState(), true)
  }, [hasParams, search, write, history, path])

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
