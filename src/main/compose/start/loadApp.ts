import { mkdirSync } from 'node:fs'
import type { createApp } from '../composeApp.ts'
import { setUpCompileCache } from './compileCache.ts'
import { preloadDrugsWorker } from './preloadDrugsWorker.ts'

type Options = Parameters<typeof createApp>[0]

/**
 * Loads the services and composes them, while the window opens and not before. The thread of the drugs is begun here
 * unless the entry of the process has done so.
 */
export async function loadApp(options: Options): Promise<Awaited<ReturnType<typeof createApp>>> {
  const { dataFolder, entry } = options
  // From here on this account alone may read what this process and its threads begin, also what SQLite begins.
  const savedFileMode = 0o666 & ~process.umask(0o077)
  try {
    mkdirSync(dataFolder, { mode: 0o700 })
  } catch {
    // It is there, or composing tells why not.
  }
  setUpCompileCache(dataFolder, entry)
  const takeDrugsWorker = options.takeDrugsWorker ?? preloadDrugsWorker({ ...entry, dataFolder })
  try {
    const composition = await import('../composeApp.ts')
    return await composition.createApp({ ...options, savedFileMode, takeDrugsWorker })
  } catch (error) {
    await takeDrugsWorker()?.terminate()
    throw error
  }
}
