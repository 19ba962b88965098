import { renameSync, statSync } from 'node:fs'

/** The part of SQLite's log and index files, which belong to the database file beside them. */
const companions = ['-wal', '-shm']

/** Identifies the file behind a name; null when there is none. */
export function fileIdentity(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

/**
 * Renames a database with its log to `<file>.<why>-<time>` and gives that name. Null when the name meanwhile
 * stands for another file: a second process set it aside first, and the new one is sound.
 */
export function setAside(
  file: string,
  identity: string | null,
  nowMs: number,
  why: 'damaged' | 'replaced' = 'damaged',
): string | null {
  if (identity === null || fileIdentity(file) !== identity) return null
  const stamp = new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')
  const target = freeName(`${file}.${why}-${stamp}`)
  renameSync(file, target)
  for (const ending of companions)
    if (fileIdentity(`${file}${ending}`) !== null) renameSync(`${file}${ending}`, `${target}${ending}`)
  return target
}

function freeName(wanted: string): string {
  let name = wanted
  for (let count = 2; fileIdentity(name) !== null; count++) name = `${wanted}-${count}`
  return name
}
