import { rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/messages/message.ts'
import { createSerialQueue, type SerialQueue } from '../../concurrency/serialQueue.ts'
import type { Clock, Locks } from '../../ports.ts'
import { ensureFolder } from '../files/ensureFolder.ts'
import { isBusy, isDamage, toFailure } from './sqliteFailure.ts'

const pollMs = 50
/**
 * Longer than any work under a lock may take, which is a renewal with two answers of 30 s each and a slow keychain:
 * whoever still holds it then was stopped in the middle of it.
 */
const lockTimeoutMs = 120_000

/**
 * Locks over all processes that share `folder`: one SQLite file for each name, locked by `BEGIN EXCLUSIVE` on a
 * connection of its own while the work runs. The system lets go of it when its process dies, however it dies.
 * Waiting never holds up the event loop. Throws `file` where the file cannot be locked, or not within two minutes.
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
      // Within the process they come one after another, in their order; only processes must poll.
      const queue = queues.get(name) ?? createSerialQueue()
      queues.set(name, queue)
      return queue.run(() => runLocked(name, work))
    },
  }
}

async function lock(file: string, clock: Clock): Promise<DatabaseSync> {
  // Counted in turns: by the clock, a computer that slept would have waited long enough.
  for (let waitedMs = 0; waitedMs < lockTimeoutMs; waitedMs += pollMs) {
    const connection = tryLock(file)
    if (connection) return connection
    await clock.sleep(pollMs)
  }
  throw lockTimeoutFailure(file)
}

/** Null when another holds it. */
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
    // It holds nothing, and nobody can have locked what is no database.
    rmSync(file, { force: true })
    return tryLock(file, false)
  }
}

const lockTimeoutFailure = (file: string): Failure =>
  new Failure(
    'file',
    message`Another window or command of Pathclock has been changing the settings, the sign-in or the list of profiles for two minutes and does not get done. End it, then try again.`,
    { name: basename(file) },
  )
