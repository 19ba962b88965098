import { useEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Input } from '../../../shared/contract/contract.ts'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import { createStoreHook } from '../../ui/pageState.ts'
import type { ShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import type { CohortSelection } from '../cohort/cohort.ts'

/** A table as a page asks for it. */
export type TableInput = Input<'exports.describe'>['table']

/** What a report, a capsule or a methods text is of, as a page asks for it. */
export type StudyInput = Input<'documents.methods'>['study']

type Shown = { tables: readonly TableInput[]; study: StudyInput | null }
/** How the tables of a kind stand on the screen in front. */
type ArrangedColumns = { kind: TableInput['kind'] } & ShownColumns
type ShownTables = Shown & {
  columns: ArrangedColumns | null
  show(shown: Shown): void
  arrange(columns: ArrangedColumns | null): void
}

const nothing: Shown = { tables: [], study: null }

/**
 * What the screen in front shows, as tables that can be exported, the first of them what a person most likely means,
 * and as a study; null where it shows no samples.
 */
export const createShownTables = () =>
  createStore<ShownTables>()((set) => ({
    ...nothing,
    columns: null,
    show: (shown) => set(shown),
    arrange: (columns) => set({ columns }),
  }))

export const useShownTables = createStoreHook(createShownTables)

/**
 * Results of chosen samples: the values as they are shown, then all there is of those samples. `pathways`: null for all;
 * where none is shown there are no values to be exported as shown.
 */
export const tablesOfCohort = (
  { of, measure, view }: Pick<CohortSelection, 'of' | 'measure' | 'view'>,
  pathways: readonly string[] | null = null,
): TableInput[] => [
  ...valuesOf({ of, measure, view }, pathways),
  { kind: 'samples', of },
  { kind: 'answers', of },
]

function valuesOf(
  { of, measure, view }: Pick<CohortSelection, 'of' | 'measure' | 'view'>,
  pathways: readonly string[] | null,
): TableInput[] {
  if (pathways?.length === 0) return []
  // To main an empty list is every pathway.
  const pathwayNames = [...(pathways ?? [])]
  return [
    { kind: 'resultsWide', of, measure, view, pathways: pathwayNames },
    { kind: 'resultsLong', of, pathways: pathwayNames },
  ]
}

/** What is known of chosen samples. */
export const tablesOfSamples = (of: SampleChoice): TableInput[] => [
  { kind: 'samples', of },
  { kind: 'resultsLong', of },
  { kind: 'resultsWide', of, measure: 'activity' },
  { kind: 'answers', of },
]

const none: readonly TableInput[] = []

/** Offers what is shown for export, for as long as the calling screen is. */
export function usePublishShownTables(
  tables: readonly TableInput[] = none,
  study: StudyInput | null = null,
): void {
  const show = useShownTables((state) => state.show)
  const key = JSON.stringify({ tables, study })
  useEffect(() => {
    show(JSON.parse(key) as Shown)
    return () => show(nothing)
  }, [show, key])
}

/** Lets exports of this kind of table follow the columns as they are shown; null: as they come. */
export function usePublishShownColumns(kind: TableInput['kind'], shown: ShownColumns | null): void {
  const arrange = useShownTables((state) => state.arrange)
  const key = shown && JSON.stringify({ kind, ...shown })
  useEffect(() => {
    if (key === null) return
    arrange(JSON.parse(key) as ArrangedColumns)
    return () => arrange(null)
  }, [arrange, key])
}
