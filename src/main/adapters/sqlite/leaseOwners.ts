import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LeaseOwners } from '../../ports.ts'

/** Much longer than the lease of a killed process, which lasts at most 30 s. */
const removableAfterMs = 10 * 60 * 1000
const fileName = (processId: string): string => `${processId}.lock`

/** Null if no file could be locked. */
let ownProcessId: string | null | undefined

/**
 * Returns a new name for a lease owner in this process. The process locks a file of its own, and the system releases
 * the lock when the process ends for any reason. The folder of these files is always on this computer, even if the data
 * folder is not. A name without a file may belong to another computer, and its lease lasts until its deadline.
 */
function newOwner(): string {
  if (ownProcessId === undefined) ownProcessId = lockOwnFile()
  return ownProcessId === null ? randomUUID() : `${ownProcessId} ${randomUUID()}`
}

/** True if the process with this name ran on this computer and has certainly ended. */
function hasEnded(owner: string): boolean {
  const processId = /^([\da-f-]{36}) /.exec(owner)?.[1]
  if (!processId || processId === ownProcessId) return false
  const folder = openFolder()
  return folder !== null && isUnlocked(join(folder, fileName(processId)))
}

export const leaseOwners: LeaseOwners = { newOwner, hasEnded }

/** Registers the SQL function that lease conditions call; see concurrency/lease.ts. */
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
    // Nothing will be written, so no rollback file is needed.
    connection.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
    process.once('exit', (code) => {
      connection.close()
      // After a regular exit all leases have been released. After an error they have not, and the file proves that
      // their process has ended.
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
 * Opens the folder of the lock files. Returns null if another account could add files to it and fake the end of a
 * process. Each computer has its own folder, even if the folder for temporary files is on a network, because locks do
 * not work reliably across computers there.
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

/** True if the file is not locked. Uses a shared lock, so that several processes can check at once. */
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
    // Another process may have removed it first.
  }
}

/**
 * Removes the folder if this was the last process, so that no trace stays in the system's folder for temporary files.
 */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It contains the file of another process, or of one that was killed.
  }
}
