import { join } from 'node:path'
import { backupName, backupsIn, contentMark, makeBackupFolder, thinBackups, writeBackup } from './backup.ts'
import { type Inspection, inspectFile } from './inspect.ts'

/** What is too long for the main thread. */
export type JournalTask =
  | { kind: 'verify'; file: string }
  /** A copy at `target`. */
  | { kind: 'copy'; file: string; target: string }
  /** One of the kept backups, unless the newest one has the same rows. */
  | { kind: 'backup'; file: string; folder: string; nowMs: number }

export type JournalAnswers = {
  verify: Inspection
  copy: { rows: number }
  backup: { written: boolean }
}

export async function runJournalTask(task: JournalTask): Promise<JournalAnswers[JournalTask['kind']]> {
  if (task.kind === 'verify') return inspectFile(task.file)
  if (task.kind === 'copy') return writeBackup(task.file, task.target)
  const { file, folder, nowMs } = task
  makeBackupFolder(folder)
  if (hasNothingNew(file, folder)) return { written: false }
  await writeBackup(file, join(folder, backupName(nowMs)))
  thinBackups(folder, nowMs)
  return { written: true }
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
