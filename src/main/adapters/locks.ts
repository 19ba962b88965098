import { rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../shared/contract/failures.ts'
import type { Clock, Locks } from '../ports.ts'
import { isBusy, isDamage, toFailure } from './database/sqliteFailure.ts'
import { makeFolder } from './folder.ts'

const pollMs = 50
/**
 * Longer than any work under a lock may take, which is a renewal with two answers of 30 s each and a slow keychain:
 * whoever still holds it then was stopped in the middle of it.
 */
const patienceMs = 120_000

/**
 * Locks over all processes that share `folder`: one SQLite file for each name, locked by `BEGIN EXCLUSIVE` on a
 * connection of its own while the work runs. The system lets go of it when its process dies, however it dies.
 * Waiting never holds up the event loop. Throws `file` where the file cannot be locked, or not within two minutes.
 */
export function createLocks(folder: string, clock: Clock): Locks {
  const last = new Map<string, Promise<unknown>>()

  const holdFile = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const file = join(folder, `${encodeURIComponent(name)}.lock`)
    const connection = await lock(file, clock)
    try {
      return await work()
    } finally {
      connection.close()
    }
  }

  return {
    hold(name, work) {
      // Within the process they come one after another, in their order; only processes must poll.
      const turn = (last.get(name) ?? Promise.resolve()).then(() => holdFile(name, work))
      const settled: Promise<unknown> = turn
        .catch(() => undefined)
        .then(() => last.get(name) === settled && last.delete(name))
      last.set(name, settled)
      return turn
    },
  }
}

async function lock(file: string, clock: Clock): Promise<DatabaseSync> {
  // Counted in turns: by the clock, a computer that slept would have waited long enough.
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollMs) {
    const connection = tryLock(file)
    if (connection) return connection
    await clock.sleep(pollMs)
  }
  throw stuck(file)
}

/** Null when another holds it. */
function tryLock(file: string, mayMend = true): DatabaseSync | null {
  let connection: DatabaseSync | undefined
  try {
    makeFolder(dirname(file))
    connection = new DatabaseSync(file, { timeout: 0 })
    connection.exec('BEGIN EXCLUSIVE')
    return connection
  } catch (error) {
    connection?.close()
    if (isBusy(error)) return null
    if (!isDamage(error) || !mayMend) throw toFailure(error, file)
    // It holds nothing, and nobody can have locked what is no database.
    rmSync(file, { force: true })
    return tryLock(file, false)
  }
}

const stuck = (file: string): Failure =>
  new Failure(
    'file',
    'Another window or command of Pathclock has been changing the settings, the sign-in or the list of profiles for two minutes and does not get done. End it, then try again.',
    { name: basename(file) },
  )
