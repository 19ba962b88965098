import { Button } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { everySample } from '../../../shared/domain/results/cohort.ts'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'
import { usePageState } from '../../ui/pageState.ts'
import { useSearchParams } from '../searchParams.ts'
import { type CohortSelection, createCohort, hasCohortParams } from './cohort.ts'
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
    if (!hasParams) write(cohort.store.getState(), true)
  }, [cohort, hasParams, write])

  const change = useCallback(
    (part: Partial<CohortSelection>, { replace = false } = {}) =>
      write({ ...cohort.store.getState(), ...part }, replace),
    [cohort, write],
  )
  const value = useMemo(() => ({ selection, change }), [selection, change])
  return <CohortContext value={value}>{isUnknown ? <UnknownChoice /> : <Outlet />}</CohortContext>
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
