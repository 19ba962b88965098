import { parseJson } from '../../../shared/json.ts'
import { type LogEntry, type LogFile, type LogLine, logStart, type SyncSql } from '../../ports.ts'
import {
  analysisEntries,
  batchColumns,
  cancelledLines,
  importedEntry,
  jsonColumns,
  rowEntries,
  snapshotEntries,
} from './entries.ts'
import { readPosition, writePosition } from './orderLog.ts'
import { linesAfter, pickObject, rankOf, rebuildFromLines, replayLines } from './replay.ts'

/** The columns of a row that the log stores as JSON. */
type Columns = Record<string, string | number | null>
type Row = Record<string, unknown>

/** Creates the state according to the log before its first line. */
const emptyState = () => ({
  batches: new Map<string, Columns>(),
  rows: new Map<string, Columns>(),
  /** The keys of the rows that a line named together with a sample. */
  rowsOfSample: new Map<string, Set<string>>(),
  samples: new Map<string, Columns>(),
  tasks: new Map<string, Columns>(),
  /** `kind sample_id` of each analysis whose result was stored. */
  stored: new Set<string>(),
})
type LoggedState = ReturnType<typeof emptyState>

/** A row that differs between the journal and the log. */
type Difference = { table: keyof typeof tables; key: string; isMissing: boolean }

export type Reconciliation = {
  /** Lines of the log that were verified. */
  lines: number
  /** True if the checksum of a line in the middle is wrong. The journal is then left unchanged. */
  isCorrupt: boolean
  /** Rows that were corrected in the journal. */
  corrected: Difference[]
  /** Lines for changes that only the journal has, for example if the disk lost the write to the log. */
  unlogged: LogEntry[]
  /** `kind sample_id` of analyses that were paid for and whose results are gone. */
  lostAnalyses: string[]
}

/**
 * Verifies the whole log, and corrects rows of the journal that differ from it: SQLite's checks do not find a flipped bit
 * inside a row. Takes about two seconds for 200,000 lines, so call it in a worker thread for a large log. `analyses`: the
 * connection of the stored analyses, if there are any.
 */
export function reconcile(
  sql: SyncSql,
  log: LogFile,
  analyses: Pick<SyncSql, 'rows'> | null,
): Reconciliation {
  const none = { corrected: [], unlogged: [], lostAnalyses: [] }
  const reading = sql.transaction(() => compareWithLog(sql, log), 'reading')
  if (reading === null) return { ...none, lines: 0, isCorrupt: false }
  if (reading === 'corrupt') return { ...none, lines: 0, isCorrupt: true }
  const { position, state, corrections, unlogged } = reading
  const corrected = corrections.length === 0 ? [] : sql.transaction(() => correctRows(sql, corrections))
  const lostAnalyses = analyses ? [...state.stored].filter((key) => !isStored(analyses, key)) : []
  return { lines: position.seq, isCorrupt: false, corrected, unlogged, lostAnalyses }
}

/** Compares a journal with its log. Returns null if the journal has no position in the log. */
function compareWithLog(sql: SyncSql, log: LogFile) {
  const position = readPosition(sql)
  if (!position) return null
  const state = foldLog(log, position.seq)
  return state === null ? 'corrupt' : { position, state, ...findDifferences(sql, state) }
}

function correctRows(sql: SyncSql, corrections: readonly Correction[]): Difference[] {
  // SQLite does not update a row whose index entry disagrees, and a flipped bit in a column leaves the index unchanged.
  for (const table of [...Object.keys(tables), 'register_index']) sql.exec(`REINDEX ${table}`)
  return corrections.flatMap((correction) => {
    const { difference, seen } = correction
    // A legitimate change may have happened since.
    if (!isSame(readRow(sql, difference.table, difference.key), seen)) return []
    correct(sql, correction)
    return [difference]
  })
}

/** Null if a line is corrupt. */
function foldLog(log: LogFile, lastSeq: number): LoggedState | null {
  const state = emptyState()
  const lines = linesAfter(log, logStart)
  if (lines === null || lines.length < lastSeq) return null
  const followed = lines.slice(0, lastSeq)
  const cancelled = cancelledLines(followed)
  for (const line of followed) if (!cancelled.has(line.seq)) foldLine(state, line)
  return state
}

/** The objects of a line. */
type Members = { [name in 'batch' | 'row' | 'sample' | 'task' | 'analysis']?: Columns }

function foldLine(state: LoggedState, line: LogLine): void {
  const { batches, rows, rowsOfSample, samples, tasks, stored } = state
  const isImported = line['imported'] === true
  const { batch, row, sample, task, analysis } = line as Members
  if (batch) {
    const key = String(batch['batch_id'])
    if (!(isImported && batches.has(key))) batches.set(key, batch)
  }
  if (row) {
    const key = `${row['batch_id']} ${row['row']}`
    const known = rows.get(key)
    if (!(isImported && known && rankOf(row) <= rankOf(known))) rows.set(key, { ...known, ...row })
    const sampleId = row['sample_id']
    if (typeof sampleId === 'string')
      rowsOfSample.set(sampleId, (rowsOfSample.get(sampleId) ?? new Set()).add(key))
  }
  if (sample) {
    const key = String(sample['sample_id'])
    if (!(isImported && samples.has(key))) samples.set(key, { ...samples.get(key), ...sample })
  }
  const removed = line['removed']
  if (typeof removed === 'string' && !isOrdered(state, removed)) samples.delete(removed)
  if (typeof line['request'] === 'string') tasks.delete(line['request'])
  if (task) tasks.set(String(task['task_id']), task)
  const analysisKey = analysis ? `${analysis['kind']} ${analysis['sample_id']}` : ''
  if (analysis && line['outcome'] === 'stored') stored.add(analysisKey)
  if (analysis && line['outcome'] === 'lost') stored.delete(analysisKey)
}

