import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { isFailure } from '../../shared/contract/failures.ts'
import { createRowCheck } from './check/rowCheck.ts'
import { toMappedColumns } from './mapping.ts'
import { readDraft } from './readDraft.ts'
import type { ReaderMessage, ReaderPiece, ReaderRow, ReaderTask, RowsTask } from './reader.ts'
import { readTable } from './table.ts'

/** Rows a message: a message stays well under the 5 ms that a thread can spare between two frames. */
const rowsAMessage = 500

/** Does one task and posts what it finds. A `Failure` is posted; anything else ends the worker with its error. */
export async function serveReader(port: MessagePort, task: ReaderTask): Promise<void> {
  const post = (message: ReaderMessage) => port.postMessage(message)
  try {
    if (task.kind === 'draft') post({ type: 'draft', draft: await readDraft(task.path, task.options) })
    else {
      for await (const piece of checkedRows(task)) {
        post({ type: 'rows', ...piece })
        await once(port, 'message')
      }
    }
    post({ type: 'end' })
  } catch (error) {
    if (!isFailure(error)) throw error
    post({ type: 'failure', failure: error.toData() })
  } finally {
    port.close()
  }
}

/** The rows of a file, each checked, in pieces. Throws as `readTable` does. */
export async function* checkedRows(
  task: Omit<RowsTask, 'sha256'> & { sha256: string | null },
): AsyncGenerator<ReaderPiece> {
  const mapped = toMappedColumns(task.columns, task.mapping)
  const check = createRowCheck({ columns: task.columns, mapped, decimal: task.readAs.decimal })
  const wanted = new Set(task.cellsOf)
  let rows: ReaderRow[] = []
  for await (const reading of readTable(task.path, task.readAs, task.sha256))
    for (const tableRow of reading.rows) {
      const { row, verdict, fields, problems } = check.check(tableRow)
      const keeps = task.cellsOf !== null && (verdict === 'invalid' || wanted.has(row))
      rows.push({ row, verdict, fields, problems, cells: keeps ? tableRow.cells : null })
      if (rows.length < rowsAMessage) continue
      yield { rows, problems: [] }
      rows = []
    }
  const problems = check.finish()
  if (rows.length > 0 || problems.length > 0) yield { rows, problems }
}
