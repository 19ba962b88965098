import { basename } from 'node:path'
import { Failure } from '../../shared/contract/failures.ts'
import type { Problem, ReadOptions } from '../../shared/domain/importing.ts'
import { structureProblem } from './check/rowCheck.ts'
import { nameColumns } from './columns.ts'
import { type FileFacts, inspectFile } from './csv/readFile.ts'
import { readTable, resolveReadAs, type TableRow } from './csv/table.ts'
import type { DraftFacts } from './reader.ts'

const previewRows = 50
/** Enough to see what is wrong; the check counts them all. */
const mostProblems = 1000

/** Reads a file through: what it was read as, its columns, its first rows, and the rows that are broken. */
export function readDraft(path: string, options: ReadOptions): DraftFacts {
  const facts = inspectFile(path)
  const readAs = resolveReadAs(facts, options)
  const preview: TableRow[] = []
  const problems: Problem[] = []
  let columns: string[] | null = null
  let rowCount = 0
  for (const { header, rows } of readTable(path, readAs, facts.sha256)) {
    if (header && columns === null) {
      const named = nameColumns(header)
      columns = named.columns
      problems.push(...encodingProblems(facts, options, header.row), ...named.problems)
    }
    for (const row of rows) {
      rowCount += 1
      if (preview.length < previewRows) preview.push(row)
      const problem = problems.length < mostProblems ? structureProblem(row, columns ?? []) : null
      if (problem) problems.push(problem)
    }
  }
  if (columns === null) throw empty(path, readAs.headerLine)
  return {
    sizeBytes: facts.sizeBytes,
    sha256: facts.sha256,
    readAs,
    columns,
    preview: preview.map(({ row, cells }) => ({ row, cells })),
    rowCount,
    problems,
  }
}

function encodingProblems({ guess }: FileFacts, options: ReadOptions, row: number): Problem[] {
  if (guess.sure || options.encoding !== undefined) return []
  const message =
    `The file does not say how its characters are written; it is read as ${guess.encoding}. Look at the letters ` +
    'outside A–Z in the first rows, and choose another encoding if they are wrong.'
  return [{ row, column: null, value: null, rule: 'encoding-guessed', message, severity: 'warning' }]
}

function empty(path: string, headerLine: number): Failure {
  const name = basename(path)
  const message =
    headerLine > 1
      ? `“${name}” has nothing on line ${headerLine} or below, where its header was looked for. Choose another header line.`
      : `“${name}” is empty: it has no header and no rows. Choose another file.`
  return new Failure('file', message, { name })
}
