import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../../shared/contract/failures.ts'
import type { Database } from '../../ports.ts'
import { systemClock } from '../clock.ts'
import { createLocks } from '../locks.ts'
import { backupName, makeBackupFolder, newestSound, thinBackups, writeBackup } from './backup.ts'
import { type Finding, inspect, inspectQuickly } from './inspect.ts'
import { logIsDamaged } from './inspectLog.ts'
import { appliedNames, refuseNewer } from './migrate.ts'
import { type DatabaseOptions, isEmptied, openDatabase } from './openDatabase.ts'
import { type RebuildOptions, type Rebuilt, rebuild } from './rebuild.ts'
import { registerRowChecksum } from './rowChecksum.ts'
import { fileIdentity, setAside } from './setAside.ts'
import { isBusy, isDamage, toFailure } from './sqliteFailure.ts'

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
  recovered(recovery: Recovery): void
  /** The rows were not all read through, because there are many: somebody should do so afterwards. */
  unverified(): void
}

/** A larger file takes too long to be read through before the window opens. */
const readThroughBytes = 48 * 1024 * 1024

/**
 * Opens a database that must not be lost. A damaged one is set aside, and a new one is made of what can be read of it
 * and of the newest sound backup. Before its schema changes, it is backed up. Throws `file`.
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

/** Another process has set the damaged file aside and is about to put the new one in its place. */
const isBeingMade = (file: string): boolean =>
  !existsSync(file) &&
  existsSync(dirname(file)) &&
  readdirSync(dirname(file)).some((name) => name.startsWith(`${basename(file)}.damaged-`))

type Seen = { findings: Finding[]; pending: boolean; whole: boolean }

const ofFile = (problem: string): Finding => ({ table: null, row: null, problem })

function examine({ file, backups, migrations }: GuardedOptions): Seen {
  const found = (problem: string): Seen => ({ findings: [ofFile(problem)], pending: false, whole: true })
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined)
    return newestSound(backups, 0)
      ? found('the file is missing')
      : { findings: [], pending: false, whole: true }
  if (isEmptied(file)) return found('the file is empty')
  // Before SQLite sees the file: it would throw away a log that it cannot read.
  if (logIsDamaged(file)) return found('the log of the last writes is damaged')
  const whole = size < readThroughBytes || existsSync(repairMark(file))
  try {
    const database = new DatabaseSync(file, { timeout: 5000 })
    try {
      registerRowChecksum(database)
      const { findings } = whole ? inspect(database) : inspectQuickly(database)
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
  const keptAs = setAside(file, fileIdentity(file), nowMs)
  const backup = newestSound(backups, readThroughBytes)
  const rebuilt = rebuild({
    ...recovery,
    target: file,
    migrations,
    damaged: keptAs,
    backup: backup?.path ?? null,
    doubted: findings.some(({ table }) => table === null),
    nowIso: new Date(nowMs).toISOString(),
  })
  rmSync(repairMark(file), { force: true })
  return {
    ...rebuilt,
    keptAs: keptAs === null ? null : basename(keptAs),
    backupAtMs: backup?.atMs ?? null,
    findings,
  }
}

/** Throws `file` while another process has the database open: what it writes would go into the file set aside. */
export function refuseWhileOpen(file: string): void {
  if (!existsSync(file) || !existsSync(`${file}-shm`)) return
  try {
    // Read-only, so that a log stays as it is; the exclusive lock is refused as long as anybody else is there.
    const database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE')
      database.prepare('SELECT count(*) FROM sqlite_schema').get()
    } finally {
      database.close()
    }
  } catch (error) {
    if (!isBusy(error)) return
    const name = basename(file)
    const message = `The data file “${name}” of profile ${basename(dirname(file))} is in use by another window or command. Close it, then try again.`
    throw new Failure('file', message, { name }, { cause: error })
  }
}
