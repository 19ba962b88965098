import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { launchWorker, waitingThreadLimits } from '../../concurrency/launchWorker.ts'
import type { Entry } from './compileCache.ts'

export type TakeDrugsWorker = () => Worker | null

/**
 * Starts the drugs worker thread before the services are loaded, because both take equally long; only if the user has
 * ever signed in. It opens no file before its task. Returns a function that returns the thread once.
 */
export function preloadDrugsWorker({
  folder,
  extension,
  dataFolder,
}: Entry & { dataFolder: string }): TakeDrugsWorker {
  if (!existsSync(join(dataFolder, 'profiles.json'))) return () => null
  const file = join(folder, 'threads', `drugsWorker${extension}`)
  let waitingWorker: Worker | null = launchWorker(file, waitingThreadLimits)
  const forget = () => {
    waitingWorker = null
  }
  // The drugs service then starts another thread and gets the reason if that fails too.
  waitingWorker.on('error', forget).on('exit', forget).unref()
  return () => {
    const worker = waitingWorker
    waitingWorker = null
    return worker
  }
}
