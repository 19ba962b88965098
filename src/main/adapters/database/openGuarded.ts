import { existsSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Database } from '../../ports.ts'
import { systemClock } from '../clock.ts'
import { createLocks } from '../locks.ts'
import {
  type BackupFile,
  backupName,
  makeBackupFolder,
  newestSound,
  thinBackups,
  writeBackup,
} from './backup.ts'
import type { Rebuilt } from './fillGuarded.ts'
import { type Finding, inspect, inspectQuickly } from './inspect.ts'
import { logIsDamaged } from './inspectLog.ts'
import { refuseWhileOpen } from './inUse.ts'
import { appliedNames, refuseNewer } from './migrate.ts'
import { type DatabaseOptions, isEmptied, openDatabase } from './openDatabase.ts'
import { type RebuildOptions, rebuild } from './rebuild.ts'
import { registerRowChecksum } from './rowChecksum.ts'
import { exchange, fileIdentity, followAside, newestAside } from './setAside.ts'
import { isDamage, toFailure } from './sqliteFailure.ts'

/** What was done about a damaged file. */
export type Recovery = Rebuilt & {
  /** The name the damaged file now has in its folder; null when it was missing. */
  keptAs: string | null
  /** When the backup was made that rows were taken from; null without one. */
  backupAtMs: number | null
  findings: Finding[]
}

type GuardedOptions = DatabaseOptions & {
  backups: string
  recovery: Pick<RebuildOptions, 'settle' | 'finish' | 'derived' | 'refill' | 'unchanged'>
  nowMs: number
  /** A file from this size on is not read through before it is used, its structure is; default 48 MB. */
  readThroughBytes?: number
  /** A file from this size on is not even that, and somebody has to do it afterwards; default: there is no such size. */
  trustedFromBytes?: number
  recovered(recovery: Recovery): void
  /** The rows were not all read through, because there are many: somebody should do so afterwards. */
  unverified(): void
}

/** A larger file takes too long to be read through before the window opens. */
const defaultReadThroughBytes = 48 * 1024 * 1024

/**
 * Opens a database that must not be lost. Of what can be read of a damaged one, and of the newest sound backup, a new
 * one is made, which then takes its place; the damaged one is kept. Before its schema changes, it is backed up. Throws `file`.
 */
export async function openGuarded<Schema>(options: GuardedOptions): Promise<Database<Schema>> {
  const { file, backups, nowMs } = options
  try {
    const identity = fileIdentity(file)
    let seen = examine(options)
    if (seen.findings.length > 0 || isBeingMade(file))
      seen = await createLocks(dirname(file), systemClock).hold('journal-repair', async () => {
        // Another process may have been faster, and has put another file in its place then.
        const isSame = identity !== null && fileIdentity(file) === identity && seen.findings.length > 0
        const again = isSame ? seen : examine(options)
        if (again.findings.length > 0) options.recovered(recover(options, again.findings))
        return again
      })
    if (seen.pending) {
      makeBackupFolder(backups)
      await writeBackup(file, join(backups, backupName(nowMs)))
      thinBackups(backups, nowMs)
    }
    if (!seen.whole) options.unverified()
    return await openDatabase<Schema>({ ...options, inspected: true })
  } catch (error) {
    throw toFailure(error, file)
  }
}

/** Another process has set the file aside and is about to put the new one in its place, or was ended just then. */
const isBeingMade = (file: string): boolean => !existsSync(file) && newestAside(file) !== null

/**
 * What a process that was ended while it exchanged the file had set aside; null where the file is there. A backup that
 * is newer was made of the file that came after: it has all of it.
 */
function leftAside(file: string, backup: BackupFile | null): string | null {
  const aside = existsSync(file) ? null : newestAside(file)
  return aside !== null && aside.atMs >= (backup?.atMs ?? 0) ? aside.path : null
}

type Seen = { findings: Finding[]; pending: boolean; whole: boolean }

const ofFile = (problem: string): Finding => ({ table: null, row: null, problem })

function examine({
  file,
  backups,
  migrations,
  readThroughBytes = defaultReadThroughBytes,
  trustedFromBytes = Number.POSITIVE_INFINITY,
}: GuardedOptions): Seen {
  const found = (problem: string): Seen => ({ findings: [ofFile(problem)], pending: false, whole: true })
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) {
    const backup = newestSound(backups, 0)
    if (leftAside(file, backup) !== null)
      return found('the file is missing, because a repair or a restore was interrupted')
    return backup ? found('the file is missing') : { findings: [], pending: false, whole: true }
  }
  if (isEmptied(file)) return found('the file is empty')
  // Before SQLite sees the file: it would throw away a log that it cannot read.
  if (logIsDamaged(file)) return found('the log of the last writes is damaged')
  const isMarked = existsSync(repairMark(file))
  const whole = size < readThroughBytes || isMarked
  const look = whole ? inspect : size >= trustedFromBytes ? () => ({ findings: [] }) : inspectQuickly
  try {
    const database = new DatabaseSync(file, { timeout: 5000 })
    try {
      registerRowChecksum(database)
      const { findings } = look(database)
      const applied = isBegun(database) ? appliedNames(database) : new Set()
      // In a damaged file the names of its steps may be damaged too, but not their number.
      const mayBeNewer = findings.length === 0 ? applied.size > 0 : applied.size > migrations.length
      if (mayBeNewer) refuseNewer(database, migrations, file)
      return { findings, pending: applied.size > 0 && applied.size < migrations.length, whole }
    } finally {
      database.close()
    }
  } catch (error) {
    if (!isDamage(error)) throw error
    return found((error as Error).message)
  }
}

const isBegun = (database: DatabaseSync): boolean =>
  database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'`).get() !== undefined

/** Beside a large file in which damage was found while it was open: it is read through at the next start. */
export const repairMark = (file: string): string => `${file}.repair`

function recover(options: GuardedOptions, findings: Finding[]): Recovery {
  const { file, backups, migrations, recovery, nowMs } = options
  refuseWhileOpen(file)
  const backup = newestSound(backups, options.readThroughBytes ?? defaultReadThroughBytes)
  const left = leftAside(file, backup)
  if (left !== null) followAside(file, left)
  const made = `${file}.new`
  const rebuilt = rebuild({
    ...recovery,
    target: made,
    migrations,
    damaged: left ?? (existsSync(file) ? file : null),
    backup: backup?.path ?? null,
    doubted: findings.some(({ table }) => table === null),
    nowIso: new Date(nowMs).toISOString(),
  })
  refuseWhileOpen(file)
  const keptAs = exchange(made, file, nowMs, 'damaged') ?? left
  rmSync(repairMark(file), { force: true })
  return {
    ...rebuilt,
    keptAs: keptAs === null ? null : basename(keptAs),
    backupAtMs: backup?.atMs ?? null,
    findings,
  }
}
