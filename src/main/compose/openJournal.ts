import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { sql as kyselySql } from 'kysely'
import { joinMessages, type Message, message, shortList } from '../../shared/words/message.ts'
import { createChainedLog } from '../adapters/files/chainedLog.ts'
import { type BackupFile, backUpJournal, findNewestSoundBackup } from '../adapters/sqlite/backups.ts'
import {
  assertNotInUse,
  hasTable,
  type Inspection,
  inspectFile,
  withSql,
} from '../adapters/sqlite/inspect.ts'
import { createLocks } from '../adapters/sqlite/locks.ts'
import { migrateFile, openDatabase } from '../adapters/sqlite/openDatabase.ts'
import {
  fileIdentity,
  flush,
  quarantine,
  removeDatabase,
  replaceDatabase,
} from '../adapters/sqlite/quarantine.ts'
import { isNotWritable, toFailure } from '../adapters/sqlite/sqliteFailure.ts'
import {
  type Clock,
  type Database,
  type LogFile,
  type LogLine,
  type LogPosition,
  logStart,
  type SyncSql,
} from '../ports.ts'
import { type JournalSchema, journalMigrations } from '../store/journal.ts'
import { endWorkStatements } from '../store/journalTables.ts'
import { formatMessage } from '../store/legacyJson.ts'
import { createOrderLog, type OrderLog, readPosition, writePosition } from '../store/orderLog/orderLog.ts'
import { rebuildLog } from '../store/orderLog/reconcile.ts'
import { linesAfter, rebuildFromLines, replayLines } from '../store/orderLog/replay.ts'
import { backupFolder, journalFile, orderLogFile, resultsFile } from './dataFiles.ts'

type JournalOptions = {
  folder: string
  clock: Clock
  notice(text: Message): void
  /** Checkpoints the write-ahead log in another thread after a large transaction. */
  checkpoint?: () => Promise<unknown>
}

export type OpenedJournal = {
  journal: Database<JournalSchema>
  /** Null in a capsule. */
  orderLog: OrderLog | null
  /** False if the data folder is read-only. */
  isWritable: boolean
  /** True if the order log was replaced. Older backups have positions in the replaced log, so a new backup is due. */
  isBackupDue: boolean
}

/**
 * Opens the journal of a profile. If it is damaged, missing, emptied or older than its log, it is first restored from
 * the newest backup and updated from the order log. If some orders may still be unknown, paid calls are refused until
 * the user acknowledges it. Throws `file`.
 */
export async function openJournal(options: JournalOptions) {
  const { folder, clock, notice, checkpoint } = options
  const file = journalFile(folder)
  const log = createChainedLog(orderLogFile(folder))
  let isBackupDue = false
  try {
    const seen = () => `${fileIdentity(file)} ${log.sizeBytes()}`
    const before = seen()
    const inspection = inspectJournal(file)
    if (!isInOrder(file, log, inspection))
      await createLocks(folder, clock).withLock('journal-repair', async () => {
        if (seen() === before) {
          isBackupDue = await bringIntoOrder(options, log, inspection)
          return
        }
        // Another process may have repaired it in the meantime.
        const current = inspectJournal(file)
        if (!isInOrder(file, log, current)) isBackupDue = await bringIntoOrder(options, log, current)
      })
  } catch (error) {
    if (!isNotWritable(error)) throw toFailure(error, file)
  }
  let isWritable = true
  const orderLog = createOrderLog({ log, clock })
  const journal = await openDatabase<JournalSchema>({
    file,
    migrations: journalMigrations,
    durability: 'full',
    isInspected: true,
    hooks: orderLog.journalHooks,
    onDamage: () => writeFileSync(damageMarker(file), ''),
    ...(checkpoint ? { checkpoint } : {}),
    onReadOnly() {
      isWritable = false
      notice(message('app.dataFolderReadWhat'))
    },
  })
  const close = async () => {
    await journal.close()
    log.close()
  }
  try {
    // Applies log lines that a killed process has left.
    if (isWritable && withSql(file, readPosition)?.sizeBytes !== log.sizeBytes())
      await journal.transaction(async () => {})
  } catch (error) {
    await close()
    throw error
  }
  return { journal: { ...journal, close }, orderLog, isWritable, isBackupDue }
}

