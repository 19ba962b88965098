import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Failure, fileFailure, isFailure, rejected } from '../../../shared/contract/failures.ts'
import type { WorkspaceBackup, WorkspaceRestored } from '../../../shared/domain/app/appData.ts'
import { fileReason } from '../../../shared/domain/app/fileErrors.ts'
import { joinMessages, message } from '../../../shared/words/message.ts'
import { createChainedLog } from '../../adapters/files/chainedLog.ts'
import { ensureFolder } from '../../adapters/files/ensureFolder.ts'
import { findNewestSoundBackup } from '../../adapters/sqlite/backups.ts'
import { assertNotInUse, checkSql, hasTable, inspectFile, withSql } from '../../adapters/sqlite/inspect.ts'
import { leaseOwners } from '../../adapters/sqlite/leaseOwners.ts'
import { createLocks } from '../../adapters/sqlite/locks.ts'
import { migrateFile } from '../../adapters/sqlite/openDatabase.ts'
import { flush, replaceDatabase, toFileTime } from '../../adapters/sqlite/quarantine.ts'
import { toFailure } from '../../adapters/sqlite/sqliteFailure.ts'
import { systemClock } from '../../adapters/system.ts'
import { isLeaseHeld } from '../../concurrency/lease.ts'
import { renameFileSync } from '../../concurrency/renameFile.ts'
import {
  type LogEntry,
  type LogFile,
  type LogLine,
  type LogPosition,
  logStart,
  type Migration,
  type SyncSql,
} from '../../ports.ts'
import { journalMigrations } from '../../store/journal.ts'
import { endWorkStatements } from '../../store/journalTables.ts'
import { formatMessage } from '../../store/legacyJson.ts'
import { cancelledLines, importedEntry, rowEntries, snapshotEntries } from '../../store/orderLog/entries.ts'
import { readPosition, writePosition } from '../../store/orderLog/orderLog.ts'
import { linesAfter, replayLines } from '../../store/orderLog/replay.ts'
import { answersMigrations } from '../../store/resultTables.ts'
import { backupFolder, journalFile, orderLogFile, resultsFile } from '../dataFiles.ts'
import { backupPaths, originOf, readBackup, unpackBackup, unsoundFailure } from './backupFile.ts'

export type RestoreOptions = {
  /** The folder of the profile. It is created if missing. */
  folder: string
  /** A workspace backup, or a copy of a journal as earlier versions wrote it. */
  backup: string
  nowMs: number
  /** The service of the profile, which a copy of a journal must match; null if that was already checked. */
  service: { address: string; isDemo: boolean } | null
}

/** Files are prepared in `restore.new`. Once it is `restore.ready`, the restore is finished even after a crash. */
const newFolderOf = (folder: string): string => join(folder, 'restore.new')
const readyFolderOf = (folder: string): string => join(folder, 'restore.ready')

/** Describes a backup after reading it completely. Throws `file` if it is damaged. */
export async function describeBackup(file: string): Promise<WorkspaceBackup> {
  if (!isSqliteFile(file)) return { kind: 'workspace', ...(await readBackup(file)) }
  rejectUnsound(file, basename(file), journalMigrations, 'ledger')
  const { rows } = checkSql(file)
  const [service] = servicesOf(file)
  return {
    kind: 'journal',
    name: basename(file),
    sizeBytes: statSync(file).size,
    madeAt: null,
    application: null,
    profile: null,
    service: service?.origin ?? null,
    rows,
    results: 0,
    hasDrugCache: false,
  }
}

/** True for a copy of a journal alone, as earlier versions wrote it. */
export function isSqliteFile(file: string): boolean {
  const handle = openSync(file, 'r')
  try {
    const start = Buffer.alloc(16)
    readSync(handle, start, 0, 16, 0)
    return start.toString('latin1') === 'SQLite format 3\0'
  } finally {
    closeSync(handle)
  }
}

