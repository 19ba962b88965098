import { useEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Input } from '../../../shared/contract/contract.ts'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import { createStoreHook } from '../../ui/pageState.ts'
import type { ShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import type { ShownSelection } from '../cohort/cohort.ts'
import { useCurrentStudyId } from '../currentStudy.ts'
import { useDialogs } from '../dialogs.ts'

export type TableInput = Input<'exports.describe'>['table']

/** The subject of a report, a capsule or a methods text in a request. */
export type StudyInput = Input<'documents.methods'>['study']

type Shown = { tables: readonly TableInput[]; study: StudyInput | null }
type ArrangedColumns = { kind: TableInput['kind'] } & ShownColumns
type LastView = Shown & { columns: ArrangedColumns | null }
type ShownTables = LastView & {
  /** The content of the last view of each study, which the Share screen offers. */
  lastViews: ReadonlyMap<string, LastView>
  show(shown: Shown, studyId: string | null): void
  arrange(columns: ArrangedColumns, studyId: string | null): void
  clear(part: 'tables' | 'columns'): void
  /** Restores the content of the study's last view. */
  showLast(studyId: string): void
}

const nothing: LastView = { tables: [], study: null, columns: null }

/** Creates the store of the current screen's exportable tables, the most likely choice first, and its study. */
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
 * Returns the tables of chosen samples: the displayed values, then all data of these samples. `shown`: the displayed
 * pathways. Null: all. Empty: leaves out the displayed values.
 */
export function tablesOfCohort(
  { of, measure, view }: Pick<ShownSelection, 'of' | 'measure' | 'view'>,
  shown: readonly string[] | null = null,
): TableInput[] {
  // In the request an empty list means every pathway.
  const pathways = [...(shown ?? [])]
  const values: TableInput[] = [
    { kind: 'resultsWide', of, measure, view, pathways },
    { kind: 'resultsLong', of, pathways },
  ]
  return [...(shown?.length === 0 ? [] : values), { kind: 'samples', of }, { kind: 'answers', of }]
}

export const tablesOfSamples = (of: SampleChoice): TableInput[] => [
  { kind: 'samples', of },
  { kind: 'resultsLong', of },
  { kind: 'resultsWide', of, measure: 'activity' },
  { kind: 'answers', of },
]

const none: readonly TableInput[] = []

/** Offers the displayed content for export while the calling screen is mounted. */
export function usePublishShownTables(
  tables: readonly TableInput[] = none,
  study: StudyInput | null = null,
): void {
  const show = useShownTables((state) => state.show)
  const clear = useShownTables((state) => state.clear)
  const studyId = useCurrentStudyId()
  const key = JSON.stringify({ tables, study })
  useEffect(() => {
    show(JSON.parse(key) as Shown, studyId)
    return () => clear('tables')
  }, [show, clear, studyId, key])
}

/** Makes exports of this kind of table follow the displayed columns; null for the default order. */
export function usePublishShownColumns(kind: TableInput['kind'], shown: ShownColumns | null): void {
  const arrange = useShownTables((state) => state.arrange)
  const clear = useShownTables((state) => state.clear)
  const studyId = useCurrentStudyId()
  const key = shown && JSON.stringify({ kind, ...shown })
  useEffect(() => {
    if (key === null) return
    arrange(JSON.parse(key) as ArrangedColumns, studyId)
    return () => clear('columns')
  }, [arrange, clear, studyId, key])
}

/** Offers the content of a study's last view while the calling screen is mounted. */
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

/** Returns the content for the export dialog: the samples it was opened for, else the current screen's content. */
export function useExported(): LastView {
  const of = useDialogs((state) => state.exportOf)
  const { tables, study, columns } = useShownTables()
  return of
    ? { tables: tablesOfSamples(of), study: { kind: 'cohort', of }, columns }
    : { tables, study, columns }
}