/** Opens a journal without an order log, for a capsule, which cannot order. Throws `file`. */
export async function openJournalWithoutLog(folder: string): Promise<OpenedJournal> {
  const journal = await openDatabase<JournalSchema>({
    file: journalFile(folder),
    migrations: journalMigrations,
    durability: 'full',
    onReadOnly: () => undefined,
  })
  return { journal, orderLog: null, isWritable: true, isBackupDue: false }
}

/** Returns the file that marks a damaged journal. The next start restores the journal. */
const damageMarker = (file: string): string => `${file}.repair`

/** Inspects a journal. A marked one counts as damaged. */
const inspectJournal = (file: string): Inspection =>
  existsSync(damageMarker(file))
    ? { state: 'damaged', problem: message('adapters.queryFoundDamageWhile'), isPending: false }
    : inspectFile(file, journalMigrations)

/** True for a sound journal of this version that matches its log, except for at most one interrupted change. */
function isInOrder(file: string, log: LogFile, { state, isPending }: Inspection): boolean {
  if (state !== 'sound' || isPending) return false
  const position = withSql(file, readPosition)
  if (position === null || log.sizeBytes() === null) return false
  const behind = linesBehind(log, position)
  return behind !== null && countChanges(behind) <= 1
}

/** Returns the lines after a position about the journal's own rows; null if the log is damaged or another one. */
const linesBehind = (log: LogFile, position: LogPosition): LogLine[] | null =>
  linesAfter(log, position)?.filter(({ kind }) => !kind.startsWith('analysis')) ?? null

/** Counts the changes in log lines. All lines of one change have the same time. */
const countChanges = (lines: readonly LogLine[]): number => new Set(lines.map(({ at }) => at)).size

/** The repair of a journal, as described in the notice and the order log. */
type Repair = {
  inspection: Inspection
  quarantinedFile: string | null
  backup: BackupFile | null
  /** The reasons why orders may be missing; empty if all are known. */
  reasons: Message[]
  /** The number of log lines that the journal had not applied, without those of one interrupted change. */
  linesBehind: number
}

/** With SQLite's default of 2 MB, repairing a journal of 100,000 orders would write its pages several times. */
const repairCacheKib = 256 * 1024

/** Repairs the journal. Returns true if a backup is due. */
async function bringIntoOrder(
  { folder, clock, notice }: JournalOptions,
  log: LogFile,
  inspection: Inspection,
): Promise<boolean> {
  const file = journalFile(folder)
  const at = new Date(clock.now()).toISOString()
  const isNewLog = hasNoOrders(log)
  const hadLog = (log.sizeBytes() ?? 0) > 0
  const isNew =
    (inspection.state === 'missing' || (inspection.state === 'empty' && hadLog)) &&
    isNewLog &&
    findNewestSoundBackup(backupFolder(folder), journalMigrations) === null &&
    !existsSync(resultsFile(folder))
  if (isNew && !hadLog) log.exclusively((locked) => locked.append([logBegun(folder)], at))
  const repair: Repair = { inspection, quarantinedFile: null, backup: null, reasons: [], linesBehind: 0 }
  if (inspection.state !== 'sound' && !isNew) restoreNewestBackup(folder, clock.now(), repair)
  else if (inspection.state === 'sound') await replaceIfOlder(folder, log, clock.now(), repair)
  if (inspection.isPending) await backUpJournal(file, backupFolder(folder), clock.now())
  // A journal that has to be created from the log is written under another name, without a write-ahead log.
  const newFile = isNew || existsSync(file) ? null : `${file}.new`
  if (newFile !== null) removeDatabase(newFile)
  await migrateFile(newFile ?? file, journalMigrations)
  withSql(newFile ?? file, (sql) => {
    sql.exec(`PRAGMA cache_size = ${-repairCacheKib}`)
    if (newFile !== null) sql.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    sql.transaction(() => followLog(folder, log, { sql, repair, isNew, at }))
  })
  if (newFile !== null) {
    flush(newFile)
    replaceDatabase(newFile, file, clock.now())
  }
  await settleCutOff(folder, log, clock, repair)
  const text = isNew ? null : formatRepair(repair, withSql(file, lostRows))
  if (text) notice(text)
  return repair.reasons.length > 0
}

