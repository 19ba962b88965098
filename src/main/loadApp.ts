import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { createApp } from './compose.ts'
import { keepCompiled } from './keepCompiled.ts'
import { ownEnvironment } from './ownEnvironment.ts'

type Options = Parameters<typeof createApp>[0]

/**
 * Loads the services and composes them, while the window opens and not before. `asksForDrugs`: that is what comes first,
 * so their thread is begun meanwhile, where anybody has signed in.
 */
export async function loadApp(
  options: Options,
  { asksForDrugs = true } = {},
): Promise<Awaited<ReturnType<typeof createApp>>> {
  const { dataFolder, entry } = options
  // From here on this account alone may read what this process and its threads begin, also what SQLite begins.
  const savedMode = 0o666 & ~process.umask(0o077)
  try {
    mkdirSync(dataFolder, { mode: 0o700 })
  } catch {
    // It is there, or composing tells why not.
  }
  keepCompiled(dataFolder, entry)
  const isWanted = asksForDrugs && existsSync(join(dataFolder, 'profiles.json'))
  const takeDrugsThread = isWanted ? beginDrugsThread(entry) : () => null
  try {
    const composition = await import('./compose.ts')
    return await composition.createApp({ ...options, savedMode, takeDrugsThread })
  } catch (error) {
    await takeDrugsThread()?.terminate()
    throw error
  }
}

/** A thread takes as long to start as the services to be loaded. Gives it once, unless it has ended. */
export function beginDrugsThread({ folder, extension }: Options['entry']): () => Worker | null {
  let waiting: Worker | null = new Worker(join(folder, `drugsWorker${extension}`), { env: ownEnvironment() })
  const forget = () => {
    waiting = null
  }
  // Whoever needs it begins another then, and is told why that one fails.
  waiting.on('error', forget).on('exit', forget).unref()
  return () => {
    const worker = waiting
    waiting = null
    return worker
  }
}
