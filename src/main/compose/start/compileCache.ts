import { lstatSync, mkdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { enableCompileCache, flushCompileCache, getCompileCacheDir } from 'node:module'
import { extname, join } from 'node:path'
import { dataFolderFromArgs, defaultDataFolder } from '../../hosts/dataFolder.ts'

/** Where the built entries lie, and their extension. */
export type Entry = { folder: string; extension: string }

/** Whatever a start needs is loaded by then. */
const flushAfterMs = 10_000

/** The entry of this process, with what it compiles cached. `meta`: that of its module. */
export function prepareEntry({ dirname, filename }: ImportMeta): Entry & { dataFolder: string } {
  const entry = { folder: dirname, extension: extname(filename) }
  const dataFolder = dataFolderFromArgs(process.argv.slice(2), process.env)
  setUpCompileCache(dataFolder, entry)
  return { ...entry, dataFolder }
}

/**
 * What is compiled from now on is stored in the data folder for the next start. Nothing is stored where that folder is
 * missing, which asking for help must not make, where another user of this computer could change what is stored, since it
 * is run; nor from source, where a start is spent elsewhere, nor of an AppImage, which is at another path at each start.
 */
export function setUpCompileCache(dataFolder: string, entry: Entry): void {
  if (entry.extension !== '.js' || process.env['APPIMAGE'] || getCompileCacheDir() !== undefined) return
  const version = readVersion(entry)
  const folder = ensureSafeFolder(dataFolder, version)
  if (folder === null) return
  enableCompileCache(folder)
  setTimeout(() => {
    // Otherwise it is stored at the end only, and a system that shuts down may leave no time for one.
    flushCompileCache()
    removeOtherVersions(join(dataFolder, 'compiled'), version).catch(() => undefined)
  }, flushAfterMs).unref()
}

function readVersion({ folder }: Entry): string {
  const { version } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8')) as {
    version: string
  }
  return version
}

/** `compiled/VERSION` of the data folder; null where it is not safe, or cannot be made. */
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

/** A folder of ours that nobody else may write to. Windows tells no such thing, but keeps the usual place so. */
function isSafe(found: Stats, dataFolder: string): boolean {
  if (!found.isDirectory()) return false
  if (!process.getuid) return dataFolder === defaultDataFolder(process.platform, process.env)
  return found.uid === process.getuid() && (found.mode & 0o022) === 0
}

/** Each release has files of other names, and what was stored of the last one is read by nobody. */
async function removeOtherVersions(compiled: string, version: string): Promise<void> {
  for (const name of await readdir(compiled))
    if (name !== version) await rm(join(compiled, name), { recursive: true, force: true })
}
