import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { launchWorker, waitingThreadLimits } from '../../concurrency/launchWorker.ts'
import type { Entry } from './compileCache.ts'

export type TakeDrugsWorker = () => Worker | null

/**
 * A thread takes as long to start as the services to be loaded, so that of the drugs is begun before them, where anybody
 * has signed in. It opens no file before it is told which. Gives it once, unless it has ended.
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
  // Whoever needs it begins another then, and gets the reason why that one fails.
  waitingWorker.on('error', forget).on('exit', forget).unref()
  return () => {
    const worker = waitingWorker
    waitingWorker = null
    return worker
  }
}
