import { structureProblem } from './check/structure.ts'
import { createCorrections } from './corrections.ts'
import type { Look, LookTask } from './reader.ts'
import { isTooLong, toReplace } from './replacing.ts'
import { readTable } from './table.ts'

/** Reads a file through for some of its records and for the cells that a replacement would change. */
export async function lookAt(task: LookTask): Promise<Look> {
  const { columns, replacement } = task
  const lines = new Set(task.lines)
  const corrections = createCorrections(columns, task.changes)
  const index = replacement ? columns.indexOf(replacement.column) : -1
  const replace = replacement && index >= 0 ? toReplace(replacement) : null
  const look: Look = { records: [], cells: 0, tooLong: null }
  for await (const { rows } of readTable(task.path, task.readAs, task.sha256))
    for (const record of rows) {
      if (lines.has(record.row)) look.records.push(record)
      if (!replace) continue
      const now = corrections.apply(record)
      const before = now.cells[index] ?? ''
      const after = replace(before)
      if (after === before || structureProblem(now, columns)) continue
      look.cells += 1
      if (isTooLong(after)) look.tooLong ??= record.row
    }
  return look
}
