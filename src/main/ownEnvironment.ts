import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

const setting = 'NODE_COMPILE_CACHE'

/**
 * The environment of our threads and helpers: they keep what is compiled where this process keeps it. Set in the
 * environment of this process, it would reach whatever else is opened, such as the browser.
 */
export function ownEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const keptIn = getCompileCacheDir()
  // Node adds a folder of its own version to the one it is given.
  return keptIn === undefined || env[setting] ? { ...env } : { ...env, [setting]: dirname(keptIn) }
}
