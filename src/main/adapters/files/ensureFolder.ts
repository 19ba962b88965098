import { existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { Failure } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/messages/message.ts'

/**
 * Makes a folder of ours, and those above it, readable by this account only; one that is there stays as it is.
 * Throws `file` where that cannot be, such as below a file or where this account may not write.
 */
export function ensureFolder(path: string): void {
  try {
    ensureFolders(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    const name = basename(path)
    throw new Failure(
      'file',
      message`Pathclock could not create its folder “${name}” (${code}). Check that no file has that name and that this account may write there.`,
      { name },
      { cause: error },
    )
  }
}

/** One after another: requested all at once, Node never ends where the system has no room for any, as below /proc. */
function ensureFolders(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) ensureFolders(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path) || !statSync(path).isDirectory()) throw error
  }
}
