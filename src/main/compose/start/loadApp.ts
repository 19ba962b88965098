import { mkdirSync } from 'node:fs'
import type { createApp } from '../composeApp.ts'
import { setUpCompileCache } from './compileCache.ts'
import { preloadDrugsWorker } from './preloadDrugsWorker.ts'

type Options = Parameters<typeof createApp>[0]

/** Loads and composes the services, and starts the drugs worker thread unless the entry has done so. */
export async function loadApp(options: Options): Promise<Awaited<ReturnType<typeof createApp>>> {
  const { dataFolder, entry } = options
  // From here on, only this account may read new files of this process and its threads, including those of SQLite.
  const savedFileMode = 0o666 & ~process.umask(0o077)
  try {
    mkdirSync(dataFolder, { mode: 0o700 })
  } catch {
    // It exists, or composing reports the reason.
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
