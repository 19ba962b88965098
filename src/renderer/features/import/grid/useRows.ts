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
import { call, useAction } from '../../../client/call.ts'
import { type Checked, useImport } from '../importState.ts'

const pageSize = 200

/** The rows to show: all, or those with findings of a severity or a rule. */
export type RowFilter = 'all' | { severity?: Severity; rule?: string }

/** One page of rows. `before`, `after`: indexes of the nearest rows with findings outside the page. */
type Page = {
  page: number
  rows: FailingRow[]
  total: number
  totalIsLeast?: boolean
  before: number | null
  after: number | null
}
type Pages = ReadonlyMap<number, Page>

async function readPage(draftId: string, filter: RowFilter, page: number): Promise<Page> {
  const limits = { page, limit: pageSize }
  if (filter === 'all') return { page, ...(await call('imports.rows', { draftId, ...limits })) }
  const found = await call('imports.failing', { draftId, ...filter, ...limits })
  const [first, last] = [(page - 1) * pageSize - 1, page * pageSize]
  return { page, ...found, before: first < 0 ? null : first, after: last < found.total ? last : null }
}

/** Returns the first rows of a file, shown before the first check. */
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
 * Loads the visible rows page by page. While the rows of another check or filter load, the last ones stay; before the
 * first check, the preview is shown.
 */
export function useRows(
  draft: ImportDraft,
  filter: RowFilter,
  checked: Checked | null,
  { from, to }: { from: number; to: number },
) {
  const requested = pagesOf(from, to)
  const { arrived, failure } = useQueries({
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
  // If there are fewer rows than before, pages after the last one are empty.
  const complete = checked !== null && requested.every((page) => arrived.has(page))
  if (complete && (former.edits !== edits || !areSame(former.pages, arrived)))
    setFormer({ pages: arrived, edits })
  const pages = complete ? arrived : new Map([...former.pages, ...arrived])
  const pageAt = (index: number) => pages.get(Math.floor(index / pageSize) + 1)
  return {
    total,
    totalIsLeast: any?.totalIsLeast ?? false,
    /** The number of corrections that the rows include. */
    edits: complete ? edits : former.edits,
    /** Returns null for a row that is not loaded yet. */
    rowAt: (index: number): FailingRow | null => pageAt(index)?.rows[index % pageSize] ?? null,
    /** Returns the index of the nearest row with findings outside the page of `index`; null if there is none. */
    problemBeyond: (index: number, way: 1 | -1): number | null =>
      pageAt(index)?.[way === 1 ? 'after' : 'before'] ?? null,
    failure,
  }
}

export type Rows = ReturnType<typeof useRows>

const areSame = (a: Pages, b: Pages): boolean =>
  a.size === b.size && [...a].every(([number, page]) => b.get(number) === page)

/** Outside the hook, because `useQueries` combines the results again for each new function. */
const combine = (results: UseQueryResult<Page>[]) => ({
  arrived: new Map(results.flatMap(({ data }) => (data ? [[data.page, data] as const] : []))) as Pages,
  failure: (results as UseQueryResult<Page, Failure>[]).find(({ error }) => error !== null)?.error ?? null,
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
 * Sends the corrections of one draft one after another, in order. `typed` cells are shown until a check includes
 * them. A rejected correction is removed and reported; the others still count.
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
      run({ work: async () => done((await changeCells.replace(draftId, replacement)).cells), typed: [] }),
    pending: drain.pending,
    failure: drain.failure,
  }
}

export type Corrections = ReturnType<typeof useCorrections>

/** Marks cells as included in a check of `known` changes. If `known` is null, they were rejected and are removed. */
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
