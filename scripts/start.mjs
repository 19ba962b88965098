// npm start: opens the app in Electron, or, where Electron's binary is missing, in the system's browser.
import { spawn } from 'node:child_process'
import { ensureBuilt, projectRoot, requireNode24 } from './build.mjs'
import { fetchElectron, findElectron } from './electronBinary.mjs'
import { endWithParent } from './endWithParent.mjs'

const downloadLimitMs = 60_000

requireNode24()
ensureBuilt({ quiet: false })
endWithParent()

const electron = findElectron() ?? (await fetchElectron(downloadLimitMs))
if (electron) {
  const child = spawn(electron, [projectRoot, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
} else {
  console.error(
    "Electron's binary is missing and could not be fetched, so Pathclock opens in your browser instead.",
  )
  await import('../out/main/headless.js')
}
