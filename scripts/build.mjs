// Builds out/ when it is missing or older than what it is made from.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(projectRoot, ...parts)

/**
 * Exits unless this is Node 24, which has the features the app needs (SQLite, type stripping). `npm run` puts the
 * project's own copy first.
 */
export function requireNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  console.error(
    `Pathclock needs Node 24; this is ${process.versions.node}. Run it through npm (npm start, npm test), ` +
      'which uses the Node 24 that "npm ci" installed, or install Node 24.',
  )
  process.exit(1)
}

const sources = ['src', 'build', 'electron.vite.config.ts', 'package-lock.json']
const outputs = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html']

function newestMs(path) {
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newestMs(join(path, name))))
}

function isFresh() {
  if (!outputs.every((path) => existsSync(at(path)))) return false
  const builtMs = Math.min(...outputs.map((path) => statSync(at(path)).mtimeMs))
  return sources.filter((path) => existsSync(at(path))).every((path) => newestMs(at(path)) <= builtMs)
}

/** Builds if needed. Prints the builder's output to stderr, and only if it fails. */
export function ensureBuilt({ quiet = true } = {}) {
  if (isFresh()) return
  if (!quiet) console.error('Building Pathclock…')
  const builder = at('node_modules/electron-vite/bin/electron-vite.js')
  const run = spawnSync(process.execPath, [builder, 'build'], { cwd: projectRoot, encoding: 'utf8' })
  if (run.status === 0) return
  console.error(run.stdout + run.stderr)
  console.error('The build failed; see above.')
  process.exit(1)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  requireNode24()
  ensureBuilt({ quiet: false })
}
