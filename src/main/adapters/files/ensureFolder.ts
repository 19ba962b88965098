import { existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileFailure } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/words/message.ts'

/**
 * Creates a folder and its parents, accessible to this account only. An existing folder is left unchanged. Throws
 * `file` if it cannot be created, such as below a file or without write permission.
 */
export function ensureFolder(path: string): void {
  try {
    ensureFolders(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    const name = basename(path)
    throw fileFailure(message('adapters.pathclockCouldNotCreate', { name, code }), name, error)
  }
}

/**
 * Creates folders one at a time. Node's recursive mkdir never returns where the system cannot create any, as below
 * /proc.
 */
function ensureFolders(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) ensureFolders(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!existsSync(path) || !statSync(path).isDirectory()) throw error
  }
}
