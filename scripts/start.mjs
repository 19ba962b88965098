// npm start: opens the app in Electron, or, where Electron's binary is missing, in the system's browser.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, projectRoot, requireNode24 } from './build.mjs'
import { fetchElectron, findElectron } from './electronBinary.mjs'

const downloadLimitMs = 60_000

requireNode24()
ensureBuilt({ quiet: false })

const electron = findElectron() ?? (await fetchElectron(downloadLimitMs))
if (!electron)
  console.error(
    "Electron's binary is missing and could not be fetched, so Pathclock opens in your browser instead.",
  )

const args = process.argv.slice(2)
const child = electron
  ? spawn(electron, [projectRoot, ...args], { stdio: 'inherit' })
  : spawn(process.execPath, [join(projectRoot, 'out/main/headless.js'), ...args], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
})
