import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { runCli, stopSignal } from './cli/runCli.ts'
import { loadApp } from './loadApp.ts'
import { chooseDataFolder } from './loopback/dataFolder.ts'
import { startLoopbackHost } from './loopback/host.ts'

const folder = import.meta.dirname
const { version } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8')) as {
  version: string
}

process.exitCode = await runCli(
  { args: process.argv.slice(2), env: process.env, streams: process, signal: stopSignal(process.stdout) },
  {
    version,
    entry: { folder, extension: extname(import.meta.filename) },
    chooseDataFolder,
    serve: startLoopbackHost,
    // Only by the commands that need them: help and wrong usage are answered at once.
    compose: loadApp,
    startReferenceService: async (options) =>
      (await import('../demoService/index.ts')).startReferenceService(options),
  },
)
// Whatever is still open (a browser that was started, a socket that lingers) does not keep the command.
setTimeout(() => process.exit(), 2000).unref()
