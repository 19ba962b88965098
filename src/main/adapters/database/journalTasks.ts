import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { backupName, backupsIn, contentMark, makeBackupFolder, thinBackups, writeBackup } from './backup.ts'
import { type Inspection, inspectFile } from './inspect.ts'

/** What is too long for the main thread. */
export type JournalTask =
  | { kind: 'verify'; file: string }
  /** A copy at `target`. */
  | { kind: 'copy'; file: string; target: string }
  /** What the log holds goes into the file, as far as nobody reads what was there before. */
  | { kind: 'checkpoint'; file: string }
  /** One of the kept backups, unless the newest one has the same rows. */
  | { kind: 'backup'; file: string; folder: string; nowMs: number }

export type JournalAnswers = {
  verify: Inspection
  copy: { rows: number }
  checkpoint: { pages: number }
  backup: { written: boolean }
}

export async function runJournalTask(task: JournalTask): Promise<JournalAnswers[JournalTask['kind']]> {
  if (task.kind === 'verify') return inspectFile(task.file)
  if (task.kind === 'copy') return writeBackup(task.file, task.target)
  if (task.kind === 'checkpoint') return writeLogBack(task.file)
  const { file, folder, nowMs } = task
  makeBackupFolder(folder)
  if (hasNothingNew(file, folder)) return { written: false }
  await writeBackup(file, join(folder, backupName(nowMs)))
  thinBackups(folder, nowMs)
  return { written: true }
}

function writeLogBack(file: string): { pages: number } {
  const database = new DatabaseSync(file, { timeout: 5000 })
  try {
    return { pages: Number(database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()?.['checkpointed']) }
  } finally {
    database.close()
  }
}

function hasNothingNew(file: string, folder: string): boolean {
  const [newest] = backupsIn(folder)
  if (!newest) return false
  try {
    return contentMark(newest.path) === contentMark(file)
  } catch {
    // A backup that cannot be read is none.
    return false
  }
}
