// Temporary folders that a run which was killed has left behind.
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const dayMs = 86_400_000

/** Removes this user's mkdtemp folders in `parent` with this prefix that have had no new files for a day. */
export function removeLeft(parent, beginning, nowMs = Date.now()) {
  const made = (name) => name.startsWith(beginning) && /^[A-Za-z0-9]{6}$/.test(name.slice(beginning.length))
  for (const path of readdirSync(parent)
    .filter(made)
    .map((name) => join(parent, name))) {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) continue
    if (nowMs - found.mtimeMs > dayMs) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }
}
