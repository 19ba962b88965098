import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs'
import { renameFileSync } from '../../concurrency/renameFile.ts'

/** The suffixes of SQLite's log and index, which belong to the database file beside them. */
const companionSuffixes = ['-wal', '-shm']

type QuarantineReason = 'damaged' | 'replaced'

/** Returns the identity of the file behind a name, or null if there is none. */
export function fileIdentity(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

/**
 * Renames a database and its log to `<file>.<reason>-<time>`, and returns that name. Returns null if the name now
 * belongs to another file: another process quarantined the damaged one first, and the new one is sound. If a part
 * cannot be renamed, restores all names and throws the system's error.
 */
export function quarantine(
  file: string,
  identity: string | null,
  nowMs: number,
  reason: QuarantineReason = 'damaged',
): string | null {
  if (identity === null || fileIdentity(file) !== identity) return null
  const target = unusedName(file, nowMs, reason)
  try {
    for (const suffix of ['', ...companionSuffixes]) move(`${file}${suffix}`, `${target}${suffix}`)
  } catch (error) {
    undoQuarantine(file, target)
    throw error
  }
  return target
}

/**
 * Puts a complete, flushed database in the place of another. Returns the name under which the old one is saved, or null
 * if there was none. If the process is killed halfway, the name has the old file or none.
 */
export function replaceDatabase(newFile: string, file: string, nowMs: number): string | null {
  const replaced = quarantine(file, fileIdentity(file), nowMs, 'replaced')
  try {
    // SQLite would apply a leftover log of another database to the new one.
    for (const suffix of companionSuffixes) rmSync(`${file}${suffix}`, { force: true })
    renameFileSync(newFile, file)
  } catch (error) {
    if (replaced !== null) undoQuarantine(file, replaced)
    throw error
  }
  return replaced
}

export function removeDatabase(file: string): void {
  for (const suffix of ['', ...companionSuffixes]) rmSync(`${file}${suffix}`, { force: true })
}

/** Formats a time for file names: `2026-11-22T10-20-30-123Z`. */
export const toFileTime = (atMs: number): string => new Date(atMs).toISOString().replaceAll(/[:.]/g, '-')
/** Parses the time in a file name. Returns NaN for any other text. */
export const parseFileTime = (text: string): number =>
  Date.parse(text.replace(/^([\d-]{10}T\d\d)-(\d\d)-(\d\d)-(\d{3}Z)$/, '$1:$2:$3.$4'))

/** Restores the names. The database itself comes last, so that it never exists without its log. */
function undoQuarantine(file: string, quarantined: string): void {
  for (const suffix of [...companionSuffixes, '']) move(`${quarantined}${suffix}`, `${file}${suffix}`)
}

/** Flushes the file to disk. */
export function flush(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function move(from: string, to: string): void {
  if (fileIdentity(from) !== null && fileIdentity(to) === null) renameFileSync(from, to)
}

function unusedName(file: string, nowMs: number, reason: QuarantineReason): string {
  const baseName = `${file}.${reason}-${toFileTime(nowMs)}`
  const isFree = (name: string) =>
    ['', ...companionSuffixes].every((suffix) => fileIdentity(`${name}${suffix}`) === null)
  let name = baseName
  for (let count = 2; !isFree(name); count++) name = `${baseName}-${count}`
  return name
}
