import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import { type Failure, fileFailure } from '../../../shared/contract/failures.ts'
import { parseJson } from '../../../shared/json.ts'
import { message } from '../../../shared/words/message.ts'
import { renameFile, renameFileSync } from '../../concurrency/renameFile.ts'
import type { JsonFile, Locks, SharedJsonFile } from '../../ports.ts'
import { ensureFolder } from './ensureFolder.ts'

/** Far more than any of our files contains. A larger file is damaged, and is not read into memory. */
const maxBytes = 16 * 2 ** 20

/**
 * Creates access to one JSON file, accessible to this account only. `read` returns `fallback` if there is no file. A
 * file that is not JSON, too large or invalid is renamed and reported, never deleted, and the result of `recover`
 * replaces it. Both methods throw `file`.
 */
export function createJsonFile<T>(
  path: string,
  schema: z.ZodType<T>,
  fallback: T,
  onQuarantine: (quarantinedFile: string) => void = () => {},
  recover?: (json: unknown) => T,
): JsonFile<T> {
  const write = async (value: T): Promise<void> => {
    ensureFolder(dirname(path))
    writeAtomicallySync(path, `${JSON.stringify(value, null, 2)}\n`)
  }
  return {
    async read() {
      const text = await readIfExists(path)
      if (text === null) return fallback
      const json = parseJson(text)
      const parsed = schema.safeParse(json)
      if (parsed.success) return parsed.data
      const quarantinedPath = `${path}.damaged-${Date.now()}`
      await renameFile(path, quarantinedPath).then(
        () => onQuarantine(basename(quarantinedPath)),
        () => undefined,
      )
      if (!recover || json === undefined) return fallback
      const recovered = recover(json)
      // Saved for the next start. If the disk is full, it is valid for this run.
      await write(recovered).catch(() => undefined)
      return recovered
    },
    write,
  }
}

/**
 * Like `createJsonFile`, for a file that other processes change too. While it is unchanged, `latest` costs one `stat`
 * call.
 */
export function createSharedJsonFile<T>(
  locks: Locks,
  ...args: Parameters<typeof createJsonFile<T>>
): SharedJsonFile<T> {
  const [path, schema] = args
  const { read, write } = createJsonFile(...args)
  let lastVersion = ''
  return {
    read,
    change: (edit) =>
      locks.withLock(basename(path), async () => {
        const changed = edit(readSync(path, schema))
        await write(changed)
        return changed
      }),
    latest() {
      const version = versionOf(path)
      if (version === lastVersion) return null
      lastVersion = version
      return readSync(path, schema)
    },
  }
}

/**
 * Returns a version that changes with every write. Each write creates another file, so the inode changes even within
 * one tick of the timestamps. Returns '' if there is no file.
 */
function versionOf(path: string): string {
  try {
    const { ino, mtimeNs, ctimeNs, size } = statSync(path, { bigint: true })
    return `${ino} ${mtimeNs} ${ctimeNs} ${size}`
  } catch {
    return ''
  }
}

function readSync<T>(path: string, schema: z.ZodType<T>): T | null {
  try {
    if (statSync(path).size > maxBytes) return null
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // The file is gone or damaged. The next start quarantines and reports it.
    return null
  }
}

/**
 * Writes all of the file or nothing, with mode 0600. Survives a full disk or a failing write (removes the temporary
 * file and keeps the old one) and a crash or power cut (flushes before the rename). It is synchronous so that it also
 * works while a process exits, and meant for small files. Throws `file`.
 */
export function writeAtomicallySync(path: string, text: string): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.part`)
  try {
    const file = openSync(temporary, 'w', 0o600)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameFileSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw accessFailure('save', path, error)
  }
}

/** Returns null if there is no file, and '', which is invalid JSON, if it is too large. */
async function readIfExists(path: string): Promise<string | null> {
  try {
    return (await stat(path)).size > maxBytes ? '' : await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw accessFailure('read', path, error)
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

const accessFailure = (action: 'read' | 'save', path: string, error: unknown): Failure<'file'> =>
  fileFailure(
    action === 'read'
      ? message('adapters.pathclockCouldNotRead', { path: basename(path), error: codeOf(error) })
      : message('adapters.pathclockCouldNotSave', { path: basename(path), error: codeOf(error) }),
    basename(path),
    error,
  )
