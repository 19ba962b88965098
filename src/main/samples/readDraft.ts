import { basename } from 'node:path'
import { Failure } from '../../shared/contract/failures.ts'
import type { Problem, ReadAs, ReadOptions } from '../../shared/domain/importing.ts'
import { structureProblem } from './check/structure.ts'
import { nameColumns } from './nameColumns.ts'
import { type DraftFacts, previewRows } from './readerMessages.ts'
import { createRowSurvey } from './rowClassifier.ts'
import { openTable } from './table.ts'
import type { TableRow } from './tableRow.ts'

/** Enough to see what is wrong; the check counts them all. */
const maxProblems = 1000

/** Reads a file through: what it is read as, its columns, its first rows, the rows that are broken and those that are no samples. */
export async function readDraft(
  path: string,
  options: ReadOptions,
  shownRows = previewRows,
): Promise<DraftFacts> {
  const maxRows = Math.max(previewRows, shownRows)
  const table = await openTable(path, options)
  const preview: TableRow[] = []
  const broken: TableRow[] = []
  let foundHeader: TableRow | null = null
  let survey: ReturnType<typeof createRowSurvey> | null = null
  let rowCount = 0
  for await (const { header, rows } of table.readings) {
    if (header && !foundHeader) {
      foundHeader = header
      survey = createRowSurvey({
        header: header.cells,
        readAs: table.readAs,
        options,
        tableSection: table.section,
      })
    }
    for (const row of rows)
      for (const sample of survey?.take(row) ?? []) {
        rowCount += 1
        if (preview.length < maxRows) preview.push(sample)
        if (broken.length < maxProblems && structureProblem(sample, foundHeader?.cells ?? []))
          broken.push(sample)
      }
  }
  const { sizeBytes, sha256, sheets } = table
  if (!foundHeader || !survey) throw emptyFile(path, table.readAs)
  const { readAs, notes } = survey.end()
  const named = nameColumns(foundHeader, preview.slice(0, previewRows), {
    isShort: 'rowNames' in readAs,
    rowCount,
  })
  const { columns } = named
  const problems: Problem[] = [
    ...table.problems(foundHeader, columns),
    ...named.problems,
    ...broken.flatMap((row) => structureProblem(row, columns) ?? []),
  ]
  return {
    sizeBytes,
    sha256,
    readAs,
    sheets,
    columns,
    preview: preview.slice(0, shownRows).map(({ row, cells }) => ({ row, cells })),
    rowCount,
    problems: problems.slice(0, maxProblems),
    notes: [...table.notes(), ...named.notes, ...notes],
  }
}

function emptyFile(path: string, { headerLine, ...readAs }: ReadAs): Failure {
  const name = basename(path)
  const headerPosition =
    readAs.format === 'xlsx' ? `row ${headerLine} of the sheet “${readAs.sheet}”` : `line ${headerLine}`
  const message =
    headerLine > 1
      ? `“${name}” has nothing on ${headerPosition} or below, where its header was looked for. Choose another header line.`
      : `“${name}” is empty: it has no header and no rows. Choose another file.`
  return new Failure('file', message, { name })
}
