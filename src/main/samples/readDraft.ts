import { basename } from 'node:path'
import { Failure } from '../../shared/contract/failures.ts'
import type { Problem, ReadAs, ReadOptions } from '../../shared/domain/importing.ts'
import { structureProblem } from './check/structure.ts'
import { nameColumns } from './columns.ts'
import type { DraftFacts } from './reader.ts'
import { openTable } from './table.ts'
import type { TableRow } from './tableRow.ts'

const previewRows = 50
/** Enough to see what is wrong; the check counts them all. */
const mostProblems = 1000

/** Reads a file through: what it was read as, its columns, its first rows, and the rows that are broken. */
export async function readDraft(path: string, options: ReadOptions): Promise<DraftFacts> {
  const table = await openTable(path, options)
  const preview: TableRow[] = []
  const problems: Problem[] = []
  let columns: string[] | null = null
  let rowCount = 0
  for await (const { header, rows } of table.readings) {
    if (header && columns === null) {
      const named = nameColumns(header)
      columns = named.columns
      problems.push(...table.problems(header, columns), ...named.problems)
    }
    for (const row of rows) {
      rowCount += 1
      if (preview.length < previewRows) preview.push(row)
      const problem = problems.length < mostProblems ? structureProblem(row, columns ?? []) : null
      if (problem) problems.push(problem)
    }
  }
  const { sizeBytes, sha256, readAs, sheets } = table
  if (columns === null) throw empty(path, readAs)
  return {
    sizeBytes,
    sha256,
    readAs,
    sheets,
    columns,
    preview: preview.map(({ row, cells }) => ({ row, cells })),
    rowCount,
    problems,
    notes: [],
  }
}

function empty(path: string, { headerLine, ...readAs }: ReadAs): Failure {
  const name = basename(path)
  const place =
    readAs.format === 'xlsx' ? `row ${headerLine} of the sheet “${readAs.sheet}”` : `line ${headerLine}`
  const message =
    headerLine > 1
      ? `“${name}” has nothing on ${place} or below, where its header was looked for. Choose another header line.`
      : `“${name}” is empty: it has no header and no rows. Choose another file.`
  return new Failure('file', message, { name })
}
