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
const largeChanges = 5000

export type Commits = {
  begun(): void
  commit(run: () => Promise<unknown>): Promise<void>
  /** Once nothing of it is under way in another thread. */
  settled(): Promise<unknown>
}

/**
 * Commits of which the large ones leave the work to others: what the log already holds is flushed off the thread, so that
 * the commit's own flush, after which it is durable as ever, finds little left; and the log is written back elsewhere.
 */
export function createCommits(
  database: DatabaseSync,
  { file, checkpoint, logPages }: CommitOptions,
): Commits {
  const counted = database.prepare('SELECT total_changes() AS n')
  const changes = () => Number(counted.get()?.['n'])
  const writesBackAt = (pages: number) => {
    if (database.isOpen) database.exec(`PRAGMA wal_autocheckpoint = ${pages}`)
  }
  let before = 0
  let writingBack: Promise<unknown> = Promise.resolve()
  return {
    begun: () => {
      before = changes()
    },
    commit: async (run) => {
      if (changes() - before < largeChanges) return void (await run())
      await flushLog(file)
      writesBackAt(0)
      try {
        await run()
      } finally {
        // Where it fails, the next commit writes the log back by itself.
        const goOn = () => writesBackAt(logPages)
        writingBack = checkpoint().then(goOn, goOn)
      }
    },
    settled: () => writingBack,
  }
}

/** Only to be early: the commit flushes the log again, and tells what is wrong with the disk. */
async function flushLog(file: string): Promise<void> {
  const log = await open(`${file}-wal`, 'r+').catch(() => null)
  await log?.sync().catch(() => undefined)
  await log?.close().catch(() => undefined)
}
