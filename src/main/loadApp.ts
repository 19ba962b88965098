import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import type { createApp } from './compose.ts'

/**
 * Loads the services and composes them, while the window opens and not before. What was compiled of them is kept in the
 * data folder for the next start: it is run, so it lies nowhere that another user of this computer can write to. From
 * source, where a start is spent elsewhere, nothing is kept.
 */
export async function loadApp(
  options: Parameters<typeof createApp>[0],
): Promise<Awaited<ReturnType<typeof createApp>>> {
  if (options.entry.extension === '.js') keepCompiled(join(options.dataFolder, 'compiled'))
  const composition = await import('./compose.ts')
  return composition.createApp(options)
}

/** Threads and helper processes read no setting of this one but its environment. */
function keepCompiled(folder: string): void {
  enableCompileCache(folder)
  process.env['NODE_COMPILE_CACHE'] ??= folder
}
