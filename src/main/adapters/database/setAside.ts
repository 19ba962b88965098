import { existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The part of SQLite's log and index files, which belong to the database file beside them. */
const companions = ['-wal', '-shm']

type Why = 'damaged' | 'replaced'

/** Identifies the file behind a name; null when there is none. */
export function fileIdentity(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

/**
 * Renames a database with its log to `<file>.<why>-<time>` and gives that name. Null when the name meanwhile
 * stands for another file: a second process set it aside first, and the new one is sound. Where a part cannot be
 * renamed, it throws the system's error, with all parts under their own names.
 */
export function setAside(
  file: string,
  identity: string | null,
  nowMs: number,
  why: Why = 'damaged',
): string | null {
  if (identity === null || fileIdentity(file) !== identity) return null
  const target = freeName(file, nowMs, why)
  try {
    for (const ending of ['', ...companions]) move(`${file}${ending}`, `${target}${ending}`)
  } catch (error) {
    putBack(file, target)
    throw error
  }
  return target
}

/**
 * Sets a database aside and gives another, which is whole and flushed, its name; gives the name of the one set aside,
 * null when there was none. On an error all is as before. Who is ended in between leaves no file of that name, and
 * `newestAside` finds what was there.
 */
export function exchange(made: string, file: string, nowMs: number, why: Why): string | null {
  const aside = setAside(file, fileIdentity(file), nowMs, why)
  const target = aside ?? freeName(file, nowMs, why)
  try {
    // A log without its database would be taken for that of the new one.
    if (aside === null) followAside(file, target)
    renameSync(made, file)
  } catch (error) {
    putBack(file, target)
    throw error
  }
  return aside
}

/** Completes what was interrupted: the log goes where its database is, unless that has one. */
export function followAside(file: string, aside: string): void {
  for (const ending of companions) move(`${file}${ending}`, `${aside}${ending}`)
}

const asidePattern = /^\.(?:damaged|replaced)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z(?:-(\d+))?$/

/** The database that was set aside last under this name. */
export function newestAside(file: string): { path: string; atMs: number } | null {
  const folder = dirname(file)
  const name = basename(file)
  const found = (existsSync(folder) ? readdirSync(folder) : []).flatMap((entry) => {
    const told = entry.startsWith(name) ? asidePattern.exec(entry.slice(name.length)) : null
    const [, day, hour, minute, second, ms, count = '1'] = told ?? []
    const atMs = Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`)
    return day ? [{ path: join(folder, entry), atMs, count: Number(count) }] : []
  })
  const [newest] = found.toSorted((one, other) => other.atMs - one.atMs || other.count - one.count)
  return newest ? { path: newest.path, atMs: newest.atMs } : null
}

/** The file itself comes last, so that it never stands there without its log. */
function putBack(file: string, aside: string): void {
  for (const ending of [...companions, '']) move(`${aside}${ending}`, `${file}${ending}`)
}

function move(from: string, to: string): void {
  if (fileIdentity(from) !== null && fileIdentity(to) === null) renameSync(from, to)
}

function freeName(file: string, nowMs: number, why: Why): string {
  const wanted = `${file}.${why}-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`
  const isFree = (name: string) =>
    ['', ...companions].every((ending) => fileIdentity(`${name}${ending}`) === null)
  let name = wanted
  for (let count = 2; !isFree(name); count++) name = `${wanted}-${count}`
  return name
}
