import { Button } from '@mantine/core'
import { Outlet, useMatches, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { everySample } from '../../../shared/domain/results/cohort.ts'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'
import { usePageState } from '../../ui/pageState.ts'
import { useSearchParams } from '../searchParams.ts'
import { type CohortSelection, createCohort, hasCohortParams, viewKeyOf, viewSearchOf } from './cohort.ts'
import { CohortContext, useCohort } from './useCohort.ts'

/** The route of all views of the results: reads the selection from the address, once for all that is below. */
export function CohortRoute() {
  const { search, change: changeSearch } = useSearchParams('/results')
  const cohort = usePageState().get(createCohort)
  const stored = useStore(cohort.store)
  const hasParams = hasCohortParams(search)
  const named = useMemo(() => {
    if (!hasParams) return null
    const [next, last] = [cohort.parse(search), cohort.store.getState()]
    // The selection changes only where what it says does, so that what hangs on it is not worked out again.
    return next && isSame(cohort.toSearch(next), cohort.toSearch(last)) ? last : next
  }, [cohort, hasParams, search])
  const isUnknown = hasParams && named === null
  const selection = named ?? stored

  const restoring = useViewMemory(cohort, selection, hasParams)

  const write = useCallback(
    (next: CohortSelection, replace: boolean) => {
      cohort.store.setState(next, true)
      changeSearch(cohort.toSearch(next), { replace })
    },
    [cohort, changeSearch],
  )
  // Before the effects of the views below, which may change it.
  useLayoutEffect(() => {
    if (named) cohort.store.setState(named, true)
  }, [cohort, named])
  // An address that says nothing of it is completed, so that Back leads to what was seen there.
  useLayoutEffect(() => {
    if (!hasParams && !restoring) write(cohort.store.getState(), true)
  }, [cohort, hasParams, restoring, write])

  const change = useCallback(
    (part: Partial<CohortSelection>, { replace = false } = {}) =>
      write({ ...cohort.store.getState(), ...part }, replace),
    [cohort, write],
  )
  const value = useMemo(() => ({ selection, change }), [selection, change])
  if (restoring) return null
  return <CohortContext value={value}>{isUnknown ? <UnknownChoice /> : <Outlet />}</CohortContext>
}

/**
 * Remembers how each view is arranged, and writes that into an address that leads to a view and says nothing of its
 * arrangement. True until it stands there: a view that was drawn before would write its own suggestions.
 */
function useViewMemory(
  cohort: ReturnType<typeof createCohort>,
  selection: CohortSelection,
  hasParams: boolean,
): boolean {
  const navigate = useNavigate()
  const { front, last } = useStore(cohort.views)
  const view = useMatches().at(-1)
  const pathname = view?.pathname ?? ''
  const search = viewSearchOf({ ...view?.search })
  const key = viewKeyOf(pathname, selection.of)
  const remembered = last.get(key)
  const isEntering = front !== key || !hasParams
  const restored = isEntering && Object.keys(search).length === 0 ? remembered : undefined
  useLayoutEffect(() => {
    if (restored) {
      const completed = hasParams ? {} : cohort.toSearch(cohort.store.getState())
      void navigate({
        to: pathname,
        search: (before) => ({ ...before, ...completed, ...restored }),
        replace: true,
      })
      return
    }
    const isEmpty = Object.keys(search).length === 0
    const others = [...last].filter(([name]) => name !== key)
    const isKnown =
      front === key && JSON.stringify(remembered) === JSON.stringify(isEmpty ? undefined : search)
    if (!isKnown)
      cohort.views.setState({ front: key, last: new Map(isEmpty ? others : [...others, [key, search]]) })
  }, [cohort, navigate, pathname, search, key, front, last, remembered, restored, hasParams])
  useEffect(() => () => cohort.views.setState({ front: null }), [cohort])
  return restored !== undefined
}

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The samples that an address means are not here: nothing is shown in their place, least of all every sample. */
export function UnknownChoice() {
  const { t } = useTranslation('state')
  const { change } = useCohort()
  return (
    <EmptyState
      title={t('unknownChoice.title')}
      text={t('unknownChoice.text')}
      action={
        <Button
          variant="default"
          onClick={() => change({ of: everySample, view: { kind: 'raw' }, selectedIds: new Set() })}
        >
          {t('unknownChoice.all')}
        </Button>
      }
    />
  )
}
