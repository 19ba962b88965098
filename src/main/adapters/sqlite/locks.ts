import { rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Failure, fileFailure } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/words/message.ts'
import { createSerialQueue, type SerialQueue } from '../../concurrency/serialQueue.ts'
import type { Clock, Locks } from '../../ports.ts'
import { ensureFolder } from '../files/ensureFolder.ts'
import { isBusy, isDamage, toFailure } from './sqliteFailure.ts'

const pollMs = 50
/**
 * Longer than any work under a lock, which is at most a renewal with two responses of 30 s each and a slow keychain. A
 * process that still holds the lock after this time was suspended.
 */
const lockTimeoutMs = 120_000

/**
 * Creates locks across all processes that share `folder`. Each name has an SQLite file, locked by `BEGIN EXCLUSIVE` on
 * its own connection while the work runs. The system releases the lock when the process dies for any reason. Waiting
 * does not block the event loop. Throws `file` if the file cannot be locked within two minutes.
 */
export function createLocks(folder: string, clock: Clock): Locks {
  const queues = new Map<string, SerialQueue>()

  const runLocked = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const file = join(folder, `${encodeURIComponent(name)}.lock`)
    const connection = await lock(file, clock)
    try {
      return await work()
    } finally {
      connection.close()
    }
  }

  return {
    withLock(name, work) {
      // Within a process, calls are queued in order; only processes have to poll.
      const queue = queues.get(name) ?? createSerialQueue()
      queues.set(name, queue)
      return queue.run(() => runLocked(name, work))
    },
  }
}

async function lock(file: string, clock: Clock): Promise<DatabaseSync> {
  // Counts turns instead of time, because a computer that slept would otherwise have waited long enough.
  for (let waitedMs = 0; waitedMs < lockTimeoutMs; waitedMs += pollMs) {
    const connection = tryLock(file)
    if (connection) return connection
    await clock.sleep(pollMs)
  }
  throw lockTimeoutFailure(file)
}

/** Returns null if another process holds the lock. */
function tryLock(file: string, canRecreate = true): DatabaseSync | null {
  let connection: DatabaseSync | undefined
  try {
    ensureFolder(dirname(file))
    connection = new DatabaseSync(file, { timeout: 0 })
    connection.exec('BEGIN EXCLUSIVE')
    return connection
  } catch (error) {
    connection?.close()
    if (isBusy(error)) return null
    if (!isDamage(error) || !canRecreate) throw toFailure(error, file)
    // The file holds no data, and a file that is not a database cannot be locked.
    rmSync(file, { force: true })
    return tryLock(file, false)
  }
}

const lockTimeoutFailure = (file: string): Failure =>
  fileFailure(message('adapters.anotherWindowCommandPathclock'), basename(file))
