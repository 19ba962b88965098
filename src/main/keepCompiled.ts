import { existsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/** Whatever a start needs is loaded by then. */
const startedMs = 10_000

/**
 * What is compiled from now on is kept in the data folder for the next start: it is run, so it lies nowhere that another
 * user of this computer can write to. Nothing is kept where that folder is missing, which asking for help must not make,
 * nor from source, where a start is spent elsewhere.
 */
export function keepCompiled(dataFolder: string, extension: string): void {
  if (extension !== '.js' || !existsSync(dataFolder)) return
  const folder = join(dataFolder, 'compiled')
  enableCompileCache(folder)
  // Otherwise it is kept at the end only, and a system that shuts down may leave no time for one.
  setTimeout(flushCompileCache, startedMs).unref()
  // Threads and helper processes read no setting of this one but its environment.
  process.env['NODE_COMPILE_CACHE'] ??= folder
}
