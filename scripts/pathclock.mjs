// The command line from a checkout: builds when needed, then runs out/main/cli.js with the same arguments.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, projectRoot, requireNode24 } from './build.mjs'

requireNode24()
ensureBuilt()
const child = spawn(process.execPath, [join(projectRoot, 'out/main/cli.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
// The terminal sends its own Ctrl+C to both; a signal sent to this process alone is handed on.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
})
