import { createContext, use } from 'react'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import type { CohortSelection, ShownSelection } from './cohort.ts'

type Cohort = {
  /** The selection. Its `of` is within the study of the address; its `view` includes the default. */
  selection: ShownSelection
  /** All samples of the study. */
  study: SampleChoice
  /** True if `selection.of` is all of them. */
  isWholeStudy: boolean
  /**
   * Changes the selection in the address, where a screen's own settings stay. It adds a step for Back, unless `replace`
   * is set (as for selecting samples).
   */
  change(part: Partial<CohortSelection>, options?: { replace?: boolean }): void
}

/** Provided by `CohortRoute`. */
export const CohortContext = createContext<Cohort | null>(null)

/** Returns the selection of the current view and its setter. */
export function useCohort(): Cohort {
  const cohort = use(CohortContext)
  if (!cohort) throw new Error('There is no CohortRoute above.')
  return cohort
}
