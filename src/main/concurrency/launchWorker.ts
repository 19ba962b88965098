import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { ResourceLimits, Worker } from 'node:worker_threads'

const cacheVariable = 'NODE_COMPILE_CACHE'

/**
 * The environment of our threads and helpers: they keep what is compiled where this process keeps it. Set in the
 * environment of this process, it would reach whatever else is opened, such as the browser.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  const cacheFolder = getCompileCacheDir()
  // Node adds a folder of its own version to the one it is given.
  return cacheFolder === undefined || process.env[cacheVariable]
    ? { ...process.env }
    : { ...process.env, [cacheVariable]: dirname(cacheFolder) }
}

/**
 * For a thread that gives small answers and waits for hours in between: it collects its short-lived values more often, at
 * no cost that shows in its answers, and holds some 4 MB less.
 */
export const waitingThreadLimits: ResourceLimits = { maxYoungGenerationSizeMb: 1 }

/** Starts the entry of a thread, `.js` when built and `.ts` from source. It is called by workerRpc.ts. */
export function launchWorker(entry: URL | string, resourceLimits?: ResourceLimits): Worker {
  // Few commands begin a thread.
  const threads = process.getBuiltinModule('node:worker_threads')
  return new threads.Worker(entry, {
    env: childEnvironment(),
    ...(resourceLimits ? { resourceLimits } : {}),
  })
}
