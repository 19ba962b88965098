import type { Dirent } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files in use change. Those unchanged for this long were left by a dead process. */
const abandonedAfterMs = 60 * 60 * 1000

export async function removeAbandoned(folder: string, isOurs: (entry: Dirent) => boolean): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const { name } of entries.filter(isOurs)) {
    const path = join(folder, name)
    const found = await lstat(path).catch(() => null)
    // Some cannot be removed because they belong to another account, or another process was faster.
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs)
      await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Removes folders whose name starts with `tempFolderPrefix` of a process that no longer runs. */
export const removeTempFolders = (folder = tmpdir()): Promise<void> =>
  removeAbandoned(folder, (entry) => {
    const pid = /^pathclock-(\d+)-/.exec(entry.name)?.[1]
    return entry.isDirectory() && pid !== undefined && !isRunning(Number(pid))
  })

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A running process of another account cannot be signaled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