/**
 * Restores a backup into the folder of a closed profile. The folder's order log keeps every line and gets those of the
 * backup. Results are merged. The backup's journal replaces the local one and is updated from the merged log. Orders
 * that are not settled in the backup and missing from the local log become unknown, because the computer that made the
 * backup may have placed them since. Replaced files stay under other names. Throws `file` for a damaged backup,
 * `rejected` for one of another service, and either of them while another process uses the files. A failed restore
 * changes no file.
 */
export async function restoreWorkspace(options: RestoreOptions): Promise<WorkspaceRestored> {
  const { folder } = options
  const isNew = !existsSync(folder)
  ensureFolder(folder)
  try {
    // Another start that finds no journal for a moment waits for the end of this lock.
    return await createLocks(folder, systemClock).withLock('journal-repair', async () => {
      finishRestore(folder, options.nowMs)
      const newFolder = newFolderOf(folder)
      rmSync(newFolder, { recursive: true, force: true })
      mkdirSync(newFolder, { mode: 0o700 })
      try {
        return await restoreInto(options, newFolder)
      } finally {
        rmSync(newFolder, { recursive: true, force: true })
      }
    })
  } catch (error) {
    if (isNew && !existsSync(orderLogFile(folder))) rmSync(folder, { recursive: true, force: true })
    throw toRestoreFailure(error, options.backup)
  }
}

function toRestoreFailure(error: unknown, backup: string): unknown {
  if (isFailure(error) || !(error instanceof Error && 'syscall' in error)) return toFailure(error, backup)
  const name = basename(backup)
  return fileFailure(message('app.couldNotRestoredNothing', { name, error: fileReason(error) }), name, error)
}

async function restoreInto(options: RestoreOptions, newFolder: string): Promise<WorkspaceRestored> {
  const { folder, backup, nowMs } = options
  rejectWhileUsed(folder, nowMs)
  const name = basename(backup)
  const newJournal = journalFile(newFolder)
  const newAnswers = resultsFile(newFolder)
  if (isSqliteFile(backup)) copyFileSync(backup, newJournal)
  else await unpackBackup(backup, newFolder)
  rejectUnsound(newJournal, name, journalMigrations, 'ledger')
  if (isSqliteFile(backup) && options.service) rejectForeign(newJournal, name, options.service)
  await migrateFile(newJournal, journalMigrations)
  let results = 0
  if (existsSync(newAnswers)) {
    rejectUnsound(newAnswers, name, answersMigrations, 'analyses')
    await migrateFile(newAnswers, answersMigrations)
    await mergeLocalAnswers(newAnswers, resultsFile(folder))
    results = withSql(newAnswers, (sql) => countRows(sql, 'analyses'))
    flush(newAnswers)
  }
  // The local files stay, because they can be fetched again.
  for (const file of ['connection.json', 'drugs.db'])
    if (existsSync(join(folder, file))) rmSync(join(newFolder, file), { force: true })
  const newLog = orderLogFile(newFolder)
  const backupLog = existsSync(newLog) ? createChainedLog(newLog) : null
  if (backupLog) rejectDamagedLog(backupLog, newJournal, name)
  const log = createChainedLog(orderLogFile(folder))
  try {
    // Another process may have opened the files in the seconds since the check.
    rejectWhileUsed(folder, nowMs)
    rejectIncompleteLog(folder, log)
    const { rows, doubtful, replacedLog } = followLogs({ log, backupLog, newJournal, newLog, nowMs, folder })
    flush(newJournal)
    renameFileSync(newFolder, readyFolderOf(folder))
    const replaced = finishRestore(folder, nowMs)
    const replacedJournal = replaced.find((path) => basename(path).startsWith('journal.db'))
    return {
      rows,
      results,
      doubtful,
      savedAs: [...replaced.map((path) => basename(path)), ...(replacedLog === null ? [] : [replacedLog])],
      missing: replacedJournal
        ? withSql(journalFile(folder), (sql) => countMissing(sql, replacedJournal))
        : 0,
    }
  } finally {
    log.close()
    backupLog?.close()
  }
}

