import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../../shared/contract/failures.ts'
import { isBusy } from './sqliteFailure.ts'

/** Whether somebody has the database open, in this process or another. */
export function isInUse(file: string): boolean {
  if (!existsSync(file) || !existsSync(`${file}-shm`)) return false
  try {
    // Read-only, so that a log stays as it is; the exclusive lock is refused as long as anybody else is there.
    const database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE')
      database.prepare('SELECT count(*) FROM sqlite_schema').get()
    } finally {
      database.close()
    }
    return false
  } catch (error) {
    return isBusy(error)
  }
}

/** Throws `file` while another process has the database open: what it writes would go into the file set aside. */
export function assertNotInUse(file: string): void {
  if (!isInUse(file)) return
  const name = basename(file)
  const message = `The data file “${name}” of profile ${basename(dirname(file))} is in use by another window or command. Close it, then try again.`
  throw new Failure('file', message, { name })
}
