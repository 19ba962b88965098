import { Button } from '@mantine/core'
import { Outlet, useMatches, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import { everySample, isEverySample } from '../../../shared/domain/results/cohort.ts'
import { allSamplesId, choiceInStudy } from '../../../shared/domain/studies/study.ts'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'
import { usePageState } from '../../ui/pageState.ts'
import { useSearchParams } from '../searchParams.ts'
import { useStudyId } from '../studyInFront.ts'
import { type CohortSelection, createCohort, firstView, hasCohortParams, viewSearchOf } from './cohort.ts'
import { createViews } from './exploreViews.ts'
import { CohortContext, useCohort } from './useCohort.ts'

/** The route of all views of a study's results: reads the selection from the address, once for all that is below. */
export function CohortRoute() {
  const studyId = useStudyId()
  const { search, change: changeSearch } = useSearchParams('/study/$studyId/_cohort')
  const cohort = usePageState().get(createCohort)
  const store = cohort.storeOf(studyId)
  const stored = useStore(store)
  const hasParams = hasCohortParams(search)
  const named = useMemo(() => {
    if (!hasParams) return null
    const [next, last] = [cohort.parse(search), store.getState()]
    // The selection changes only where what it says does, so that what hangs on it is not worked out again.
    return next && isSame(cohort.toSearch(next), cohort.toSearch(last)) ? last : next
  }, [cohort, store, hasParams, search])
  const isUnknown = hasParams && named === null
  const selection = named ?? stored

  const restoring = useViewMemory(cohort, store, hasParams)

  const write = useCallback(
    (next: CohortSelection, replace: boolean) => {
      store.setState(next, true)
      changeSearch(cohort.toSearch(next), { replace })
    },
    [cohort, store, changeSearch],
  )
  // Before the effects of the views below, which may change it.
  useLayoutEffect(() => {
    if (named) store.setState(named, true)
  }, [store, named])
  // An address that says nothing of it is completed, so that Back leads to what was seen there.
  useLayoutEffect(() => {
    if (!hasParams && !restoring) write(store.getState(), true)
  }, [store, hasParams, restoring, write])

  const change = useCallback(
    (part: Partial<CohortSelection>, { replace = false } = {}) =>
      write(
        {
          ...store.getState(),
          ...part,
          // The study stands in the path alone.
          ...(part.of && { of: choiceInStudy(part.of, allSamplesId) }),
        },
        replace,
      ),
    [store, write],
  )
  const routeId = useMatches().at(-1)?.routeId ?? ''
  const value = useMemo(
    () => ({
      selection: {
        ...selection,
        of: choiceInStudy(selection.of, studyId),
        view: selection.view ?? firstView(routeId, selection.of),
      },
      study: choiceInStudy(everySample, studyId),
      isWholeStudy: isEverySample(choiceInStudy(selection.of, allSamplesId)),
      change,
    }),
    [selection, studyId, routeId, change],
  )
  if (restoring) return null
  return <CohortContext value={value}>{isUnknown ? <UnknownChoice /> : <Outlet />}</CohortContext>
}

/**
 * Remembers how each view is arranged, and writes that into an address that leads to a view and says nothing of its
 * arrangement. True until it stands there: a view that was drawn before would write its own suggestions.
 */
function useViewMemory(
  cohort: ReturnType<typeof createCohort>,
  store: StoreApi<CohortSelection>,
  hasParams: boolean,
): boolean {
  const navigate = useNavigate()
  const views = usePageState().get(createViews)
  const { front, last } = useStore(views)
  const view = useMatches().at(-1)
  const key = view?.pathname ?? ''
  const search = viewSearchOf({ ...view?.search })
  const remembered = last.get(key)
  const isEntering = front !== key || !hasParams
  const restored = isEntering && Object.keys(search).length === 0 ? remembered : undefined
  useLayoutEffect(() => {
    if (restored) {
      const completed = hasParams ? {} : cohort.toSearch(store.getState())
      void navigate({
        to: key,
        search: (before) => ({ ...before, ...completed, ...restored }),
        replace: true,
      })
      return
    }
    const isEmpty = Object.keys(search).length === 0
    const others = [...last].filter(([name]) => name !== key)
    const isKnown =
      front === key && JSON.stringify(remembered) === JSON.stringify(isEmpty ? undefined : search)
    if (!isKnown) views.setState({ front: key, last: new Map(isEmpty ? others : [...others, [key, search]]) })
  }, [cohort, views, store, navigate, search, key, front, last, remembered, restored, hasParams])
  useEffect(() => () => views.setState({ front: null }), [views])
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
          onClick={() => change({ of: everySample, view: null, selectedIds: new Set() })}
        >
          {t('unknownChoice.all')}
        </Button>
      }
    />
  )
}