/** Moves the files of a ready restore to their places; returns the replaced ones. Needs the lock `journal-repair`. */
function finishRestore(folder: string, nowMs: number): string[] {
  const ready = readyFolderOf(folder)
  if (!existsSync(ready)) return []
  const replaced: string[] = []
  for (const file of backupPaths) {
    if (file === 'orders.log' || !existsSync(join(ready, file))) continue
    const path = replaceDatabase(join(ready, file), join(folder, file), nowMs)
    if (path !== null) replaced.push(path)
  }
  rmSync(ready, { recursive: true, force: true })
  return replaced
}

/** Finishes an interrupted restore before the profile's files are opened. */
export async function finishCutOffRestore(folder: string, nowMs: number): Promise<void> {
  if (!existsSync(readyFolderOf(folder))) return
  await createLocks(folder, systemClock).withLock('journal-repair', async () => {
    assertNotInUse(journalFile(folder))
    finishRestore(folder, nowMs)
  })
}

type Logs = {
  /** The log of the folder. */
  log: LogFile
  backupLog: LogFile | null
  newJournal: string
  newLog: string
  nowMs: number
  folder: string
}

const doubtMessage = joinMessages([
  message('app.journalRestoredBackup'),
  message('samples.orderPlacedLookService'),
])

/**
 * Merges the two logs, and updates the restored journal from the result. If one log is the beginning of the other, the
 * longer one is kept. Otherwise the lines that only the backup has are added as imported lines.
 */
function followLogs({ log, backupLog, newJournal, newLog, nowMs, folder }: Logs) {
  const at = new Date(nowMs).toISOString()
  const file = orderLogFile(folder)
  const { localRest, backupRest } = compareLogs(log, backupLog)
  const isBackupLonger = localRest.length === 0 && backupRest.length > 0
  return log.exclusively((locked) =>
    withSql(newJournal, (sql) =>
      sql.transaction(() => {
        const position = readPosition(sql)
        /** True if the local log has the orders after the backup. */
        const isFollowed = position !== null && !isBackupLonger && linesAfter(log, position) !== null
        const suspects = isFollowed ? new Set<string>() : new Set(unsettledRows(sql).map(rowKey))
        for (const line of localRest) suspects.delete(rowKey(line['row']))
        const replacedLog = isBackupLonger ? replaceLog(newLog, file, nowMs) : null
        const entries = isBackupLonger ? [] : entriesToImport(backupRest, localRest)
        const from = position !== null && (isFollowed || isBackupLonger) ? position : logStart
        replayLines(sql, [...(linesAfter(log, from) ?? []), ...entries.map((entry) => toLine(entry, at))])
        for (const statement of endWorkStatements) sql.exec(statement)
        const doubtful = markUnknown(sql, suspects)
        entries.push(...doubtful)
        // A copied journal has no log, so its orders are added to the log.
        if (backupLog === null && !isFollowed) entries.push(...snapshotEntries(sql))
        writePosition(sql, entries.length > 0 ? locked.append(entries, at) : locked.end())
        return {
          rows: countRows(sql, 'batches', 'ledger', 'samples', 'screening_tasks'),
          doubtful: doubtful.length,
          replacedLog,
        }
      }),
    ),
  )
}

const toLine = ({ kind, json }: LogEntry, at: string): LogLine => ({
  ...(JSON.parse(json) as Record<string, unknown>),
  seq: 0,
  at,
  kind,
})

/** Replaces the local log with the backup's, which starts with the same lines. Returns the name of the saved one. */
function replaceLog(newLog: string, file: string, nowMs: number): string | null {
  const hasLocal = existsSync(file)
  const replaced = `${file}.replaced-${toFileTime(nowMs)}`
  if (hasLocal) copyFileSync(file, replaced)
  // A single rename, so that there is a log at every moment.
  renameFileSync(newLog, file)
  return hasLocal ? basename(replaced) : null
}

