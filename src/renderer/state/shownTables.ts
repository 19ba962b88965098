import { useEffect } from 'react'
import { create } from 'zustand'
import type { Input } from '../../shared/contract/contract.ts'
import type { SampleChoice } from '../../shared/domain/cohort.ts'
import type { CohortSelection } from './cohort.ts'

/** A table as a page asks for it. */
export type AskedTable = Input<'exports.describe'>['table']

type ShownTables = { tables: readonly AskedTable[]; show(tables: readonly AskedTable[]): void }

/** What the screen in front shows, as tables that can be exported; the first is what a person most likely means. */
export const useShownTables = create<ShownTables>()((set) => ({
  tables: [],
  show: (tables) => set({ tables }),
}))

/** Results of chosen samples: the values as they are shown, then all there is of those samples. */
export const tablesOfCohort = (
  { of, measure, view }: Pick<CohortSelection, 'of' | 'measure' | 'view'>,
  pathways: readonly string[] = [],
): AskedTable[] => [
  { kind: 'resultsWide', of, measure, view, pathways: [...pathways] },
  { kind: 'resultsLong', of, pathways: [...pathways] },
  { kind: 'samples', of },
  { kind: 'answers', of },
]

/** What is known of chosen samples. */
export const tablesOfSamples = (of: SampleChoice): AskedTable[] => [
  { kind: 'samples', of },
  { kind: 'resultsLong', of },
  { kind: 'resultsWide', of, measure: 'activity' },
  { kind: 'answers', of },
]

const none: readonly AskedTable[] = []

/** Offers what is shown for export, for as long as the calling screen is. */
export function useShows(tables: readonly AskedTable[] = none): void {
  const show = useShownTables((state) => state.show)
  const key = JSON.stringify(tables)
  useEffect(() => {
    show(JSON.parse(key) as AskedTable[])
    return () => show(none)
  }, [show, key])
}
