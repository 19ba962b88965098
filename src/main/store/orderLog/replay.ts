import type { JournalUncertainty } from '../../../shared/domain/app/appData.ts'
import { readMessage } from '../../../shared/words/storedMessage.ts'
import { LogDamaged, type LogFile, type LogLine, type LogPosition, type SyncSql } from '../../ports.ts'
import { indexSamplesSql } from '../journalTables.ts'
import {
  batchColumns,
  cancelledLines,
  jsonColumns,
  outcomeColumns,
  rowColumns,
  sampleColumns,
  taskColumns,
} from './entries.ts'

type Columns = Record<string, unknown>

/** The intact lines after a position; null if the position is not in the log, or a line is corrupt. */
export function linesAfter(log: LogFile, position: LogPosition): LogLine[] | null {
  try {
    const lines: LogLine[] = []
    const reading = log.lines(position)
    for (;;) {
      const next = reading.next()
      if (!next.done) lines.push(next.value)
      else return next.value === 'corrupt' ? null : lines
    }
  } catch (error) {
    if (error instanceof LogDamaged) return null
    throw error
  }
}

const ranks = new Map<unknown, number>([
  ['created', 5],
  ['unknown', 4],
  ['sending', 3],
  ['failed', 2],
])

/** Ranks the state of a row. If two logs disagree, the state that costs more to forget wins. */
export const rankOf = ({ state }: Readonly<Columns>): number => ranks.get(state) ?? 1

/**
 * Brings a journal up to date from lines of its log, in their order. Idempotent: a line that was applied before changes
 * nothing. Call inside a transaction.
 */
export function replayLines(sql: SyncSql, lines: readonly LogLine[]): void {
  const cancelled = cancelledLines(lines)
  const applied = lines.filter(({ seq }) => !cancelled.has(seq))
  const batches: KnownBatches = new Map()
  for (const line of applied.length >= manyLines ? condense(applied) : applied) replayLine(sql, line, batches)
}

/** From this many lines on, replaying only the last line of each row is faster. */
const manyLines = 2000

/**
 * Replays lines as a start does. From 2000 lines on, the index of texts is filled after the start. With more lines than the
 * journal has orders, the other indexes are dropped first and created at the end, which halves the time for 100,000 orders.
 */
export function rebuildFromLines(sql: SyncSql, lines: readonly LogLine[]): void {
  if (lines.length < manyLines) return replayLines(sql, lines)
  sql.exec(`INSERT OR IGNORE INTO register_unwritten SELECT 1, coalesce(max(id), 0) + 1 FROM register_index`)
  const orders = Number(sql.rows('SELECT count(*) AS n FROM ledger')[0]?.['n'])
  if (lines.length < orders) return replayLines(sql, lines)
  const parts = sql.rows(
    `SELECT type, name, sql FROM sqlite_schema WHERE name = 'samples_index_insert' OR (type = 'index' AND sql IS NOT NULL
       AND tbl_name IN ('ledger', 'samples', 'register_index') AND name <> 'ledger_reference')`,
  )
  for (const { type, name } of parts) sql.exec(`DROP ${String(type)} ${String(name)}`)
  replayLines(sql, lines)
  sql.exec(indexSamplesSql)
  for (const part of parts) sql.exec(String(part['sql']))
}

/** Merges each line about a row into the next one about the same row. */
function condense(lines: readonly LogLine[]): Iterable<LogLine> {
  const merged = new Map<string, LogLine>()
  for (const line of lines) {
    const row = columnsOf(line['row'])
    const key =
      row && line['imported'] !== true ? `${String(row['batch_id'])} ${String(row['row'])}` : `#${line.seq}`
    const before = merged.get(key)
    // A line with a sample keeps its position.
    if (before && !before['sample']) {
      merged.delete(key)
      merged.set(key, { ...line, row: { ...columnsOf(before['row']), ...row } })
    } else merged.set(before ? `#${line.seq}` : key, line)
  }
  return merged.values()
}

