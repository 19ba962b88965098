import type { LogEntry, LogFile, LogLine, LogPosition, SyncSql } from '../../ports.ts'
import { analysisEntries, importedEntry, snapshotEntries } from './entries.ts'
import { readPosition, writePosition } from './orderLog.ts'
import { replayLines } from './replay.ts'

/** Columns of a row that the log has as JSON. */
type Columns = Record<string, string | number | null>
type Row = Record<string, unknown>

/** The state of each row, sample, task and stored analysis according to the log, up to a position. */
type LoggedState = {
  rows: Map<string, Columns>
  samples: Map<string, Columns>
  tasks: Map<string, Columns>
  /** `kind sample_id` of each analysis whose result was stored. */
  stored: Set<string>
}

/** A row that the journal has otherwise than the log. */
type Difference = { table: 'ledger' | 'samples' | 'screening_tasks'; key: string; isMissing: boolean }

export type Reconciliation = {
  /** Lines of the log that were verified. */
  lines: number
  /** True if a line in the middle does not fit its checksum. The journal is then left as it is. */
  isCorrupt: boolean
  /** Rows that were corrected in the journal. */
  corrected: Difference[]
  /** Lines for what the journal alone has, as after a disk that took the journal's write but not the log's. */
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
  sql.exec('BEGIN')
  let position: LogPosition | null
  let found: ReturnType<typeof findDifferences>
  let state: LoggedState
  try {
    position = readPosition(sql)
    if (!position) return { ...none, lines: 0, isCorrupt: false }
    const folded = foldLog(log, position.seq)
    if (folded === null) return { ...none, lines: 0, isCorrupt: true }
    state = folded
    found = findDifferences(sql, state)
  } finally {
    sql.exec('COMMIT')
  }
  const { differences, unlogged } = found
  const corrected: Difference[] = []
  if (differences.length > 0) {
    sql.exec('BEGIN IMMEDIATE')
    try {
      // SQLite changes no row whose index has another value, and a flipped bit in an indexed column leaves the index as it was.
      for (const table of ['ledger', 'samples', 'screening_tasks', 'register_index'])
        sql.exec(`REINDEX ${table}`)
      for (const { difference, logged, seen } of differences) {
        // It may have been changed since, as it should be.
        if (!isSame(readRow(sql, difference.table, difference.key), seen)) continue
        correct(sql, difference.table, logged)
        corrected.push(difference)
      }
      sql.exec('COMMIT')
    } catch (error) {
      sql.exec('ROLLBACK')
      throw error
    }
  }
  const lostAnalyses = analyses ? [...state.stored].filter((key) => !isStored(analyses, key)) : []
  return { lines: position.seq, isCorrupt: false, corrected, unlogged, lostAnalyses }
}

/** Null if a line is corrupt. */
function foldLog(log: LogFile, lastSeq: number): LoggedState | null {
  const state: LoggedState = { rows: new Map(), samples: new Map(), tasks: new Map(), stored: new Set() }
  const reading = log.lines()
  const lines: LogLine[] = []
  for (;;) {
    const next = reading.next()
    if (next.done) {
      if (next.value === 'corrupt' || lines.length < lastSeq) return null
      break
    }
    lines.push(next.value)
  }
  const followed = lines.filter(({ seq }) => seq <= lastSeq)
  const cancelled = new Set(followed.flatMap((line) => (Array.isArray(line['seqs']) ? line['seqs'] : [])))
  for (const line of followed) if (!cancelled.has(line.seq)) foldLine(state, line)
  return state
}

const ranks: Record<string, number> = { created: 5, unknown: 4, sending: 3, failed: 2 }
const rankOf = (row: Row | undefined): number => ranks[String(row?.['state'])] ?? 1

function foldLine({ rows, samples, tasks, stored }: LoggedState, line: LogLine): void {
  const isImported = line['imported'] === true
  const row = line['row'] as Columns | undefined
  const sample = line['sample'] as Columns | undefined
  const task = line['task'] as Columns | undefined
  const analysis = line['analysis'] as Columns | undefined
  if (row) {
    const key = `${row['batch_id']} ${row['row']}`
    const known = rows.get(key)
    if (!(isImported && known && rankOf(row) <= rankOf(known))) rows.set(key, { ...known, ...row })
  }
  if (sample) {
    const key = String(sample['sample_id'])
    if (!(isImported && samples.has(key))) samples.set(key, { ...samples.get(key), ...sample })
  }
  const removed = line['removed']
  if (typeof removed === 'string' && !isOrdered(rows, removed)) samples.delete(removed)
  if (typeof line['request'] === 'string') tasks.delete(line['request'])
  if (task) tasks.set(String(task['task_id']), task)
  const analysisKey = analysis ? `${analysis['kind']} ${analysis['sample_id']}` : ''
  if (analysis && line['outcome'] === 'stored') stored.add(analysisKey)
  if (analysis && line['outcome'] === 'lost') stored.delete(analysisKey)
}

const isOrdered = (rows: LoggedState['rows'], sampleId: string): boolean =>
  [...rows.values()].some((row) => row['sample_id'] === sampleId && row['state'] === 'created')