type Rest = { localRest: LogLine[]; backupRest: LogLine[] }

/** Returns the lines that only one of the logs has. Throws `journalUncertain` if the local one is damaged. */
function compareLogs(log: LogFile, backupLog: LogFile | null): Rest {
  const here = log.lines()
  const there = backupLog?.lines()
  for (;;) {
    const [mine, theirs] = [here.next(), there?.next()]
    if (!mine.done && theirs && !theirs.done && mine.value['sum'] === theirs.value['sum']) continue
    const localRest = readRest(mine, here)
    if (localRest === null) throw localLogDamagedFailure()
    // A log with only its first line has nothing to keep.
    const isOnlyBegun = localRest.every(({ kind }) => kind === 'log begun')
    return {
      localRest: isOnlyBegun && backupLog ? [] : localRest,
      backupRest: theirs && there ? (readRest(theirs, there) ?? []) : [],
    }
  }
}

type Reading = ReturnType<LogFile['lines']>

/** Returns the lines from `next` on; null if one of them is corrupt. */
function readRest(next: ReturnType<Reading['next']>, reading: Reading): LogLine[] | null {
  const lines: LogLine[] = []
  for (let read = next; ; read = reading.next()) {
    if (read.done) return read.value === 'corrupt' ? null : lines
    lines.push(read.value)
  }
}

/** Returns the lines about orders in another log that were not imported earlier. */
function entriesToImport(backupRest: readonly LogLine[], localRest: readonly LogLine[]): LogEntry[] {
  const cancelled = cancelledLines(backupRest)
  const keyOf = ({ kind, json }: LogEntry) => `${kind} ${json}`
  const known = new Set(
    localRest.filter((line) => line['imported'] === true).map((line) => keyOf(importedEntry(line))),
  )
  const doubts = backupRest.filter(({ kind }) => kind === 'uncertain' || kind === 'acknowledged')
  const lastDoubt = doubts.at(-1)
  return backupRest
    .filter((line) => {
      if (line.kind === 'uncertain' || line.kind === 'acknowledged')
        return line === lastDoubt && line.kind === 'uncertain'
      return line.kind !== 'not written' && line.kind !== 'log begun' && !cancelled.has(line.seq)
    })
    .map(importedEntry)
    .filter((entry) => !known.has(keyOf(entry)))
}

/** Returns the rows that the backup's computer may have sent since. */
const unsettledRows = (sql: SyncSql) =>
  sql.rows(`SELECT batch_id, row, state FROM ledger WHERE state IN ('queued', 'sending', 'failed')`)

function rowKey(row: unknown): string {
  const columns = row as Record<string, unknown> | null | undefined
  return `${String(columns?.['batch_id'])} ${String(columns?.['row'])}`
}

/** Marks orders that were being sent, or may have been sent elsewhere, as unknown. Returns the lines for the log. */
function markUnknown(sql: SyncSql, suspects: ReadonlySet<string>): LogEntry[] {
  const marked = unsettledRows(sql).filter((row) => row['state'] === 'sending' || suspects.has(rowKey(row)))
  return marked.flatMap((row) => {
    const key = [row['batch_id'], row['row']]
    sql.run(
      `UPDATE ledger SET state = 'unknown', withdrawn = NULL, message = ? WHERE batch_id = ? AND row = ?`,
      [formatMessage(doubtMessage), ...key],
    )
    return [...rowEntries(sql, 'ledger', 'batch_id = ? AND row = ?', key)]
  })
}

