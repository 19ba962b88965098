import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs'
import { renameFileSync } from '../../concurrency/renameFile.ts'

/** The part of SQLite's log and index files, which belong to the database file beside them. */
const companionSuffixes = ['-wal', '-shm']

type QuarantineReason = 'damaged' | 'replaced'

/** Identifies the file behind a name; null when there is none. */
export function fileIdentity(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

/**
 * Renames a database with its log to `<file>.<why>-<time>` and gives that name. Null when the name meanwhile
 * stands for another file: a second process quarantined it first, and the new one is sound. Where a part cannot be
 * renamed, it throws the system's error, with all parts under their own names.
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
 * Puts a whole, flushed database in the place of another, which is stored under a name of its own; null if there was none.
 * A process that is ended in between leaves the old one, or none, under the name.
 */
export function replaceDatabase(newFile: string, file: string, nowMs: number): string | null {
  const replaced = quarantine(file, fileIdentity(file), nowMs, 'replaced')
  try {
    // SQLite would take the log of another database for that of the new one.
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

/** A moment as names of files have it, `2026-11-22T10-20-30-123Z`. */
export const toFileTime = (atMs: number): string => new Date(atMs).toISOString().replaceAll(/[:.]/g, '-')
/** NaN for any other text. */
export const parseFileTime = (text: string): number =>
  Date.parse(text.replace(/^([\d-]{10}T\d\d)-(\d\d)-(\d\d)-(\d{3}Z)$/, '$1:$2:$3.$4'))

/** The file itself comes last, so that it never stands there without its log. */
function undoQuarantine(file: string, quarantined: string): void {
  for (const suffix of [...companionSuffixes, '']) move(`${quarantined}${suffix}`, `${file}${suffix}`)
}

/** Waits until the disk has what was written to the file. */
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
