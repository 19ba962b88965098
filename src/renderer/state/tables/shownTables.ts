import { useEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Input } from '../../../shared/contract/contract.ts'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import { createStoreHook } from '../../ui/pageState.ts'
import type { ShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import type { ShownSelection } from '../cohort/cohort.ts'
import { useDialogs } from '../dialogs.ts'
import { useStudyInFront } from '../studyInFront.ts'

/** A table as a page asks for it. */
export type TableInput = Input<'exports.describe'>['table']

/** What a report, a capsule or a methods text is of, as a page asks for it. */
export type StudyInput = Input<'documents.methods'>['study']

type Shown = { tables: readonly TableInput[]; study: StudyInput | null }
/** How the tables of a kind stand on the screen in front. */
type ArrangedColumns = { kind: TableInput['kind'] } & ShownColumns
type LastView = Shown & { columns: ArrangedColumns | null }
type ShownTables = LastView & {
  /** By study: what its last view showed, which Share offers. */
  lastViews: ReadonlyMap<string, LastView>
  show(shown: Shown, studyId: string | null): void
  arrange(columns: ArrangedColumns, studyId: string | null): void
  clear(part: 'tables' | 'columns'): void
  /** Shows once more what the last view of this study did. */
  showLast(studyId: string): void
}

const nothing: LastView = { tables: [], study: null, columns: null }

/**
 * What the screen in front shows, as tables that can be exported, the first of them what a person most likely means,
 * and as a study; null where it shows no samples.
 */
export const createShownTables = () =>
  createStore<ShownTables>()((set, get) => {
    const change = (part: Shown | Pick<LastView, 'columns'>, studyId: string | null): void => {
      set(part)
      if (studyId === null) return
      const { tables, study, columns, lastViews } = get()
      set({ lastViews: new Map(lastViews).set(studyId, { tables, study, columns }) })
    }
    return {
      ...nothing,
      lastViews: new Map(),
      show: change,
      arrange: (columns, studyId) => change({ columns }, studyId),
      clear: (part) => set(part === 'tables' ? { tables: [], study: null } : { columns: null }),
      showLast: (studyId) => set(get().lastViews.get(studyId) ?? nothing),
    }
  })

const useShownTables = createStoreHook(createShownTables)

/**
 * Results of chosen samples: the values as they are shown, then all there is of those samples. `pathways`: null for all;
 * where none is shown there are no values to be exported as shown.
 */
export const tablesOfCohort = (
  { of, measure, view }: Pick<ShownSelection, 'of' | 'measure' | 'view'>,
  pathways: readonly string[] | null = null,
): TableInput[] => [
  ...valuesOf({ of, measure, view }, pathways),
  { kind: 'samples', of },
  { kind: 'answers', of },
]

function valuesOf(
  { of, measure, view }: Pick<ShownSelection, 'of' | 'measure' | 'view'>,
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
  const clear = useShownTables((state) => state.clear)
  const studyId = useStudyInFront()
  const key = JSON.stringify({ tables, study })
  useEffect(() => {
    show(JSON.parse(key) as Shown, studyId)
    return () => clear('tables')
  }, [show, clear, studyId, key])
}

/** Lets exports of this kind of table follow the columns as they are shown; null: as they come. */
export function usePublishShownColumns(kind: TableInput['kind'], shown: ShownColumns | null): void {
  const arrange = useShownTables((state) => state.arrange)
  const clear = useShownTables((state) => state.clear)
  const studyId = useStudyInFront()
  const key = shown && JSON.stringify({ kind, ...shown })
  useEffect(() => {
    if (key === null) return
    arrange(JSON.parse(key) as ArrangedColumns, studyId)
    return () => clear('columns')
  }, [arrange, clear, studyId, key])
}

/** Offers what the last view of a study showed, for as long as the calling screen is. */
export function useShowLastView(studyId: string): void {
  const showLast = useShownTables((state) => state.showLast)
  const clear = useShownTables((state) => state.clear)
  useEffect(() => {
    showLast(studyId)
    return () => {
      clear('tables')
      clear('columns')
    }
  }, [showLast, clear, studyId])
}

/** What the dialog of an export begins with: the samples that it was opened for, else what the screen in front shows. */
export function useExported(): LastView {
  const of = useDialogs((state) => state.exportOf)
  const { tables, study, columns } = useShownTables()
  return of
    ? { tables: tablesOfSamples(of), study: { kind: 'cohort', of }, columns }
    : { tables, study, columns }
}
