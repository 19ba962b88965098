// Locates Electron's binary. The npm package does not include it, and some networks block the site that serves it. node
// scripts/electronBinary.mjs: downloads it, and exits with 1 if it is still missing.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './build.mjs'

const folder = join(projectRoot, 'node_modules/electron')

/** The installed or packed app to be tested in place of Electron with the built sources: PATHCLOCK_PACKED, or null. */
export const findPacked = () => process.env.PATHCLOCK_PACKED || null

/** The path of Electron's executable, or null where it is not installed. */
export function findElectron() {
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const path = join(
    process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'),
    readFileSync(pathFile, 'utf8'),
  )
  return existsSync(path) ? path : null
}

/** Tries once to fetch the binary, for at most `limitMs`; gives its path, or null. */
export async function fetchElectron(limitMs) {
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD) return null
  const child = spawn(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore' })
  await new Promise((resolve) => {
    const timer = setTimeout(() => child.kill(), limitMs)
    child.on('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.on('error', resolve)
  })
  return findElectron()
}

const fetchLimitMs = 10 * 60_000
if (import.meta.main) {
  const path = findElectron() ?? (await fetchElectron(fetchLimitMs))
  console.log(path ?? 'Electron could not be fetched.')
  process.exitCode = path ? 0 : 1
}
