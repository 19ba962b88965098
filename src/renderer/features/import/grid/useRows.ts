import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Failure } from '../../../../shared/contract/failures.ts'
import type {
  CellEdit,
  FailingRow,
  ImportDraft,
  Replacement,
  Severity,
} from '../../../../shared/domain/samples/importing.ts'
import { call } from '../../../client/call.ts'
import { useAction } from '../../../client/useAction.ts'
import { type Checked, useImport } from '../importState.ts'

const pageSize = 200

/** What rows are shown: all, those with a finding, or those that a severity or one rule is about. */
export type RowFilter = 'all' | { severity?: Severity; rule?: string }

/** `before`, `after`: places of the nearest rows with findings outside of the page. */
type Page = {
  page: number
  rows: FailingRow[]
  total: number
  totalIsLeast?: boolean
  before: number | null
  after: number | null
}
type Pages = ReadonlyMap<number, Page>

/** Rows by their place. */
export type Rows = {
  total: number
  totalIsLeast: boolean
  /** How many corrections the rows that are shown know of. */
  edits: number
  /** null for a row that has not come yet. */
  rowAt(index: number): FailingRow | null
  /** The place of the next row with findings beyond those at hand, from the row at a place on; null where there is none. */
  problemBeyond(index: number, way: 1 | -1): number | null
  failure: Failure | null
  loading: boolean
  retry(): void
}

async function readPage(draftId: string, filter: RowFilter, page: number): Promise<Page> {
  const limits = { page, limit: pageSize }
  if (filter === 'all') return { page, ...(await call('imports.rows', { draftId, ...limits })) }
  const found = await call('imports.failing', { draftId, ...filter, ...limits })
  const [first, last] = [(page - 1) * pageSize - 1, page * pageSize]
  return { page, ...found, before: first < 0 ? null : first, after: last < found.total ? last : null }
}

/** The first rows of a file, before a check knows all of them. */
function previewPages({ preview, problems }: ImportDraft): Pages {
  const rows = preview.map(({ row, cells }) => ({
    row,
    cells,
    edited: [],
    problems: problems.filter((problem) => problem.row === row),
  }))
  const shown = rows.slice(0, pageSize)
  return new Map([[1, { page: 1, rows: shown, total: shown.length, before: null, after: null }]])
}

/**
 * The rows in sight, requested by the page. While the rows of another check or filter are on their way, those of the last
 * one stay; before the first check, the first rows stand there as they were read.
 */
export function useRows(
  draft: ImportDraft,
  filter: RowFilter,
  checked: Checked | null,
  { from, to }: { from: number; to: number },
): Rows {
  const requested = pagesOf(from, to)
  const { arrived, failed } = useQueries({
    queries: requested.map((page) => ({
      queryKey: ['imports.rows', draft.draftId, filter, checked?.number, page],
      queryFn: () => readPage(draft.draftId, filter, page),
      enabled: checked !== null,
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
    })),
    combine,
  })
  const [first] = useState(() => previewPages(draft))
  const edits = checked?.edits ?? -1
  const [former, setFormer] = useState({ pages: first, edits: -1 })
  const [any] = [...arrived.values(), ...former.pages.values()]
  const total = any?.total ?? 0
  // Of fewer rows than were in sight before, the pages behind the last have none.
  const complete = checked !== null && requested.every((page) => arrived.has(page))
  if (complete && (former.edits !== edits || !areSame(former.pages, arrived)))
    setFormer({ pages: arrived, edits })
  const pages = complete ? arrived : new Map([...former.pages, ...arrived])
  const pageAt = (index: number) => pages.get(Math.floor(index / pageSize) + 1)
  return {
    total,
    totalIsLeast: any?.totalIsLeast ?? false,
    edits: complete ? edits : former.edits,
    rowAt: (index) => pageAt(index)?.rows[index % pageSize] ?? null,
    problemBeyond: (index, way) => pageAt(index)?.[way === 1 ? 'after' : 'before'] ?? null,
    failure: failed?.error ?? null,
    loading: checked !== null && !complete,
    retry: () => void failed?.refetch(),
  }
}

const areSame = (a: Pages, b: Pages): boolean =>
  a.size === b.size && [...a].every(([number, page]) => b.get(number) === page)

type Result = UseQueryResult<Page, Failure>

/** Stands outside, since the answers are put together anew for every other function. */
const combine = (results: UseQueryResult<Page>[]) => ({
  arrived: new Map(results.flatMap(({ data }) => (data ? [[data.page, data] as const] : []))) as Pages,
  failed: (results as Result[]).find(({ error }) => error !== null),
})

function pagesOf(from: number, to: number): number[] {
  const first = Math.floor(Math.max(0, from) / pageSize) + 1
  const last = Math.floor(Math.max(0, to) / pageSize) + 1
  return Array.from({ length: last - first + 1 }, (_, step) => first + step)
}

type Typed = ReadonlyMap<string, { value: string; edits: number }>
type Job = { work(): Promise<unknown>; typed: CellEdit[] }

const typedKey = (row: number, column: string): string => `${row} ${column}`

/**
 * Corrections of one draft, sent one after another in the order in which they were made. `typed`: cells as they were
 * written, shown until a check knows them. What was refused is taken out of sight, and said; the others still count.
 */
export function useCorrections(draftId: string, checkedEdits: number) {
  const { changeCells, editCount } = useImport()
  const waiting = useRef<Job[]>([])
  const [typed, setTyped] = useState<Typed>(new Map())
  const drain = useAction(async () => {
    const refused: unknown[] = []
    for (let job = waiting.current[0]; job; job = waiting.current[0]) {
      const [result] = await Promise.allSettled([job.work()])
      waiting.current.shift()
      if (result.status === 'rejected') refused.push(result.reason)
      const known = result.status === 'fulfilled' ? editCount() : null
      setTyped((before) => settled(before, job.typed, known))
    }
    if (refused.length > 0) throw refused[0]
  })

  function run(job: Job): void {
    waiting.current.push(job)
    void drain.run()
  }

  const typedAt = useCallback(
    (row: number, column: string): string | undefined => {
      const cell = typed.get(typedKey(row, column))
      return cell && cell.edits > checkedEdits ? cell.value : undefined
    },
    [typed, checkedEdits],
  )

  return {
    typedAt,
    edit: (edits: CellEdit[]) => {
      const entries = edits.map(
        ({ row, column, value }) =>
          [typedKey(row, column), { value, edits: Number.MAX_SAFE_INTEGER }] as const,
      )
      setTyped((before) => new Map([...before, ...entries]))
      run({ work: () => changeCells.edit(draftId, edits), typed: edits })
    },
    step: (way: 'undo' | 'redo') => {
      setTyped(new Map())
      run({ work: () => changeCells[way](draftId), typed: [] })
    },
    replace: (replacement: Replacement, done: (cells: number) => void) =>
      run({
        work: async () => done((await changeCells.replace(draftId, replacement)).cells),
        typed: [],
      }),
    pending: drain.pending,
    failure: drain.failure,
  }
}

export type Corrections = ReturnType<typeof useCorrections>

/** From here on a check of so many changes knows these cells; null: they were refused, and do not stand there. */
function settled(before: Typed, edits: CellEdit[], known: number | null): Typed {
  const now = new Map(before)
  for (const { row, column, value } of edits) {
    const key = typedKey(row, column)
    if (now.get(key)?.value !== value) continue
    if (known === null) now.delete(key)
    else now.set(key, { value, edits: known })
  }
  return now
}
