import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { isFailure } from '../../shared/contract/failures.ts'
import type { Problem } from '../../shared/domain/importing.ts'
import { createUnitColumnWatches } from './check/ageUnits.ts'
import { latestDayAt } from './check/dayBounds.ts'
import { createRowCheck } from './check/rowCheck.ts'
import { structureProblem } from './check/structure.ts'
import { headerProblem } from './columns.ts'
import { createCorrections } from './corrections.ts'
import { lookAt } from './lookAt.ts'
import { toRowPlan } from './mapping.ts'
import { readDraft } from './readDraft.ts'
import type { ReaderMessage, ReaderPiece, ReaderRow, ReaderTask, RowsTask, WantedRecords } from './reader.ts'
import { readTable } from './table.ts'
import { hasText } from './tableRow.ts'

/** Rows a message: a message stays well under the 5 ms that a thread can spare between two frames. */
const rowsAMessage = 500

/** Does one task and posts what it finds. `nowMs`: since 1970. A `Failure` is posted; anything else ends the worker with its error. */
export async function serveReader(port: MessagePort, task: ReaderTask, nowMs: number): Promise<void> {
  const post = (message: ReaderMessage) => port.postMessage(message)
  try {
    if (task.kind === 'draft')
      post({ type: 'draft', draft: await readDraft(task.path, task.options, task.shownRows) })
    else if (task.kind === 'look') post({ type: 'look', look: await lookAt(task) })
    else {
      for await (const piece of checkedRows(task, latestDayAt(nowMs))) {
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

/** The rows of a file with their corrections, each checked, in pieces. Throws as `readTable` does. */
export async function* checkedRows(
  task: Omit<RowsTask, 'kind' | 'sha256'> & { sha256: string | null },
  latestDay?: string,
): AsyncGenerator<ReaderPiece> {
  const { columns, recipe } = task
  const plan = toRowPlan(task)
  const units = createUnitColumnWatches(columns, plan, recipe)
  const check = createRowCheck({
    columns,
    plan,
    decimal: task.readAs.decimal,
    isDecimalFound: task.isDecimalFound ?? false,
    dayFormat: recipe.dayFormat,
    ageUnit: recipe.ageUnit,
    isAgeUnitAssumed: recipe.ageUnitAssumed ?? false,
    values: recipe.values ?? {},
    missingWords: task.readAs.missingWords !== false,
    ...(latestDay === undefined ? {} : { latestDay }),
  })
  const corrections = createCorrections(columns, task.changes)
  const wants = createWish(task.records)
  let rows: ReaderRow[] = []
  let broken: Problem | null = null
  for await (const reading of readTable(task.path, task.readAs, task.sha256)) {
    if (reading.header) broken = headerProblem(reading.header, columns)
    for (const record of reading.rows) {
      const now = corrections.apply(record)
      // Emptied here: as good as an empty line of the file.
      if (now !== record && !hasText(now.cells)) continue
      if (units.length > 0 && structureProblem(now, columns) === null)
        for (const watch of units) watch.see(now.row, now.cells)
      const checked = check.check(now)
      const { row, verdict, fields, notes, problems } = checked
      rows.push({ row, verdict, fields, notes, problems, record: wants(checked) ? record : null })
      if (rows.length < rowsAMessage) continue
      yield { rows, problems: [] }
      rows = []
    }
  }
  const { problems: ofRows, notes } = check.finish()
  const found = [...ofRows, ...units.flatMap((watch) => watch.problems())]
  const problems = broken ? [broken, ...found] : found
  if (rows.length + problems.length + notes.length > 0) yield { rows, problems, notes }
}

function createWish(records: WantedRecords): (checked: Omit<ReaderRow, 'record'>) => boolean {
  if (records === 'none') return () => false
  if (records.of === 'invalid') {
    const lines = new Set(records.lines)
    return ({ row, verdict }) => verdict === 'invalid' || lines.has(row)
  }
  let left = records.most
  return ({ problems }) => problems.length > 0 && left-- > 0
}
