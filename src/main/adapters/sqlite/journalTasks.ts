import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { backUpJournal } from './backups.ts'
import { checkSql, withSql } from './inspect.ts'
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
  verify: throwingFailures(checkSql),
  /** Checkpoints the write-ahead log. */
  checkpoint: throwingFailures((file: string) =>
    withSql(file, (sql) => ({
      pages: Number(sql.rows('PRAGMA wal_checkpoint(PASSIVE)')[0]?.['checkpointed']),
    })),
  ),
  backup: throwingFailures(backUpJournal),
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