const isOrdered = ({ rows, rowsOfSample }: LoggedState, sampleId: string): boolean =>
  [...(rowsOfSample.get(sampleId) ?? [])].some((key) => {
    const row = rows.get(key)
    return row?.['sample_id'] === sampleId && row['state'] === 'created'
  })

type TableRules = {
  key: string
  compared: readonly string[]
  identity: readonly string[]
  condition?: string
}

/**
 * Descriptions of the compared tables. `compared`: the columns that identify an order and its outcome. `identity`: columns
 * that name the same order if a bit of its key flipped.
 */
const tables: Record<'batches' | 'ledger' | 'samples' | 'screening_tasks', TableRules> = {
  batches: { key: 'batch_id', compared: batchColumns, identity: ['file_sha256', 'created_at'] },
  ledger: {
    key: `batch_id || ' ' || row`,
    compared: ['client_reference', 'state', 'sample_id', 'withdrawn'],
    identity: ['idempotency_key'],
    condition: `state <> 'queued' OR withdrawn IS NOT NULL OR attempts > 0`,
  },
  samples: {
    key: 'sample_id',
    compared: ['client_reference', 'batch_id', 'service'],
    identity: ['client_reference', 'batch_id', 'place'],
  },
  screening_tasks: {
    key: 'task_id',
    compared: ['sample_id', 'endpoint'],
    identity: ['sample_id', 'endpoint', 'created_at'],
  },
}

/**
 * A difference, with the columns to write and the row as read. `movedKey` is the key that the row has because of a
 * flipped bit.
 */
type Correction = { difference: Difference; logged: Columns; seen: Row | null; movedKey: string | null }

function findDifferences(sql: SyncSql, { batches, rows, samples, tasks }: LoggedState) {
  const corrections: Correction[] = []
  const unlogged: LogEntry[] = []
  const compare = (table: Difference['table'], all: ReadonlyMap<string, Columns>) => {
    const { key: keySql, compared, identity, condition = '1' } = tables[table]
    const columns = [...new Set([...compared, ...identity])].join(', ')
    const stored = new Map(
      sql
        .rows(`SELECT ${keySql} AS key, ${columns} FROM ${table} WHERE ${condition}`)
        .map((row) => [String(row['key']), row]),
    )
    const identityOf = (row: Row): string => JSON.stringify(identity.map((name) => row[name] ?? null))
    const missing = new Map<string, Correction>()
    for (const [key, logged] of all) {
      const row = stored.get(key)
      const isMissing = row === undefined
      const differs = isMissing || compared.some((name) => isOther(name, logged[name] ?? null, row[name]))
      if (!differs) continue
      // An outcome that only the journal has, as after a full disk, is the later one and stays.
      if (table === 'ledger' && row && rankOf(row) > rankOf(logged)) {
        unlogged.push(...storedEntries(sql, table, key))
        continue
      }
      // Rows that were withdrawn unsent and that no backup contains existed only here.
      if (isMissing && table === 'ledger' && logged['fields'] === undefined) continue
      const seen = readRow(sql, table, key)
      const correction = { difference: { table, key, isMissing }, logged, seen, movedKey: null }
      corrections.push(correction)
      if (isMissing) missing.set(identityOf(logged), correction)
    }
    for (const [key, row] of stored) {
      if (all.has(key)) continue
      const moved = missing.get(identityOf(row))
      if (moved) moved.movedKey = key
      else unlogged.push(...storedEntries(sql, table, key))
    }
  }
  // Batches come before the rows that refer to them.
  compare('batches', batches)
  compare('ledger', rows)
  compare('samples', samples)
  compare('screening_tasks', tasks)
  return { corrections, unlogged }
}

/** Returns true if a column differs from the log. The log stores JSON as values, so formatting does not matter. */
function isOther(name: string, logged: unknown, stored: unknown): boolean {
  // A rebuilt batch has no digest of its rows.
  if (name === 'order_digest' && stored === null) return false
  if (!jsonColumns.has(name) || typeof stored !== 'string') return logged !== stored
  return JSON.stringify(logged) !== JSON.stringify(parseJson(stored) ?? stored)
}

function readRow(sql: SyncSql, table: Difference['table'], key: string): Row | null {
  // Leases are excluded, since they are renewed all the time.
  const columns = table === 'batches' ? batchColumns.join(', ') : '*'
  if (table !== 'ledger')
    return sql.rows(`SELECT ${columns} FROM ${table} WHERE ${tables[table].key} = ?`, [key])[0] ?? null
  const [batchId = '', row = ''] = key.split(/ (?=\d+$)/)
  return sql.rows('SELECT * FROM ledger WHERE batch_id = ? AND row = ?', [batchId, Number(row)])[0] ?? null
}

