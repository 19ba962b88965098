import { createContext, use } from 'react'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import type { CohortSelection, ShownSelection } from './cohort.ts'

type Cohort = {
  /** Its `of` is within the study of the address; its `view` includes the default. */
  selection: ShownSelection
  /** All samples of that study. */
  study: SampleChoice
  /** Whether `selection.of` is all of them. */
  isWholeStudy: boolean
  /**
   * Writes the address, where what a screen keeps of its own stays as it is, and so adds a step for Back; with `replace`
   * it adds none (marking samples).
   */
  change(part: Partial<CohortSelection>, options?: { replace?: boolean }): void
}

/** Handed in by `CohortRoute`. */
export const CohortContext = createContext<Cohort | null>(null)

/** The selection that the view in front shows, and the way to change it. */
export function useCohort(): Cohort {
  const cohort = use(CohortContext)
  if (!cohort) throw new Error('There is no CohortRoute above.')
  return cohort
}
