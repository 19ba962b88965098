import { structureProblem } from './check/structure.ts'
import { createCorrections } from './corrections.ts'
import type { ScanResult, ScanTask } from './readerMessages.ts'
import { createReplace, isTooLong } from './replaceText.ts'
import { readTable } from './table.ts'

/** Reads a file through for some of its records and for the cells that a replacement would change. */
export async function scanRecords(task: ScanTask): Promise<ScanResult> {
  const { columns, replacement } = task
  const lines = new Set(task.lines)
  const corrections = createCorrections(columns, task.changes)
  const index = replacement ? columns.indexOf(replacement.column) : -1
  const replace = replacement && index >= 0 ? createReplace(replacement) : null
  const result: ScanResult = { records: [], cells: 0, tooLong: null }
  for await (const { rows } of readTable(task.path, task.readAs, task.sha256))
    for (const record of rows) {
      if (lines.has(record.row)) result.records.push(record)
      if (!replace) continue
      const current = corrections.apply(record)
      const before = current.cells[index] ?? ''
      const after = replace(before)
      if (after === before || structureProblem(current, columns)) continue
      result.cells += 1
      if (isTooLong(after)) result.tooLong ??= record.row
    }
  return result
}