/** Batches that are in the journal, and whether their samples belong to a study. */
type KnownBatches = Map<unknown, { hasStudies: boolean }>

function replayLine(sql: SyncSql, line: LogLine, batches: KnownBatches): void {
  const isImported = line['imported'] === true
  const batch = columnsOf(line['batch'])
  const row = columnsOf(line['row'])
  const sample = columnsOf(line['sample'])
  const task = columnsOf(line['task'])
  // Unsent rows are not in the log, so the digest over all rows cannot be checked.
  if (batch)
    insertMissing(sql, 'batches', { ...pickObject(batch, batchColumns), order_digest: null, state: 'done' })
  if (row) replayRow(sql, row, { isImported, at: line.at, batches })
  if (sample) replaySample(sql, sample, { isImported, row, at: line.at, batches })
  if (typeof line['removed'] === 'string') removeSample(sql, line['removed'])
  if (typeof line['request'] === 'string')
    sql.run('DELETE FROM screening_tasks WHERE task_id = ?', [line['request']])
  if (task) insertMissing(sql, 'screening_tasks', pickObject(task, taskColumns))
  if (line.kind === 'uncertain' || line.kind === 'acknowledged') {
    const uncertain = uncertaintyAfter(null, line)
    sql.run('UPDATE order_log SET uncertain = ?', [uncertain && JSON.stringify(uncertain)])
  }
}

/** Returns why paid calls are refused after a line of the log; null if they are allowed. */
export function uncertaintyAfter(
  before: JournalUncertainty | null,
  line: LogLine,
): JournalUncertainty | null {
  if (line.kind === 'acknowledged') return null
  if (line.kind !== 'uncertain') return before
  const reasons = Array.isArray(line['reasons'])
    ? line['reasons'].flatMap((one) => readMessage(one) ?? [])
    : []
  return { since: line.at, reasons }
}

const columnsOf = (value: unknown): Columns | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Columns) : null

/** Selects the known columns, with their values as SQLite stores them. */
function pick(columns: Columns, known: readonly string[]): { names: readonly string[]; values: unknown[] } {
  const names = known.filter((name) => columns[name] !== undefined)
  const values = names.map((name) => {
    const value = columns[name]
    return jsonColumns.has(name) && typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : value
  })
  return { names: names.length === known.length ? known : names, values }
}