/** Adds the results that are only in the local file; the newer one stays current. A damaged local file is skipped. */
async function mergeLocalAnswers(newAnswers: string, local: string): Promise<void> {
  if (inspectFile(local, answersMigrations).state !== 'sound') return
  await migrateFile(local, answersMigrations)
  withSql(newAnswers, (sql) => {
    sql.run('ATTACH ? AS here', [local])
    sql.transaction(() => {
      sql.exec(`CREATE TEMP TABLE newest AS SELECT sample_id, kind, analysis_id, fetched_at FROM main.analyses WHERE current = 1
        UNION SELECT sample_id, kind, analysis_id, fetched_at FROM here.analyses WHERE current = 1;
        UPDATE main.asked SET lease_until_ms = 0;
        DELETE FROM main.asked WHERE EXISTS (SELECT 1 FROM here.analyses a WHERE a.sample_id = asked.sample_id
          AND a.kind = asked.kind AND a.analysis_id NOT IN (SELECT analysis_id FROM main.analyses));
        UPDATE main.analyses SET current = 0 WHERE current = 1;
        CREATE TEMP TABLE added AS SELECT analysis_id FROM here.analyses
          WHERE analysis_id NOT IN (SELECT analysis_id FROM main.analyses)`)
      copyRows(sql, 'analyses', 'WHERE analysis_id IN (SELECT analysis_id FROM added)', { current: '0' })
      for (const table of ['scores', 'clock_values'])
        copyRows(sql, table, 'WHERE analysis_id IN (SELECT analysis_id FROM added)')
      for (const table of ['screening_results', 'reruns']) copyRows(sql, table)
      copyRows(sql, 'asked', '', {}, 'REPLACE')
      sql.exec(`UPDATE main.analyses SET current = 1 WHERE analysis_id IN (
        SELECT analysis_id FROM (SELECT analysis_id, row_number() OVER (PARTITION BY sample_id, kind
          ORDER BY fetched_at DESC, analysis_id) AS place FROM newest) WHERE place = 1)`)
    })
  })
}

function copyRows(
  sql: SyncSql,
  table: string,
  where = '',
  values: Readonly<Record<string, string>> = {},
  conflict: 'IGNORE' | 'REPLACE' = 'IGNORE',
): void {
  const names = sql.rows('SELECT name FROM pragma_table_info(?)', [table]).map(({ name }) => String(name))
  const columns = names.map((name) => values[name] ?? name)
  sql.exec(
    `INSERT OR ${conflict} INTO main.${table} (${names.join(', ')}) SELECT ${columns.join(', ')} FROM here.${table} ${where}`,
  )
}

function rejectUnsound(file: string, name: string, migrations: readonly Migration[], table: string): void {
  const { state, problem } = inspectFile(file, migrations)
  if (state !== 'sound') throw unsoundFailure(name, problem ?? message('app.anotherKindFile'))
  if (!withSql(file, (sql) => hasTable(sql, table), { readOnly: true }))
    throw unsoundFailure(name, message('app.anotherKindFile'))
  const [finding] = checkSql(file).findings
  if (finding) throw unsoundFailure(name, finding.problem)
}

function rejectDamagedLog(log: LogFile, journal: string, name: string): void {
  const position = withSql(journal, readPosition)
  const reading = log.lines()
  let read = reading.next()
  while (!read.done) read = reading.next()
  if (read.value !== null || (position !== null && linesAfter(log, position) === null))
    throw unsoundFailure(name, message('app.itsOrderLogIsDamaged'))
}

const servicesOf = (journal: string) =>
  withSql(
    journal,
    (sql) => sql.rows('SELECT service, min(synthetic) AS synthetic FROM samples GROUP BY service'),
    { readOnly: true },
  ).map((row) => ({ origin: originOf(String(row['service'])), isSynthetic: row['synthetic'] === 1 }))

/** Throws `rejected` if all samples of a journal are from other services, where their ids have no meaning. */
function rejectForeign(
  journal: string,
  name: string,
  { address, isDemo }: NonNullable<RestoreOptions['service']>,
): void {
  const services = servicesOf(journal)
  const isKnown = services.some(
    ({ origin, isSynthetic }) => origin === originOf(address) || (isDemo && isSynthetic),
  )
  if (services.length === 0 || isKnown) return
  throw otherServiceFailure(
    name,
    [...new Set(services.map(({ origin }) => origin))].join(', '),
    originOf(address),
  )
}

