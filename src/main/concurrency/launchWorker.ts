import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { ResourceLimits, Worker } from 'node:worker_threads'

const cacheVariable = 'NODE_COMPILE_CACHE'

/**
 * Returns the environment of our threads and helpers, so that they use the compile cache of this process. In the
 * environment of this process itself, the variable would also reach other programs that it opens, such as the browser.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  const cacheFolder = getCompileCacheDir()
  // Node appends a folder for its own version to the given one.
  return cacheFolder === undefined || process.env[cacheVariable]
    ? { ...process.env }
    : { ...process.env, [cacheVariable]: dirname(cacheFolder) }
}

/**
 * The limits of a thread that gives small responses and then waits for hours. It collects short-lived objects more
 * often, with no measurable effect on its responses, and uses about 4 MB less.
 */
export const waitingThreadLimits: ResourceLimits = { maxYoungGenerationSizeMb: 1 }

/** Starts a worker thread, `.js` when built and `.ts` from source. workerRpc.ts calls it. */
export function launchWorker(entry: URL | string, resourceLimits?: ResourceLimits): Worker {
  // Loaded on demand, since few commands start a thread.
  const threads = process.getBuiltinModule('node:worker_threads')
  return new threads.Worker(entry, { env: childEnvironment(), ...(resourceLimits ? { resourceLimits } : {}) })
}