/** The columns that identify an order and its outcome. */
const compared = {
  ledger: ['client_reference', 'state', 'sample_id', 'withdrawn'],
  samples: ['client_reference', 'batch_id', 'service'],
  screening_tasks: ['sample_id', 'endpoint'],
} as const

function findDifferences(sql: SyncSql, { rows, samples, tasks }: LoggedState) {
  const differences: { difference: Difference; logged: Columns; seen: Row | null }[] = []
  const unlogged: LogEntry[] = []
  const compare = (table: Difference['table'], all: ReadonlyMap<string, Columns>, list: string) => {
    const stored = new Map(sql.rows(list).map((row) => [String(row['key']), row]))
    for (const [key, logged] of all) {
      const row = stored.get(key)
      const isMissing = row === undefined
      const differs = isMissing || compared[table].some((name) => (logged[name] ?? null) !== row[name])
      if (!differs) continue
      // An outcome that only the journal has, as on a full disk, is the later one, so it stays.
      if (table === 'ledger' && row && rankOf(row) > rankOf(logged)) {
        unlogged.push(...storedEntries(sql, table, key))
        continue
      }
      // Rows that were withdrawn before they were sent, and that no backup has, were never anywhere else.
      if (isMissing && table === 'ledger' && logged['fields'] === undefined) continue
      differences.push({ difference: { table, key, isMissing }, logged, seen: readRow(sql, table, key) })
    }
    for (const key of stored.keys()) if (!all.has(key)) unlogged.push(...storedEntries(sql, table, key))
  }
  compare(
    'ledger',
    rows,
    `SELECT batch_id || ' ' || row AS key, client_reference, state, sample_id, withdrawn FROM ledger WHERE state <> 'queued' OR withdrawn IS NOT NULL OR attempts > 0`,
  )
  compare('samples', samples, 'SELECT sample_id AS key, client_reference, batch_id, service FROM samples')
  compare('screening_tasks', tasks, 'SELECT task_id AS key, sample_id, endpoint FROM screening_tasks')
  return { differences, unlogged }
}

const keys = {
  ledger: `batch_id || ' ' || row`,
  samples: 'sample_id',
  screening_tasks: 'task_id',
} as const

function readRow(sql: SyncSql, table: Difference['table'], key: string): Row | null {
  if (table !== 'ledger') return sql.rows(`SELECT * FROM ${table} WHERE ${keys[table]} = ?`, [key])[0] ?? null
  const [batchId = '', row = ''] = key.split(/ (?=\d+$)/)
  return sql.rows('SELECT * FROM ledger WHERE batch_id = ? AND row = ?', [batchId, Number(row)])[0] ?? null
}

function storedEntries(sql: SyncSql, table: Difference['table'], key: string): LogEntry[] {
  return [...snapshotEntries(sql, table, `${keys[table]} = ?`, [key])]
}

const isSame = (one: Row | null, other: Row | null): boolean => JSON.stringify(one) === JSON.stringify(other)

function correct(sql: SyncSql, table: Difference['table'], logged: Columns): void {
  const line = { seq: 0, at: new Date().toISOString(), kind: 'row settled' }
  if (table === 'ledger') {
    // The same order at another place: a bit of its key flipped.
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

function isStored(analyses: Pick<SyncSql, 'rows'>, key: string): boolean {
  const [kind = '', sampleId = ''] = key.split(/ (.*)/s)
  return (
    analyses.rows('SELECT 1 FROM analyses WHERE sample_id = ? AND kind = ? LIMIT 1', [sampleId, kind])
      .length > 0
  )
}

/** The sources of a new log: the lines of the damaged log that can be proven, and the databases. */
type LogSources = { profileId: string; sql: SyncSql; analyses: SyncSql | null; isDamaged: boolean }

/**
 * Replaces a log that is damaged or missing with a new one, and brings the journal up to date with it. Call inside a
 * transaction of the journal. Returns the name of the quarantined log, and how many of its lines could not be proven.
 */
export function rebuildLog(
  log: LogFile,
  { profileId, sql, analyses, isDamaged }: LogSources,
  at: string,
): { quarantinedFile: string | null; rejected: number } {
  return log.exclusively((locked) => {
    const proven = isDamaged && log.sizeBytes() !== null ? log.provenLines() : { lines: [], rejected: 0 }
    const cancelled = new Set(
      proven.lines.flatMap((line) => (Array.isArray(line['seqs']) ? (line['seqs'] as unknown[]) : [])),
    )
    const lines = proven.lines.filter(
      ({ seq, kind }) => !cancelled.has(seq) && kind !== 'not written' && kind !== 'log begun',
    )
    const entries = function* () {
      yield { kind: 'log begun', json: JSON.stringify({ profile: profileId }) }
      for (const line of lines) yield importedEntry(line)
      yield* snapshotEntries(sql)
      if (analyses) yield* analysisEntries(analyses)
    }
    const { end, quarantinedFile } = locked.replace(entries(), at)
    writePosition(sql, end)
    replayLines(
      sql,
      lines.map((line) => ({ ...line, imported: true })),
    )
    return { quarantinedFile, rejected: proven.rejected }
  })
}
