// Ends with 1 when the line of Electron that we pack is no longer supported: security fixes go to the newest three.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '../build.mjs'

const supportedLines = 3
const lineOf = (version) => Number(version.split('.')[0])

export const isSupported = (ours, newest) => lineOf(ours) > lineOf(newest) - supportedLines

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const ours = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).devDependencies.electron
  const run = spawnSync('npm', ['view', 'electron', 'version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const newest = run.stdout.trim()
  const supported = /^\d+\./.test(newest) && isSupported(ours, newest)
  if (supported) console.log(`Electron ${ours} is supported; the newest is ${newest}.`)
  else {
    console.error(
      `Electron ${ours} is of a line that is no longer supported, or its newest release is not known.`,
    )
    process.exitCode = 1
  }
}
