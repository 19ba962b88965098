import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LeaseOwners } from '../../ports.ts'

/** Much longer than any lease of a killed process, which lasts at most 30 s. */
const removableAfterMs = 10 * 60 * 1000
const fileName = (processId: string): string => `${processId}.lock`

/** Null where no file could be locked. */
let ownProcessId: string | null | undefined

/**
 * A new name for somebody in this process who takes leases. The process holds a lock on a file of its own, which the
 * system drops when the process ends, however it ends. The folder of these files is on this computer, wherever the data
 * folder is: a name without a file may be another computer's, and its lease lasts until its deadline.
 */
function newOwner(): string {
  if (ownProcessId === undefined) ownProcessId = lockOwnFile()
  return ownProcessId === null ? randomUUID() : `${ownProcessId} ${randomUUID()}`
}

/** Whether the process that gave itself this name ran on this computer and surely runs no more. */
function hasEnded(owner: string): boolean {
  const processId = /^([\da-f-]{36}) /.exec(owner)?.[1]
  if (!processId || processId === ownProcessId) return false
  const folder = openFolder()
  return folder !== null && isUnlocked(join(folder, fileName(processId)))
}

export const leaseOwners: LeaseOwners = { newOwner, hasEnded }

/** Gives a connection the function that conditions on leases call; see concurrency/lease.ts. */
export function registerOwnerEnded(database: DatabaseSync): void {
  database.function('owner_ended', (owner) => (typeof owner === 'string' && hasEnded(owner) ? 1 : 0))
}

function lockOwnFile(): string | null {
  try {
    const folder = openFolder()
    if (folder === null) return null
    removeEnded(folder)
    const processId = randomUUID()
    const connection = new DatabaseSync(join(folder, fileName(processId)), { timeout: 0 })
    // Nothing is written, so no file is needed to undo it.
    connection.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
    process.once('exit', (code) => {
      connection.close()
      // Leases were given back; after an error they were not, and the file says that they are over.
      if (code === 0) rmSync(join(folder, fileName(processId)), { force: true })
      removeEnded(folder)
      removeEmpty(folder)
    })
    return processId
  } catch {
    return null
  }
}

/**
 * Null where another account could put files into it, which would say that a process has ended. Each computer has its own,
 * also where the folder for temporary files is on a network: locks are not seen across all of those.
 */
function openFolder(): string | null {
  const uid = process.getuid?.()
  const names = ['pathclock-leases', ...(uid === undefined ? [] : [uid]), encodeURIComponent(hostname())]
  const folder = join(tmpdir(), names.join('-'))
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    const isOurs = uid === undefined || (found.uid === uid && (found.mode & 0o022) === 0)
    return found.isDirectory() && isOurs ? folder : null
  } catch {
    return null
  }
}

/** Many may look at a time: they take a shared lock. */
function isUnlocked(file: string): boolean {
  if (!existsSync(file)) return false
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    connection.prepare('SELECT 1 FROM sqlite_schema').get()
    return true
  } catch {
    return false
  } finally {
    connection?.close()
  }
}

function removeEnded(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name)
      const lock = file.replace(/-journal$/, '')
      const isOld = Date.now() - lstatSync(file).mtimeMs > removableAfterMs
      // SQLite's journal beside a lock file is removed with the lock.
      if (isOld && (isUnlocked(lock) || !existsSync(lock))) rmSync(file)
    }
  } catch {
    // Another process may have been first.
  }
}

/** The last process leaves nothing in the system's folder for temporary files. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It holds the file of another process, or of one that was killed.
  }
}
