import { open } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'

type CommitOptions = {
  file: string
  /** Writes the log back into the file, in another thread. */
  checkpoint: () => Promise<unknown>
  /** The log is written back at a commit when it has so many pages. */
  logPages: number
}

/** A transaction that changed so many rows has a log whose flush and writing back would hold up the thread. */
const largeCommitRows = 5000

export type CommitHandler = {
  onBegin(): void
  commit(run: () => Promise<unknown>): Promise<void>
  /** Once nothing of it is under way in another thread. */
  whenIdle(): Promise<unknown>
}

/**
 * Commits of which the large ones leave the work to others: what the log already holds is flushed off the thread, so that
 * the commit's own flush, after which it is durable as ever, finds little left; and the log is written back elsewhere.
 */
export function createCommitHandler(
  database: DatabaseSync,
  { file, checkpoint, logPages }: CommitOptions,
): CommitHandler {
  const countStatement = database.prepare('SELECT total_changes() AS n')
  const changes = () => Number(countStatement.get()?.['n'])
  const setAutoCheckpoint = (pages: number) => {
    if (database.isOpen) database.exec(`PRAGMA wal_autocheckpoint = ${pages}`)
  }
  let changesAtBegin = 0
  let checkpointing: Promise<unknown> = Promise.resolve()
  return {
    onBegin: () => {
      changesAtBegin = changes()
    },
    commit: async (run) => {
      if (changes() - changesAtBegin < largeCommitRows) return void (await run())
      await flushLog(file)
      setAutoCheckpoint(0)
      try {
        await run()
      } finally {
        // Where it fails, the next commit writes the log back by itself.
        const restoreAutoCheckpoint = () => setAutoCheckpoint(logPages)
        checkpointing = checkpoint().then(restoreAutoCheckpoint, restoreAutoCheckpoint)
      }
    },
    whenIdle: () => checkpointing,
  }
}

/** Only to be early: the commit flushes the log again, and tells what is wrong with the disk. */
async function flushLog(file: string): Promise<void> {
  const log = await open(`${file}-wal`, 'r+').catch(() => null)
  await log?.sync().catch(() => undefined)
  await log?.close().catch(() => undefined)
}
