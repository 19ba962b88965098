import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

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
 * Quarantines a database and gives another, which is whole and flushed, its name; gives the name of the quarantined one,
 * null when there was none. On an error all is as before. Who is ended in between leaves no file of that name, and
 * `findNewestQuarantined` finds what was there.
 */
export function replaceDatabase(
  newFile: string,
  file: string,
  nowMs: number,
  reason: QuarantineReason,
): string | null {
  const quarantined = quarantine(file, fileIdentity(file), nowMs, reason)
  const target = quarantined ?? unusedName(file, nowMs, reason)
  try {
    // A log without its database would be taken for that of the new one.
    if (quarantined === null) completeQuarantine(file, target)
    renameSync(newFile, file)
  } catch (error) {
    undoQuarantine(file, target)
    throw error
  }
  return quarantined
}

/** Completes what was interrupted: the log goes where its database is, unless that has one. */
export function completeQuarantine(file: string, quarantined: string): void {
  for (const suffix of companionSuffixes) move(`${file}${suffix}`, `${quarantined}${suffix}`)
}

/** A moment as names of files have it, `2026-11-22T10-20-30-123Z`. */
export const toFileTime = (atMs: number): string => new Date(atMs).toISOString().replaceAll(/[:.]/g, '-')
/** NaN for any other text. */
export const parseFileTime = (text: string): number =>
  Date.parse(text.replace(/^([\d-]{10}T\d\d)-(\d\d)-(\d\d)-(\d{3}Z)$/, '$1:$2:$3.$4'))

const quarantinePattern = /^\.(?:damaged|replaced)-([\dTZ-]{24})(?:-(\d+))?$/

/** The database that was quarantined last under this name. */
export function findNewestQuarantined(file: string): { path: string; atMs: number } | null {
  const folder = dirname(file)
  const name = basename(file)
  const found = (existsSync(folder) ? readdirSync(folder) : []).flatMap((entry) => {
    const match = entry.startsWith(name) ? quarantinePattern.exec(entry.slice(name.length)) : null
    const [, time = '', count = '1'] = match ?? []
    const atMs = parseFileTime(time)
    return Number.isNaN(atMs) ? [] : [{ path: join(folder, entry), atMs, count: Number(count) }]
  })
  const [newest] = found.toSorted((one, other) => other.atMs - one.atMs || other.count - one.count)
  return newest ? { path: newest.path, atMs: newest.atMs } : null
}

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
  if (fileIdentity(from) !== null && fileIdentity(to) === null) renameSync(from, to)
}

function unusedName(file: string, nowMs: number, reason: QuarantineReason): string {
  const baseName = `${file}.${reason}-${toFileTime(nowMs)}`
  const isFree = (name: string) =>
    ['', ...companionSuffixes].every((suffix) => fileIdentity(`${name}${suffix}`) === null)
  let name = baseName
  for (let count = 2; !isFree(name); count++) name = `${baseName}-${count}`
  return name
}