/** True if the log has at most its first line, and no damage. */
function hasNoOrders(log: LogFile): boolean {
  const reading = log.lines()
  const first = reading.next()
  const second = first.done ? first : reading.next()
  reading.return(null)
  return second.done === true && second.value !== 'corrupt'
}

const logBegun = (folder: string) => ({
  kind: 'log begun',
  json: JSON.stringify({ profile: basename(folder) }),
})

function restoreNewestBackup(folder: string, nowMs: number, repair: Repair): void {
  const file = journalFile(folder)
  assertNotInUse(file)
  const quarantined = quarantine(file, fileIdentity(file), nowMs)
  repair.quarantinedFile = quarantined === null ? null : basename(quarantined)
  rmSync(damageMarker(file), { force: true })
  repair.backup = findNewestSoundBackup(backupFolder(folder), journalMigrations)
  if (repair.backup) placeBackup(repair.backup, file, nowMs)
}

function placeBackup({ path }: BackupFile, file: string, nowMs: number): string | null {
  const newFile = `${file}.new`
  copyFileSync(path, newFile)
  flush(newFile)
  return replaceDatabase(newFile, file, nowMs)
}

/** Replaces a sound journal that is behind its log by more than one interrupted change, such as an older copy. */
async function replaceIfOlder(folder: string, log: LogFile, nowMs: number, repair: Repair): Promise<void> {
  const file = journalFile(folder)
  const readIfThere = (path: string) =>
    withSql(path, (sql) => (hasTable(sql, 'order_log') ? readPosition(sql) : null), { readOnly: true })
  const position = readIfThere(file)
  if (!position) return
  const behind = linesBehind(log, position) ?? []
  if (countChanges(behind) <= 1) return
  repair.linesBehind = behind.length
  const backup = findNewestSoundBackup(backupFolder(folder), journalMigrations)
  const backedUp = backup && readIfThere(backup.path)
  if (!backup || !backedUp || backedUp.seq <= position.seq || linesAfter(log, backedUp) === null) return
  assertNotInUse(file)
  repair.backup = backup
  const replaced = placeBackup(backup, file, nowMs)
  repair.quarantinedFile = replaced === null ? null : basename(replaced)
}

/** Updates the journal from the log, or rebuilds a log that is missing, damaged or behind the journal. */
function followLog(
  folder: string,
  log: LogFile,
  { sql, repair, isNew, at }: { sql: SyncSql; repair: Repair; isNew: boolean; at: string },
): void {
  const position = readPosition(sql)
  const isMissing = (log.sizeBytes() ?? 0) === 0
  // After damage, the whole log is verified before it is trusted.
  const isTrusted = position === null || repair.inspection.state === 'sound' || log.isIntact()
  // A journal without a position is new, or from an earlier version. It applies the whole log.
  const lines = isTrusted ? linesAfter(log, position ?? logStart) : null
  if (!isMissing && lines) {
    rebuildFromLines(sql, lines)
    writePosition(
      sql,
      log.exclusively((locked) => locked.end()),
    )
  } else {
    const isFromBefore = isMissing && position === null && repair.inspection.state === 'sound'
    if (!isFromBefore && !isNew)
      repair.reasons.push(isMissing ? message('app.orderLogMissing') : message('app.orderLogDamaged'))
    writePosition(sql, logStart)
    const rebuild = (analyses: SyncSql | null) =>
      rebuildLog(log, { profileId: basename(folder), sql, isDamaged: !isMissing, analyses }, at)
    const { quarantinedFile, rejected } = existsSync(resultsFile(folder))
      ? withSql(
          resultsFile(folder),
          // A new file has no such table.
          (results) => rebuild(hasTable(results, 'analyses') ? results : null),
          { readOnly: true },
        )
      : rebuild(null)
    if (quarantinedFile !== null) repair.reasons.push(formatSavedLog(quarantinedFile, rejected))
  }
  if (repair.reasons.length === 0) return
  const entry = { kind: 'uncertain', json: JSON.stringify({ reasons: repair.reasons }) }
  log.exclusively((locked) => {
    const before = locked.end()
    locked.append([entry], at)
    replayLines(sql, locked.linesAfter(before))
    writePosition(sql, locked.end())
  })
}

