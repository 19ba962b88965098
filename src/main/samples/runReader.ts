import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { isFailure } from '../../shared/contract/failures.ts'
import type { Problem } from '../../shared/domain/importing.ts'
import { createUnitColumnWatches } from './check/ageUnits.ts'
import { latestDayAt } from './check/dayBounds.ts'
import { createRowCheck } from './check/rowCheck.ts'
import { structureProblem } from './check/structure.ts'
import { createCorrections } from './corrections.ts'
import { toRowPlan } from './mapping.ts'
import { headerProblem } from './nameColumns.ts'
import { readDraft } from './readDraft.ts'
import type {
  ReaderChunk,
  ReaderMessage,
  ReaderRow,
  ReaderTask,
  RecordSelection,
  RowsTask,
} from './readerMessages.ts'
import { scanRecords } from './scanRecords.ts'
import { readTable } from './table.ts'
import { hasText } from './tableRow.ts'

/** Rows a message: a message stays well under the 5 ms that a thread can spare between two frames. */
const rowsPerMessage = 500

/** Does one task and posts what it finds. `nowMs`: since 1970. A `Failure` is posted; anything else ends the worker with its error. */
export async function runReader(port: MessagePort, task: ReaderTask, nowMs: number): Promise<void> {
  const post = (message: ReaderMessage) => port.postMessage(message)
  try {
    if (task.kind === 'draft')
      post({ type: 'draft', draft: await readDraft(task.path, task.options, task.shownRows) })
    else if (task.kind === 'look') post({ type: 'look', scan: await scanRecords(task) })
    else {
      for await (const chunk of checkedRows(task, latestDayAt(nowMs))) {
        post({ type: 'rows', ...chunk })
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
): AsyncGenerator<ReaderChunk> {
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
  const includesRecord = createRecordFilter(task.records)
  let rows: ReaderRow[] = []
  let broken: Problem | null = null
  for await (const reading of readTable(task.path, task.readAs, task.sha256)) {
    if (reading.header) broken = headerProblem(reading.header, columns)
    for (const record of reading.rows) {
      const current = corrections.apply(record)
      // Emptied here: as good as an empty line of the file.
      if (current !== record && !hasText(current.cells)) continue
      if (units.length > 0 && structureProblem(current, columns) === null)
        for (const watch of units) watch.observe(current.row, current.cells)
      const checked = check.check(current)
      const { row, status, fields, notes, problems } = checked
      rows.push({ row, status, fields, notes, problems, record: includesRecord(checked) ? record : null })
      if (rows.length < rowsPerMessage) continue
      yield { rows, problems: [] }
      rows = []
    }
  }
  const { problems: ofRows, notes } = check.finish()
  const found = [...ofRows, ...units.flatMap((watch) => watch.problems())]
  const problems = broken ? [broken, ...found] : found
  if (rows.length + problems.length + notes.length > 0) yield { rows, problems, notes }
}

function createRecordFilter(records: RecordSelection): (checked: Omit<ReaderRow, 'record'>) => boolean {
  if (records === 'none') return () => false
  if (records.of === 'invalid') {
    const lines = new Set(records.lines)
    return ({ row, status }) => status === 'invalid' || lines.has(row)
  }
  let remaining = records.max
  return ({ problems }) => problems.length > 0 && remaining-- > 0
}
