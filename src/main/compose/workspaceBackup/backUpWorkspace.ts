import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, truncateSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileFailure, isFailure, readOnlyFailure } from '../../../shared/contract/failures.ts'
import { fileReason } from '../../../shared/domain/app/fileErrors.ts'
import type { Profile } from '../../../shared/domain/app/profile.ts'
import { message } from '../../../shared/words/message.ts'
import { removeAbandoned } from '../../adapters/files/abandoned.ts'
import { createChainedLog } from '../../adapters/files/chainedLog.ts'
import { writeBackup } from '../../adapters/sqlite/backups.ts'
import { withSql } from '../../adapters/sqlite/inspect.ts'
import { toFailure } from '../../adapters/sqlite/sqliteFailure.ts'
import { LogDamaged } from '../../ports.ts'
import { journalFile, orderLogFile, resultsFile } from '../dataFiles.ts'
import { type BackupFacts, writeBackupFile } from './backupFile.ts'

export type BackUpOptions = {
  /** The folder of the profile. */
  folder: string
  target: string
  profile: Profile
  /** The name and version of the program. */
  application: string
  nowMs: number
  withDrugCache: boolean
}

/** The name of the folder for copies beside the target. */
const workFolder = { start: '.pathclock-backup-', end: '.part' }

/** Writes the data of a profile that cannot be fetched for free, as of one moment. Throws `file`. */
export async function backUpWorkspace(options: BackUpOptions): Promise<BackupFacts> {
  const { target, profile, application, nowMs } = options
  const place = dirname(target)
  const isWorkFolder = (name: string) => name.startsWith(workFolder.start) && name.endsWith(workFolder.end)
  await removeAbandoned(place, (entry) => entry.isDirectory() && isWorkFolder(entry.name))
  const copies = join(place, `${workFolder.start}${randomUUID()}${workFolder.end}`)
  try {
    await mkdir(copies, { mode: 0o700 })
    const counts = await copyFiles(options, copies)
    const { capsule: _capsule, hasRefreshToken: _token, signIn, ...settings } = profile
    if (signIn === 'capsule') throw readOnlyFailure()
    return await writeBackupFile(target, copies, {
      application,
      made_at: new Date(nowMs).toISOString(),
      // Credentials are not included. The user signs in again after restoring.
      profile: { ...settings, signIn, hasClientSecret: false },
      ...counts,
    })
  } catch (error) {
    throw toBackupFailure(error, target)
  } finally {
    await rm(copies, { recursive: true, force: true })
  }
}

/**
 * Copies the files in a fixed order. A line is in the log before its change is in a database. So the log is copied
 * after the journal, and the results after the log: the copies then have the result of every log line about a stored
 * result.
 */
async function copyFiles({ folder, withDrugCache }: BackUpOptions, copies: string) {
  const answers = resultsFile(folder)
  const { rows } = await writeBackup(journalFile(folder), journalFile(copies))
  copyLog(orderLogFile(folder), orderLogFile(copies))
  let results = 0
  if (existsSync(answers)) {
    waitForWriter(answers)
    await writeBackup(answers, resultsFile(copies))
    results = withSql(
      resultsFile(copies),
      (sql) => Number(sql.rows('SELECT count(*) AS n FROM analyses')[0]?.['n']),
      { readOnly: true },
    )
  }
  if (existsSync(join(folder, 'connection.json')))
    copyFileSync(join(folder, 'connection.json'), join(copies, 'connection.json'))
  if (withDrugCache && existsSync(join(folder, 'drugs.db')))
    await writeBackup(join(folder, 'drugs.db'), join(copies, 'drugs.db'))
  return { rows, results }
}

/** Copies the whole lines of a log, while no other process appends to it. */
function copyLog(file: string, target: string): void {
  const log = createChainedLog(file)
  if (log.sizeBytes() === null) return
  try {
    log.exclusively((locked) => {
      const { sizeBytes } = locked.end()
      copyFileSync(file, target)
      truncateSync(target, sizeBytes)
    })
  } finally {
    log.close()
  }
}

/** Waits until a transaction that has written its lines to the log has ended. */
function waitForWriter(file: string): void {
  try {
    withSql(file, (sql) => sql.exec('BEGIN IMMEDIATE; ROLLBACK'))
  } catch {
    // A read-only folder has no writers.
  }
}

function toBackupFailure(error: unknown, target: string): unknown {
  if (isFailure(error)) return error
  const name = basename(target)
  if (error instanceof LogDamaged) return fileFailure(message('app.orderLogDamagedRestart'), name)
  if (error instanceof Error && 'syscall' in error)
    return fileFailure(message('app.couldNotSavedChoose', { name, error: fileReason(error) }), name, error)
  return toFailure(error, target)
}
