import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { backupName, backupsIn, contentMark, makeBackupFolder, thinBackups, writeBackup } from './backup.ts'
import { type Inspection, inspectFile } from './inspect.ts'

/** What is too long for the main thread. */
export type JournalTask =
  | { kind: 'verify'; file: string }
  /** A copy at `target`. */
  | { kind: 'copy'; file: string; target: string }
  /** What the log holds goes into the file, as far as nobody reads what was there before. */
  | { kind: 'checkpoint'; file: string }
  /**
   * Does what a rebuilt journal left for later, piece by piece: `statements` are one piece and one transaction, and
   * `left` gives a row as long as there are more. Whoever is ended loses no more than the piece at hand.
   */
  | { kind: 'fill'; file: string; statements: readonly string[]; left: string }
  /** One of the kept backups, unless the newest one has the same rows. */
  | { kind: 'backup'; file: string; folder: string; nowMs: number }

export type JournalAnswers = {
  verify: Inspection
  copy: { rows: number }
  checkpoint: { pages: number }
  fill: { pieces: number }
  backup: { written: boolean }
}

/** How long a statement waits for another process that writes. */
const patienceMs = 5000

export async function runJournalTask(task: JournalTask): Promise<JournalAnswers[JournalTask['kind']]> {
  if (task.kind === 'verify') return inspectFile(task.file)
  if (task.kind === 'copy') return writeBackup(task.file, task.target)
  if (task.kind === 'checkpoint') return writeLogBack(task.file)
  if (task.kind === 'fill') return fillPieces(task)
  const { file, folder, nowMs } = task
  makeBackupFolder(folder)
  if (hasNothingNew(file, folder)) return { written: false }
  await writeBackup(file, join(folder, backupName(nowMs)))
  thinBackups(folder, nowMs)
  return { written: true }
}

function writeLogBack(file: string): { pages: number } {
  const database = new DatabaseSync(file, { timeout: patienceMs })
  try {
    return { pages: Number(database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()?.['checkpointed']) }
  } finally {
    database.close()
  }
}

async function fillPieces({
  file,
  statements,
  left,
}: Extract<JournalTask, { kind: 'fill' }>): Promise<{ pieces: number }> {
  const database = new DatabaseSync(file, { timeout: patienceMs })
  try {
    for (let pieces = 0; ; pieces++) {
      if (!database.prepare(left).get()) return { pieces }
      const begunMs = performance.now()
      database.exec(['BEGIN IMMEDIATE', ...statements, 'COMMIT'].join(';'))
      // As long again, in which whoever waits to write has its turn.
      await wait(performance.now() - begunMs)
    }
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