export function pickObject(columns: Columns, known: readonly string[]): Columns {
  const { names, values } = pick(columns, known)
  return Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

const insertSql = (table: string, names: readonly string[]): string =>
  `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`

/** Inserts a row. Returns false if it already existed. */
function insertMissing(sql: SyncSql, table: string, columns: Columns): boolean {
  return sql.run(insertSql(table, Object.keys(columns)), Object.values(columns)) > 0
}

/** Returns the batch of an order. Creates it if the line that began it is lost. */
function requireBatch(sql: SyncSql, batchId: unknown, at: string, batches: KnownBatches) {
  const known = batches.get(batchId)
  if (known) return known
  if (typeof batchId === 'string' && !hasRow(sql, 'batches', batchId)) {
    const recovered = { file_name: 'recovered orders', file_sha256: '', mapping: '{}', read_as: '{}' }
    insertMissing(sql, 'batches', { batch_id: batchId, ...recovered, created_at: at, state: 'done' })
  }
  const batch = { hasStudies: typeof batchId === 'string' && hasRow(sql, 'study_batches', batchId) }
  batches.set(batchId, batch)
  return batch
}

const hasRow = (sql: SyncSql, table: 'batches' | 'study_batches', batchId: string): boolean =>
  sql.rows(`SELECT 1 FROM ${table} WHERE batch_id = ? LIMIT 1`, [batchId]).length > 0

type ReplayContext = { isImported: boolean; at: string; batches: KnownBatches }

const keyColumns: ReadonlySet<string> = new Set(['batch_id', 'row', 'client_reference'])
const isOutcome = (name: string): boolean => outcomeColumns.includes(name) && !keyColumns.has(name)

const upsertRowSql = (names: readonly string[]): string =>
  `INSERT INTO ledger (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
   ON CONFLICT (batch_id, row) DO UPDATE SET ${[
     ...names.filter(isOutcome),
     'client_reference',
     'fields',
     'notes',
   ]
     .map((name) => `${name} = excluded.${name}`)
     .join(', ')}`
/** The statements for lines with all columns, the most common kind. */
const upsertWholeRowSql = upsertRowSql(rowColumns)
const insertWholeSampleSql = insertSql('samples', sampleColumns)

function replayRow(sql: SyncSql, row: Columns, { isImported, at, batches }: ReplayContext): void {
  if (isImported) {
    const [known] = sql.rows('SELECT state FROM ledger WHERE batch_id = ? AND row = ?', [
      row['batch_id'],
      row['row'],
    ])
    if (known && rankOf(row) <= rankOf(known)) return
  }
  if (row['fields'] !== undefined) {
    requireBatch(sql, row['batch_id'], at, batches)
    const { names, values } = pick(row, rowColumns)
    sql.run(names === rowColumns ? upsertWholeRowSql : upsertRowSql(names), values)
    return
  }
  const { names, values } = pick(row, outcomeColumns.filter(isOutcome))
  sql.run(
    `UPDATE ledger SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE batch_id = ? AND row = ?`,
    [...values, row['batch_id'], row['row']],
  )
}

function replaySample(
  sql: SyncSql,
  sample: Columns,
  { isImported, row, at, batches }: ReplayContext & { row: Columns | null },
): void {
  const { sample_id: sampleId, batch_id: batchId = null, client_reference: reference } = sample
  if (isImported && sql.rows('SELECT 1 FROM samples WHERE sample_id = ?', [sampleId]).length > 0) return
  const { names, values } = pick(sample, sampleColumns)
  const { hasStudies } = requireBatch(sql, batchId, at, batches)
  const insert = names === sampleColumns ? insertWholeSampleSql : insertSql('samples', names)
  if (sql.run(insert, values) === 0) {
    const changes = pickObject(sample, sampleColumns)
    const changed = ['client_reference', 'fields', 'batch_id', 'place', 'adopted_at']
    sql.run(`UPDATE samples SET ${changed.map((name) => `${name} = ?`).join(', ')} WHERE sample_id = ?`, [
      ...changed.map((name) => changes[name] ?? null),
      sampleId,
    ])
    return
  }
  // As for an order that was created here: adds it to its studies, with the columns of the file that were not sent.
  if (hasStudies)
    sql.run(
      `INSERT OR IGNORE INTO study_samples (study_id, sample_id, added_at)
       SELECT study_id, ?, ? FROM study_batches WHERE batch_id = ? AND study_id <> 'all'`,
      [sampleId, at, batchId],
    )
  if (row?.['notes'] === null && !isImported) return
  // The reference has an index that finds the order among 100,000. `+` keeps SQLite from reading the whole batch
  // instead.
  const [order, orderValues] = row
    ? ['row = ?', [row['row']]]
    : ['client_reference = ? AND sample_id = ?', [reference, sampleId]]
  sql.run(
    `INSERT OR IGNORE INTO annotations (sample_id, fields, changed_at, changed_by)
     SELECT ?, notes, ?, '' FROM ledger WHERE ${row ? '' : '+'}batch_id = ? AND notes IS NOT NULL AND ${order}`,
    [sampleId, at, batchId, ...orderValues],
  )
}

/** Removes a sample from the register unless an order has it, possibly from another log. */
function removeSample(sql: SyncSql, sampleId: string): void {
  const isOrdered = `SELECT 1 FROM ledger WHERE sample_id = ? AND state = 'created'`
  if (sql.rows(isOrdered, [sampleId]).length > 0) return
  for (const table of ['annotations', 'study_samples', 'samples'])
    sql.run(`DELETE FROM ${table} WHERE sample_id = ?`, [sampleId])
}
