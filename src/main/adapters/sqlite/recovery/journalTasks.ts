import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { toFailure } from '../sqliteFailure.ts'
import { backupName, backupsIn, contentHash, makeBackupFolder, pruneBackups, writeBackup } from './backup.ts'
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
   * `hasMoreSql` gives a row as long as there are more. Whoever is ended loses no more than the piece at hand.
   */
  | { kind: 'fill'; file: string; statements: readonly string[]; hasMoreSql: string }
  /** One of the stored backups, unless the newest one has the same rows. */
  | { kind: 'backup'; file: string; folder: string; nowMs: number }

export type JournalTaskResults = {
  verify: Inspection
  copy: { rows: number }
  checkpoint: { pages: number }
  fill: { pieces: number }
  backup: { written: boolean }
}

/** How long a statement waits for another process that writes. */
const busyTimeoutMs = 5000

/** What the thread of a journal serves. Throws `file`. */
export const journalMethods = {
  run: (task: JournalTask): Promise<JournalTaskResults[JournalTask['kind']]> =>
    runJournalTask(task).catch((error: unknown) => {
      throw toFailure(error, task.file)
    }),
}

async function runJournalTask(task: JournalTask): Promise<JournalTaskResults[JournalTask['kind']]> {
  if (task.kind === 'verify') return inspectFile(task.file)
  if (task.kind === 'copy') return writeBackup(task.file, task.target)
  if (task.kind === 'checkpoint') return checkpointLog(task.file)
  if (task.kind === 'fill') return fillInChunks(task)
  const { file, folder, nowMs } = task
  makeBackupFolder(folder)
  if (isBackedUp(file, folder)) return { written: false }
  await writeBackup(file, join(folder, backupName(nowMs)))
  pruneBackups(folder, nowMs)
  return { written: true }
}

function checkpointLog(file: string): { pages: number } {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    return { pages: Number(database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()?.['checkpointed']) }
  } finally {
    database.close()
  }
}

async function fillInChunks({
  file,
  statements,
  hasMoreSql,
}: Extract<JournalTask, { kind: 'fill' }>): Promise<{ pieces: number }> {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    for (let pieces = 0; ; pieces++) {
      if (!database.prepare(hasMoreSql).get()) return { pieces }
      const startedMs = performance.now()
      database.exec(['BEGIN IMMEDIATE', ...statements, 'COMMIT'].join(';'))
      // As long again, in which whoever waits to write has its turn.
      await wait(performance.now() - startedMs)
    }
  } finally {
    database.close()
  }
}

function isBackedUp(file: string, folder: string): boolean {
  const [newest] = backupsIn(folder)
  if (!newest) return false
  try {
    return contentHash(newest.path) === contentHash(file)
  } catch {
    // A backup that cannot be read is none.
    return false
  }
}
