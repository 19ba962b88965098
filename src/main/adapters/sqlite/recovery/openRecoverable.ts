import { existsSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../../../shared/contract/failures.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import type { Database } from '../../../ports.ts'
import { systemClock } from '../../system.ts'
import { createLocks } from '../locks.ts'
import { appliedNames, rejectNewerSchema } from '../migrate.ts'
import { type DatabaseOptions, isEmptied, openDatabase } from '../openDatabase.ts'
import { completeQuarantine, fileIdentity, findNewestQuarantined, replaceDatabase } from '../quarantine.ts'
import { registerRowChecksum } from '../sqlFunctions.ts'
import { isDamage, toFailure } from '../sqliteFailure.ts'
import { logIsDamaged } from '../wal.ts'
import {
  type BackupFile,
  backupName,
  findNewestSoundBackup,
  makeBackupFolder,
  pruneBackups,
  writeBackup,
} from './backup.ts'
import { assertNotInUse, type Finding, inspect, inspectQuickly } from './inspect.ts'
import { type RebuildOptions, type RebuildResult, rebuild } from './rebuild.ts'

export { backupsIn } from './backup.ts'

/** What was done about a damaged file. */
export type Recovery = RebuildResult & {
  /** The name the damaged file now has in its folder; null when it was missing. */
  quarantinedFile: string | null
  /** When the backup was made that rows were taken from; null without one. */
  backupAtMs: number | null
  findings: Finding[]
}

type RecoverableOptions = DatabaseOptions & {
  backups: string
  recovery: Pick<RebuildOptions, 'settle' | 'finish' | 'derived' | 'refill' | 'unchanged'>
  nowMs: number
  /** A file from this size on is not read through before it is used, its structure is; default 48 MB. */
  readThroughBytes?: number
  /** A file from this size on is not even that, and somebody has to do it afterwards; default: there is no such size. */
  trustedFromBytes?: number
  onRecovered(recovery: Recovery): void
  /** The rows were not all read through, because there are many: somebody should do so afterwards. */
  onUnverified(): void
}

/** A larger file takes too long to be read through before the window opens. */
const defaultReadThroughBytes = 48 * 1024 * 1024

/**
 * Opens a database that must not be lost. Of what can be read of a damaged one, and of the newest sound backup, a new
 * one is made, which then takes its place; the damaged one is stored. Before its schema changes, it is backed up. Throws `file`.
 */
export async function openRecoverable<Schema>(options: RecoverableOptions): Promise<Database<Schema>> {
  const { file, backups, nowMs } = options
  try {
    const identity = fileIdentity(file)
    let inspection = examine(options)
    if (inspection.findings.length > 0 || isBeingReplaced(file))
      inspection = await createLocks(dirname(file), systemClock).withLock('journal-repair', async () => {
        // Another process may have been faster, and has put another file in its place then.
        const isSame = identity !== null && fileIdentity(file) === identity && inspection.findings.length > 0
        const current = isSame ? inspection : examine(options)
        if (current.findings.length > 0) options.onRecovered(recover(options, current.findings))
        return current
      })
    if (inspection.pending) {
      makeBackupFolder(backups)
      await writeBackup(file, join(backups, backupName(nowMs)))
      pruneBackups(backups, nowMs)
    }
    if (!inspection.isFullyRead) options.onUnverified()
    return await openDatabase<Schema>({ ...options, isInspected: true })
  } catch (error) {
    throw toFailure(error, file)
  }
}

/** Another process has quarantined the file and is about to put the new one in its place, or was ended just then. */
const isBeingReplaced = (file: string): boolean => !existsSync(file) && findNewestQuarantined(file) !== null

/**
 * What a process that was ended while it exchanged the file had quarantined; null where the file is there. A backup that
 * is newer was made of the file that came after: it has all of it.
 */
function findInterruptedQuarantine(file: string, backup: BackupFile | null): string | null {
  const quarantined = existsSync(file) ? null : findNewestQuarantined(file)
  return quarantined !== null && quarantined.atMs >= (backup?.atMs ?? 0) ? quarantined.path : null
}

type Examination = { findings: Finding[]; pending: boolean; isFullyRead: boolean }

const toFileFinding = (problem: Message): Finding => ({ table: null, row: null, problem })

function examine({
  file,
  backups,
  migrations,
  readThroughBytes = defaultReadThroughBytes,
  trustedFromBytes = Number.POSITIVE_INFINITY,
}: RecoverableOptions): Examination {
  const toExamination = (problem: Message): Examination => ({
    findings: [toFileFinding(problem)],
    pending: false,
    isFullyRead: true,
  })
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) {
    const backup = findNewestSoundBackup(backups, 0)
    if (findInterruptedQuarantine(file, backup) !== null)
      return toExamination(message`the file is missing, because a repair or a restore was interrupted`)
    return backup
      ? toExamination(message`the file is missing`)
      : { findings: [], pending: false, isFullyRead: true }
  }
  if (isEmptied(file)) return toExamination(message`the file is empty`)
  // Before SQLite sees the file: it would throw away a log that it cannot read.
  if (logIsDamaged(file)) return toExamination(message`the log of the last writes is damaged`)
  const isMarkedForRepair = existsSync(repairMarkerFile(file))
  const isFullyRead = size < readThroughBytes || isMarkedForRepair
  const inspectDatabase = isFullyRead
    ? inspect
    : size >= trustedFromBytes
      ? () => ({ findings: [] })
      : inspectQuickly
  try {
    const database = new DatabaseSync(file, { timeout: 5000 })
    try {
      registerRowChecksum(database)
      const { findings } = inspectDatabase(database)
      const applied = hasSchema(database) ? appliedNames(database) : new Set()
      // In a damaged file the names of its steps may be damaged too, but not their number.
      const mayBeNewer = findings.length === 0 ? applied.size > 0 : applied.size > migrations.length
      if (mayBeNewer) rejectNewerSchema(database, migrations, file)
      return { findings, pending: applied.size > 0 && applied.size < migrations.length, isFullyRead }
    } finally {
      database.close()
    }
  } catch (error) {
    if (!isDamage(error)) throw error
    return toExamination(messageOf(error))
  }
}

const hasSchema = (database: DatabaseSync): boolean =>
  database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'`).get() !== undefined

/** Beside a large file in which damage was found while it was open: it is read through at the next start. */
export const repairMarkerFile = (file: string): string => `${file}.repair`

function recover(options: RecoverableOptions, findings: Finding[]): Recovery {
  const { file, backups, migrations, recovery, nowMs } = options
  assertNotInUse(file)
  const backup = findNewestSoundBackup(backups, options.readThroughBytes ?? defaultReadThroughBytes)
  const interrupted = findInterruptedQuarantine(file, backup)
  if (interrupted !== null) completeQuarantine(file, interrupted)
  const rebuiltFile = `${file}.new`
  const result = rebuild({
    ...recovery,
    target: rebuiltFile,
    migrations,
    damaged: interrupted ?? (existsSync(file) ? file : null),
    backup: backup?.path ?? null,
    mayLackWrites: findings.some(({ table }) => table === null),
    nowIso: new Date(nowMs).toISOString(),
  })
  assertNotInUse(file)
  const quarantinedFile = replaceDatabase(rebuiltFile, file, nowMs, 'damaged') ?? interrupted
  rmSync(repairMarkerFile(file), { force: true })
  return {
    ...result,
    quarantinedFile: quarantinedFile === null ? null : basename(quarantinedFile),
    backupAtMs: backup?.atMs ?? null,
    findings,
  }
}
