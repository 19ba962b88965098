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
import { useStudyId } from '../currentStudy.ts'
import { useSearchParams } from '../searchParams.ts'
import {
  CohortContext,
  type CohortSelection,
  createCohort,
  firstView,
  hasCohortParams,
  useCohort,
  viewSearchOf,
} from './cohort.ts'
import { createViews } from './exploreViews.ts'

/** The route of all result views of a study. Reads the selection from the address once for the views below. */
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
    // An equal selection keeps its identity, so that nothing derived from it is computed again.
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
  // Runs before the effects of the views below, which may change the selection.
  useLayoutEffect(() => {
    if (named) store.setState(named, true)
  }, [store, named])
  // Completes an address without a selection, so that Back returns to what was shown.
  useLayoutEffect(() => {
    if (!hasParams && !restoring) write(store.getState(), true)
  }, [store, hasParams, restoring, write])

  const change = useCallback(
    (part: Partial<CohortSelection>, { replace = false } = {}) =>
      write(
        {
          ...store.getState(),
          ...part,
          // The path already contains the study.
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
 * Remembers the settings of each view and writes them to an address without any. Returns true until they are written: a
 * view rendered before that would write its own defaults.
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

/** Shown if the samples of an address are not available here: any others would be wrong. */
export function UnknownChoice() {
  const { t } = useTranslation('state')
  const { change } = useCohort()
  return (
    <EmptyState
      title={t('unknownChoice.title')}
      text={t('unknownChoice.text')}
      action={
        <Button onClick={() => change({ of: everySample, view: null, selectedIds: new Set() })}>
          {t('action.showAllSamples')}
        </Button>
      }
    />
  )
}
