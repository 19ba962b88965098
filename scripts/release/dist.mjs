// npm run dist: builds and makes the installers of this system (arguments are passed to electron-builder). The
// environment sets the update server and the signing certificates; see docs/releasing.md.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, projectRoot, requireNode24 } from '../build.mjs'

/**
 * Returns electron-builder's options for the update server: PATHCLOCK_UPDATE_URL, an https address of plain files, or
 * PATHCLOCK_UPDATE_REPOSITORY, an owner/name at GitHub. Without either, the app checks for no updates.
 */
export function updateOptions(env) {
  const { PATHCLOCK_UPDATE_URL: url, PATHCLOCK_UPDATE_REPOSITORY: repository } = env
  if (url && repository) throw new Error('Set PATHCLOCK_UPDATE_URL or PATHCLOCK_UPDATE_REPOSITORY, not both.')
  if (url) {
    if (!url.startsWith('https://')) throw new Error('PATHCLOCK_UPDATE_URL has to be an https address.')
    return ['-c.publish.provider=generic', `-c.publish.url=${url}`]
  }
  if (!repository) return []
  const [owner, name, ...more] = repository.split('/')
  if (!owner || !name || more.length > 0)
    throw new Error('PATHCLOCK_UPDATE_REPOSITORY has to be written as owner/name.')
  return ['-c.publish.provider=github', `-c.publish.owner=${owner}`, `-c.publish.repo=${name}`]
}

/**
 * Returns the signing options. macOS on ARM starts no program without a signature, and setting the fuses breaks
 * Electron's own. Without a certificate the app gets an anonymous signature; the hardened runtime would then refuse to
 * load its libraries, so it is off.
 */
export const signingOptions = (env, system) =>
  system === 'darwin' && !env.CSC_LINK && !env.CSC_NAME
    ? ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false']
    : []

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  requireNode24()
  const options = [...updateOptions(process.env), ...signingOptions(process.env, process.platform)]
  ensureBuilt({ quiet: false })
  const builder = join(projectRoot, 'node_modules/electron-builder/cli.js')
  // The workflow uploads; a token in the environment is no reason to do it here.
  const args = [builder, '--publish=never', ...options, ...process.argv.slice(2)]
  process.exitCode = spawnSync(process.execPath, args, { cwd: projectRoot, stdio: 'inherit' }).status ?? 1
}