function storedEntries(sql: SyncSql, table: Difference['table'], key: string): LogEntry[] {
  return [...rowEntries(sql, table, `${tables[table].key} = ?`, [key])]
}

const isSame = (one: Row | null, other: Row | null): boolean => JSON.stringify(one) === JSON.stringify(other)

function correct(sql: SyncSql, correction: Correction): void {
  const {
    difference: { table },
    logged,
    movedKey,
  } = correction
  if (table === 'batches') return correctBatch(sql, correction)
  const line = { seq: 0, at: new Date().toISOString(), kind: 'row settled' }
  if (movedKey !== null) sql.run(`DELETE FROM ${table} WHERE ${tables[table].key} = ?`, [movedKey])
  if (table === 'ledger') {
    // A row that the journal considers unsent may have the same order under another key.
    sql.run('DELETE FROM ledger WHERE idempotency_key = ? AND NOT (batch_id = ? AND row = ?)', [
      logged['idempotency_key'] ?? null,
      logged['batch_id'],
      logged['row'],
    ])
    replayLines(sql, [{ ...line, row: logged }])
  } else if (table === 'samples') replayLines(sql, [{ ...line, sample: logged }])
  else {
    sql.run('DELETE FROM screening_tasks WHERE task_id = ?', [String(logged['task_id'])])
    replayLines(sql, [{ ...line, task: logged }])
  }
}

/** Corrects a batch but keeps its state, which the log does not contain. */
function correctBatch(sql: SyncSql, { logged, seen, movedKey }: Correction): void {
  const batchId = String(logged['batch_id'])
  const known = seen === null ? movedKey : batchId
  if (known === null) {
    replayLines(sql, [{ seq: 0, at: '', kind: 'batch begun', batch: logged }])
    sql.run(
      `UPDATE batches SET state = 'paused' WHERE batch_id = ?
         AND EXISTS (SELECT 1 FROM ledger WHERE ledger.batch_id = batches.batch_id AND ledger.state = 'queued')`,
      [batchId],
    )
    return
  }
  const columns = pickObject(logged, batchColumns)
  if (seen?.['order_digest'] === null) columns['order_digest'] = null
  const assignments = Object.keys(columns).map((name) => `${name} = ?`)
  sql.run(`UPDATE batches SET ${assignments.join(', ')} WHERE batch_id = ?`, [
    ...Object.values(columns),
    known,
  ])
}

function isStored(analyses: Pick<SyncSql, 'rows'>, key: string): boolean {
  const [kind = '', sampleId = ''] = key.split(/ (.*)/s)
  return (
    analyses.rows('SELECT 1 FROM analyses WHERE sample_id = ? AND kind = ? LIMIT 1', [sampleId, kind])
      .length > 0
  )
}

/** The sources of a new log: the valid lines of the damaged log, and the databases. */
type LogSources = { profileId: string; sql: SyncSql; analyses: SyncSql | null; isDamaged: boolean }

/**
 * Replaces a damaged or missing log with a new one, and brings the journal up to date with it. Call inside a
 * transaction of the journal. Returns the name of the quarantined log and the number of its invalid lines.
 */
export function rebuildLog(
  log: LogFile,
  { profileId, sql, analyses, isDamaged }: LogSources,
  at: string,
): { quarantinedFile: string | null; rejected: number } {
  return log.exclusively((locked) => {
    const proven = isDamaged && log.sizeBytes() !== null ? log.provenLines() : { lines: [], rejected: 0 }
    const cancelled = cancelledLines(proven.lines)
    const lines = proven.lines.filter(
      ({ seq, kind }) => !cancelled.has(seq) && kind !== 'not written' && kind !== 'log begun',
    )
    rebuildFromLines(
      sql,
      lines.map((line) => ({ ...line, imported: true })),
    )
    const entries = function* () {
      yield { kind: 'log begun', json: JSON.stringify({ profile: profileId }) }
      for (const line of lines) if (!isInJournal(sql, line)) yield importedEntry(line)
      yield* snapshotEntries(sql)
      if (analyses) yield* analysisEntries(analyses)
    }
    const { end, quarantinedFile } = locked.replace(entries(), at)
    writePosition(sql, end)
    return { quarantinedFile, rejected: proven.rejected }
  })
}

/** Returns true for a line that the journal has applied. The new log gets its rows from the journal. */
function isInJournal(sql: SyncSql, { row, analysis, kind }: LogLine): boolean {
  if (kind === 'uncertain' || kind === 'acknowledged' || analysis) return false
  const { batch_id: batchId, row: number, fields } = (row ?? {}) as Columns
  if (!row || fields !== undefined) return true
  // Without `fields`, a line is an outcome. It was not applied if the line about sending the order is lost.
  return sql.rows('SELECT 1 FROM ledger WHERE batch_id = ? AND row = ?', [batchId, number]).length > 0
}