/** Settles a journal that replaced another one: pauses its batches, and marks orders that may have been sent. */
async function settleCutOff(folder: string, log: LogFile, clock: Clock, repair: Repair): Promise<void> {
  const isReplaced = repair.backup !== null || repair.inspection.state !== 'sound'
  if (!isReplaced && repair.linesBehind === 0) return
  const { journalHooks } = createOrderLog({ log, clock })
  const file = journalFile(folder)
  const journal = await openDatabase<JournalSchema>({
    file,
    migrations: journalMigrations,
    durability: 'full',
    isInspected: true,
    hooks: journalHooks,
  })
  const isDoubtful = repair.reasons.length > 0
  const text = formatMessage(
    isDoubtful
      ? joinMessages([message('app.journalRestoredBackupOrder'), message('samples.orderPlacedLookService')])
      : message('samples.pathclockClosedBeforeResponse'),
  )
  const states = isReplaced && isDoubtful ? `('queued', 'sending', 'failed')` : `('sending')`
  // If the journal was only behind, another process may be sending.
  const batches = isReplaced ? '' : `AND batch_id IN (SELECT batch_id FROM batches WHERE state <> 'running')`
  try {
    await journal.transaction(async (query) => {
      await kyselySql`UPDATE ledger SET state = 'unknown', withdrawn = NULL, message = ${text} WHERE state IN ${kyselySql.raw(states)} ${kyselySql.raw(batches)}`.execute(
        query,
      )
      if (isReplaced) for (const statement of endWorkStatements) await kyselySql.raw(statement).execute(query)
    })
  } finally {
    await journal.close()
  }
}

/** Returns the number of rows per file that were never sent and are missing from the journal. */
const lostRows = (sql: SyncSql): { fileName: string; rows: number }[] =>
  sql
    .rows(
      `SELECT file_name, order_count - (SELECT count(*) FROM ledger WHERE ledger.batch_id = batches.batch_id) AS lost
       FROM batches WHERE order_count IS NOT NULL ORDER BY created_at`,
    )
    .map((row) => ({ fileName: String(row['file_name']), rows: Number(row['lost']) }))
    .filter(({ rows }) => rows > 0)

export const formatSavedLog = (file: string, rejected: number): Message =>
  rejected === 0
    ? message('app.itIsSavedAs', { file })
    : message('app.savedLinesCouldNot', { file, count: rejected })

const maxShownFiles = 10

function formatRepair(
  { inspection, quarantinedFile, backup, reasons, linesBehind }: Repair,
  lost: readonly { fileName: string; rows: number }[],
): Message | null {
  const wasReplaced = inspection.state !== 'sound' || backup !== null
  if (!wasReplaced && linesBehind === 0) return null
  const savedAs = quarantinedFile === null ? null : message('app.savedAs', { quarantinedFile })
  const cause =
    inspection.state === 'missing'
      ? message('app.journalMissing')
      : inspection.state === 'sound'
        ? linesBehind > 0
          ? message('app.journalOlderOrderLog')
          : null
        : message('app.journalDamaged', { problem: inspection.problem ?? message('shared.unknown') })
  const restored =
    backup !== null
      ? message('app.pathclockRestoredBackupNotes', { time: new Date(backup.atMs).toISOString() })
      : inspection.state === 'sound'
        ? linesBehind > 0
          ? message('app.notesStudiesListsChanged')
          : null
        : message('app.noBackupNotesStudies')
  // The uncertainty is shown in the status, which outlives this notice and ends with the acknowledgment.
  const orders = reasons.length > 0 ? null : message('app.allOrdersKnownOrder')
  const again = lost.map(({ fileName, rows }) => `${fileName} (${rows})`)
  return joinMessages([
    cause,
    savedAs,
    restored,
    restored && message('app.samplesWhoseStudyMissing'),
    orders,
    lost.length > 0 ? message('app.rowsNotSentLost', { again: shortList(again, maxShownFiles) }) : null,
  ])
}
