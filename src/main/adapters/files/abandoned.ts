import type { Dirent } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What is in use changes; what lies still as long was left by a process that died. */
const abandonedAfterMs = 60 * 60 * 1000

export async function removeAbandoned(folder: string, isOurs: (entry: Dirent) => boolean): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const { name } of entries.filter(isOurs)) {
    const path = join(folder, name)
    const found = await lstat(path).catch(() => null)
    // What cannot be removed is another account's, and another process may have been first.
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs)
      await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Removes folders that begin as `tempFolderPrefix` says and whose process does not run any more. */
export const removeTempFolders = (folder = tmpdir()): Promise<void> =>
  removeAbandoned(folder, (entry) => {
    const pid = /^pathclock-(\d+)-/.exec(entry.name)?.[1]
    return entry.isDirectory() && pid !== undefined && !isRunning(Number(pid))
  })

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another account's process may not be signalled, and runs.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
