import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { launchWorker, waitingThreadLimits } from '../../concurrency/launchWorker.ts'
import type { createApp } from '../composeApp.ts'
import { setUpCompileCache } from './compileCache.ts'

type Options = Parameters<typeof createApp>[0]

/**
 * Loads the services and composes them, while the window opens and not before. `preloadsDrugs`: that is what comes first,
 * so their thread is begun meanwhile, where anybody has signed in.
 */
export async function loadApp(
  options: Options,
  { asksForDrugs: preloadsDrugs = true } = {},
): Promise<Awaited<ReturnType<typeof createApp>>> {
  const { dataFolder, entry } = options
  // From here on this account alone may read what this process and its threads begin, also what SQLite begins.
  const savedFileMode = 0o666 & ~process.umask(0o077)
  try {
    mkdirSync(dataFolder, { mode: 0o700 })
  } catch {
    // It is there, or composing tells why not.
  }
  setUpCompileCache(dataFolder, entry)
  const startsDrugsWorker = preloadsDrugs && existsSync(join(dataFolder, 'profiles.json'))
  const takeDrugsWorker = startsDrugsWorker ? startDrugsWorker(entry) : () => null
  try {
    const composition = await import('../composeApp.ts')
    return await composition.createApp({ ...options, savedFileMode, takeDrugsWorker })
  } catch (error) {
    await takeDrugsWorker()?.terminate()
    throw error
  }
}

/** A thread takes as long to start as the services to be loaded. Gives it once, unless it has ended. */
export function startDrugsWorker({ folder, extension }: Options['entry']): () => Worker | null {
  const file = join(folder, 'threads', `drugsWorker${extension}`)
  let waitingWorker: Worker | null = launchWorker(file, waitingThreadLimits)
  const forget = () => {
    waitingWorker = null
  }
  // Whoever needs it begins another then, and gets the reason why that one fails.
  waitingWorker.on('error', forget).on('exit', forget).unref()
  return () => {
    const worker = waitingWorker
    waitingWorker = null
    return worker
  }
}
