import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { backupName, makeBackupFolder, pruneBackups, writeBackup } from './backups.ts'
import { checkSql } from './inspect.ts'
import { toFailure } from './sqliteFailure.ts'

/** Longest wait of a statement for another process's write. */
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

/** Work on a journal that takes too long for the main thread. All of it throws `file`. */
export const journalMethods = {
  /** Reads a file through; returns how many rows its tables have, and what is wrong. */
  verify: throwingFailures((file: string) => checkSql(file)),
  /** Writes what SQLite's log holds back into the file. */
  checkpoint: throwingFailures((file: string) => {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
    try {
      return { pages: Number(database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()?.['checkpointed']) }
    } finally {
      database.close()
    }
  }),
  /** Adds one to the stored backups in `folder`. */
  backup: throwingFailures(async (file: string, folder: string, nowMs: number) => {
    makeBackupFolder(folder)
    await writeBackup(file, join(folder, backupName(nowMs)))
    pruneBackups(folder, nowMs)
  }),
  /**
   * Runs `statements` as one transaction, again and again as long as `hasMoreSql` gives a row. After each piece, other
   * writers have as much time.
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