export const otherServiceFailure = (name: string, from: string, to: string): Failure =>
  rejected(message('app.backupAnotherServiceService', { name, from, to }))

/** Throws `journalUncertain` if the local journal, or its newest backup, has a position beyond the end of the log. */
function rejectIncompleteLog(folder: string, log: LogFile): void {
  const backup = findNewestSoundBackup(backupFolder(folder), journalMigrations)
  for (const file of [journalFile(folder), ...(backup ? [backup.path] : [])]) {
    const position = positionIn(file)
    if (position && linesAfter(log, position) === null) throw localLogDamagedFailure()
  }
}

/** Returns null for a journal that cannot be read, and for one from an earlier version. */
function positionIn(file: string): LogPosition | null {
  if (!existsSync(file)) return null
  try {
    return withSql(file, readPosition, { readOnly: true })
  } catch {
    return null
  }
}

const localLogDamagedFailure = (): Failure =>
  new Failure('journalUncertain', message('app.orderLogDamagedNot'), {})

function rejectWhileUsed(folder: string, nowMs: number): void {
  const file = journalFile(folder)
  const leaseEndMs = leaseEnd(file, nowMs)
  if (leaseEndMs !== null) {
    // The process that sends a batch may be on another computer that shares this folder.
    const seconds = Math.ceil((leaseEndMs - nowMs) / 1000)
    throw rejected(message('app.anotherPathclockSendingBatch', { seconds }))
  }
  assertNotInUse(file)
  assertNotInUse(resultsFile(folder))
}

/** Returns null if no process is sending, or if the journal is unreadable, which is a reason to restore it. */
function leaseEnd(file: string, nowMs: number): number | null {
  try {
    const held = withSql(
      file,
      (sql) => sql.rows('SELECT lease_owner, lease_until_ms FROM batches WHERE lease_until_ms > ?', [nowMs]),
      { readOnly: true },
    )
      .filter((row) => !leaseOwners.hasEnded(String(row['lease_owner'])))
      .map((row) => Number(row['lease_until_ms']))
      .filter((untilMs) => isLeaseHeld(untilMs, nowMs))
    return held.length > 0 ? Math.max(...held) : null
  } catch {
    return null
  }
}

const countRows = (sql: SyncSql, ...tables: string[]): number =>
  tables.reduce((sum, table) => sum + Number(sql.rows(`SELECT count(*) AS n FROM ${table}`)[0]?.['n']), 0)

/** Tables that record actions. The other tables hold the data that the actions changed. */
const historyTables: ReadonlySet<string> = new Set([
  'batch_events',
  'export_log',
  'order_log',
  'schema_migrations',
  'quota',
])

/** Returns the number of rows that only the replaced journal has; 0 if it is unreadable. */
function countMissing(sql: SyncSql, replacedFile: string): number {
  try {
    sql.run('ATTACH ? AS replaced', [replacedFile])
    const tables = sql
      .rows(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'register_*'`,
      )
      .map(({ name }) => String(name))
      .filter((name) => !historyTables.has(name) && name !== 'sample_tags')
    let missing = 0
    for (const table of tables) {
      const key = sql
        .rows('SELECT name FROM pragma_table_info(?) WHERE pk > 0', [table])
        .map(({ name }) => `now.${String(name)} = before.${String(name)}`)
      const [row] = sql.rows(
        `SELECT count(*) AS n FROM replaced.${table} AS before WHERE NOT EXISTS (SELECT 1 FROM main.${table} AS now WHERE ${key.join(' AND ')})`,
      )
      missing += Number(row?.['n'])
    }
    return missing
  } catch {
    return 0
  }
}
