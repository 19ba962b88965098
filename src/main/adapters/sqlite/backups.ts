import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { type Failure, fileFailure } from '../../../shared/contract/failures.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import { renameFileSync } from '../../concurrency/renameFile.ts'
import type { Migration } from '../../ports.ts'
import { checkSql, inspectFile, isInUse } from './inspect.ts'
import { fileIdentity, flush, parseFileTime, removeDatabase, toFileTime } from './quarantine.ts'

const dayMs = 86_400_000
const maxRecentBackups = 24
const dailyBackupDays = 30
/** Other writers can continue between two steps. */
const pagesPerStep = 256
const namePattern = /^journal-(.{24})\.db$/

export type BackupFile = { path: string; atMs: number }

/**
 * Copies a database as of one moment, while others may write to it. The copy is verified before it gets its name, so
 * that name has a complete, sound copy or nothing. Throws `file` if the copy is damaged, or if the target is the
 * database itself or in use.
 */
export async function writeBackup(file: string, target: string): Promise<{ rows: number }> {
  rejectDatabaseInUse(file, target)
  const partialFile = `${target}.part`
  removeDatabase(partialFile)
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    // The transaction fixes one moment. Otherwise the backup would start again with every commit of an import.
    source.exec('BEGIN')
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    await backup(source, partialFile, { rate: pagesPerStep })
    const { findings, rows } = checkSql(partialFile)
    if (findings[0]) throw unsoundBackupFailure(findings[0].problem)
    flush(partialFile)
    rejectDatabaseInUse(file, target)
    removeDatabase(target)
    renameFileSync(partialFile, target)
    return { rows }
  } finally {
    source.close()
    removeDatabase(partialFile)
  }
}

/**
 * Throws for a database in use. Compares file identities, since other spellings, a link or another drive may lead to
 * the same file.
 */
function rejectDatabaseInUse(file: string, target: string): void {
  const name = basename(target)
  const identity = fileIdentity(target)
  if (identity !== null && identity === fileIdentity(file))
    throw fileFailure(message('adapters.journalCannotBackedUp', { name }), name)
  if (isInUse(target)) throw fileFailure(message('adapters.dataFileUseNow', { name }), name)
}

const unsoundBackupFailure = (problem: Message): Failure =>
  fileFailure(message('adapters.backupDeletedBecauseNot', { problem }), 'journal.db')

/** Writes a new backup to `folder` and removes old ones. */
export async function backUpJournal(file: string, folder: string, nowMs: number): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await writeBackup(file, join(folder, backupName(nowMs)))
  pruneBackups(folder, nowMs)
}

export const backupName = (nowMs: number): string => `journal-${toFileTime(nowMs)}.db`

/** Returns the backups in a folder, newest first. */
export function backupsIn(folder: string): BackupFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const atMs = parseFileTime(namePattern.exec(name)?.[1] ?? '')
      return Number.isNaN(atMs) ? [] : [{ path: join(folder, name), atMs }]
    })
    .toSorted((one, other) => other.atMs - one.atMs)
}

/** Keeps the 24 newest backups, and the last one of each earlier day for 30 days. */
export function pruneBackups(folder: string, nowMs: number): void {
  const days = new Set<string>()
  for (const [index, { path, atMs }] of backupsIn(folder).entries()) {
    const day = new Date(atMs).toISOString().slice(0, 10)
    const lastOfDay = !days.has(day) && nowMs - atMs < dailyBackupDays * dayMs
    days.add(day)
    if (index >= maxRecentBackups && !lastOfDay) rmSync(path, { force: true })
  }
}

/** Returns the newest sound backup, or null. */
export function findNewestSoundBackup(folder: string, migrations: readonly Migration[]): BackupFile | null {
  return (
    backupsIn(folder).find(({ path }) => {
      try {
        return inspectFile(path, migrations).state === 'sound'
      } catch {
        return false
      }
    }) ?? null
  )
}
