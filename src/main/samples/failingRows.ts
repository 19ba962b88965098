import type { Checked } from '../../shared/contract/contract.ts'
import type { FailingRow, Problem } from '../../shared/domain/importing.ts'
import { type Corrections, editedIndexes } from './corrections.ts'
import type { TableRow } from './tableRow.ts'

/** The contract's bound. */
export const maxFailingRows = 10_000
/** A file of wide rows must not fill the memory: about 40 MB at most. */
const maxCharacters = 20_000_000

type FailingEntry = { row: number; problems: Problem[]; record: TableRow | null }
type FailingRowsQuery = Omit<Checked<'imports.failing'>, 'draftId'>

/** The first rows that a check had something to say of, in the order of the file. */
export type FailingRows = {
  /** `record`: null where it was not at hand. */
  add(row: number, problems: readonly Problem[], record: TableRow | null): void
  /** What showed only when all rows were seen. */
  addLate(problems: readonly Problem[]): void
  /** The record of a row, where it is kept. */
  record(row: number): TableRow | null
  /** Rows of one page; `read` gives records that are not kept, by their lines. */
  page(
    query: FailingRowsQuery,
    current: { columns: readonly string[]; corrections: Corrections },
    read: (lines: number[]) => Promise<TableRow[]>,
  ): Promise<{ rows: FailingRow[]; total: number; totalIsLeast?: boolean }>
}

export function createFailingRows(): FailingRows {
  const entries = new Map<number, FailingEntry>()
  let characters = 0
  let isFull = false

  const retainRecord = (record: TableRow | null): TableRow | null => {
    const size = record?.cells.reduce((sum, cell) => sum + cell.length + 8, 0) ?? 0
    if (characters + size > maxCharacters) return null
    characters += size
    return record
  }

  const add: FailingRows['add'] = (row, problems, record) => {
    if (entries.size < maxFailingRows)
      entries.set(row, { row, problems: [...problems], record: retainRecord(record) })
    else isFull = true
  }

  return {
    add,
    addLate(problems) {
      for (const problem of problems) {
        const entry = entries.get(problem.row)
        if (entry) entry.problems.push(problem)
        else add(problem.row, [problem], null)
      }
    },
    record: (row) => entries.get(row)?.record ?? null,
    async page({ page, limit, ...filter }, { columns, corrections }, read) {
      const matching = [...entries.values()].filter(({ problems }) => problems.some(matchesFilter(filter)))
      // What shows late may stand anywhere.
      const rows = matching.sort((a, b) => a.row - b.row).slice((page - 1) * limit, page * limit)
      const missing = rows.filter(({ record }) => record === null).map(({ row }) => row)
      const found = missing.length > 0 ? await read(missing) : []
      const records = new Map(found.map((record) => [record.row, record]))
      for (const one of rows) one.record ??= retainRecord(records.get(one.row) ?? null)
      return {
        rows: rows.flatMap(({ row, problems, record: retained }) => {
          const record = retained ?? records.get(row)
          if (!record) return []
          const { cells } = corrections.apply(record)
          return [{ row, cells, edited: editedIndexes(record, cells, columns), problems }]
        }),
        total: matching.length,
        ...(isFull ? { totalIsLeast: true } : {}),
      }
    },
  }
}

const matchesFilter =
  ({ rule, column, severity }: Omit<FailingRowsQuery, 'page' | 'limit'>) =>
  (problem: Problem): boolean =>
    (rule === undefined || problem.rule === rule) &&
    (column === undefined || problem.column === column) &&
    (severity === undefined || problem.severity === severity)
