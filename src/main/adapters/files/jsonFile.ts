import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import { Failure } from '../../../shared/contract/failures.ts'
import { parseJson } from '../../../shared/json.ts'
import { message } from '../../../shared/messages/message.ts'
import { renameFile, renameFileSync } from '../../concurrency/renameFile.ts'
import type { JsonFile, Locks, SharedJsonFile } from '../../ports.ts'
import { ensureFolder } from './ensureFolder.ts'

/** Far more than any file of ours holds: a larger one is damaged, and is not read into the memory. */
const maxBytes = 16 * 2 ** 20

/**
 * One JSON file of ours, readable by this account only. `read` gives `fallback` where there is no file; a file that
 * is no JSON, too large, or not of `schema`, is quarantined under a name of its own, which is reported, never deleted; what `recover`
 * makes of its JSON takes its place. Both throw `file`.
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
      // The next start finds it too; where the disk is full, it holds for this run.
      await write(recovered).catch(() => undefined)
      return recovered
    },
    write,
  }
}

/** The same for a file that other processes change too; `latest` costs one look at its entry while it stays as it is. */
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

/** Each writing makes another file, so that its number changes even within one tick of its times; '' where none is. */
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
    // Gone, or damaged: the next start quarantines and reports it.
    return null
  }
}

/**
 * Writes the whole or nothing, mode 0600. Survives: a full disk or a failing write (the temporary file goes, the old
 * one stays) and a crash or power cut (flushed before the rename). Synchronous, so that it also serves while a process
 * ends; for small files only. Throws `file`.
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
    throw fileFailure('save', path, error)
  }
}

/** null where there is none; '', which is no JSON, for one that is too large. */
async function readIfExists(path: string): Promise<string | null> {
  try {
    return (await stat(path)).size > maxBytes ? '' : await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw fileFailure('read', path, error)
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

const fileFailure = (action: 'read' | 'save', path: string, error: unknown): Failure<'file'> =>
  new Failure(
    'file',
    action === 'read'
      ? message`Pathclock could not read its file “${basename(path)}” (${codeOf(error)}). Check that its folder belongs to this account.`
      : message`Pathclock could not save its file “${basename(path)}” (${codeOf(error)}). Check that its folder belongs to this account and that the disk has space.`,
    { name: basename(path) },
    { cause: error },
  )
