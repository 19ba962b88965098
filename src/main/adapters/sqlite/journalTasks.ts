import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { backupName, makeBackupFolder, pruneBackups, writeBackup } from './backups.ts'
import { checkSql } from './inspect.ts'
import { toFailure } from './sqliteFailure.ts'

/** The longest wait of a statement for another process's write. */
const busyTimeoutMs = 5000

const throwingFailures =
  <Args extends [file: string, ...rest: unknown[]], T>(work: (...args: Args) => T | Promise<T>) =>
  async (...args: Args): Promise<T> => {
    try {
      return await work(...args)
    } catch (error) {
      throw toFailure(error, args[0])
    }
  }

/** Tasks on a journal that take too long for the main thread. All of them throw `file`. */
export const journalMethods = {
  /** Verifies a file. Returns the number of rows in its tables, and its problems. */
  verify: throwingFailures((file: string) => checkSql(file)),
  /** Checkpoints the write-ahead log. */
  checkpoint: throwingFailures((file: string) => {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
    try {
      return { pages: Number(database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()?.['checkpointed']) }
    } finally {
      database.close()
    }
  }),
  /** Writes a new backup to `folder` and removes old ones. */
  backup: throwingFailures(async (file: string, folder: string, nowMs: number) => {
    makeBackupFolder(folder)
    await writeBackup(file, join(folder, backupName(nowMs)))
    pruneBackups(folder, nowMs)
  }),
  /**
   * Repeats `statements` as one transaction each, as long as `hasMoreSql` returns a row. Pauses after each transaction
   * for as long as it took, so that other writers get their turn.
   */
  fill: throwingFailures(async (file: string, statements: readonly string[], hasMoreSql: string) => {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
    try {
      for (let pieces = 0; ; pieces++) {
        if (!database.prepare(hasMoreSql).get()) return { pieces }
        const startedMs = performance.now()
        database.exec(['BEGIN IMMEDIATE', ...statements, 'COMMIT'].join(';'))
        await wait(performance.now() - startedMs)
      }
    } finally {
      database.close()
    }
  }),
}
