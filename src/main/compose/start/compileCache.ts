import { lstatSync, mkdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { enableCompileCache, flushCompileCache, getCompileCacheDir } from 'node:module'
import { extname, join } from 'node:path'
import { dataFolderFromArgs, defaultDataFolder } from '../../hosts/dataFolder.ts'

/** The folder and extension of the built entries. */
export type Entry = { folder: string; extension: string }

/** By then everything that a start needs is loaded. */
const flushAfterMs = 10_000

/** Returns the entry of this process, and sets up its compile cache. `meta`: `import.meta` of the entry. */
export function prepareEntry({ dirname, filename }: ImportMeta): Entry & { dataFolder: string } {
  const entry = { folder: dirname, extension: extname(filename) }
  const dataFolder = dataFolderFromArgs(process.argv.slice(2), process.env)
  setUpCompileCache(dataFolder, entry)
  return { ...entry, dataFolder }
}

/**
 * Caches compiled code in the data folder for the next start, if that folder exists (printing help must not create it)
 * and no other user could change the code. Off for source, and for an AppImage, whose path differs at each start.
 */
export function setUpCompileCache(dataFolder: string, entry: Entry): void {
  if (entry.extension !== '.js' || process.env['APPIMAGE'] || getCompileCacheDir() !== undefined) return
  const version = readVersion(entry)
  const folder = ensureSafeFolder(dataFolder, version)
  if (folder === null) return
  enableCompileCache(folder)
  setTimeout(() => {
    // Otherwise the cache is written only at exit, for which a system shutdown may leave no time.
    flushCompileCache()
    removeOtherVersions(join(dataFolder, 'compiled'), version).catch(() => undefined)
  }, flushAfterMs).unref()
}

export function readVersion({ folder }: Entry): string {
  const { version } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8')) as {
    version: string
  }
  return version
}

/** Returns `compiled/VERSION` in the data folder, or null if it is unsafe or cannot be created. */
function ensureSafeFolder(dataFolder: string, version: string): string | null {
  try {
    if (!isSafe(statSync(dataFolder), dataFolder)) return null
    const compiled = join(dataFolder, 'compiled')
    const folder = join(compiled, version)
    for (const path of [compiled, folder]) {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      if (!isSafe(lstatSync(path), dataFolder)) return null
    }
    return folder
  } catch {
    return null
  }
}

/** True for a folder that only this account writes to. Windows does not report that, but protects the default one. */
function isSafe(found: Stats, dataFolder: string): boolean {
  if (!found.isDirectory()) return false
  if (!process.getuid) return dataFolder === defaultDataFolder(process.platform, process.env)
  return found.uid === process.getuid() && (found.mode & 0o022) === 0
}

/** Removes the caches of other versions. Each release has different file names, so they are never read again. */
async function removeOtherVersions(compiled: string, version: string): Promise<void> {
  for (const name of await readdir(compiled))
    if (name !== version) await rm(join(compiled, name), { recursive: true, force: true })
}
