import { join } from 'node:path'
import { setUpCompileCache } from './compose/start/compileCache.ts'
import { loadApp } from './compose/start/loadApp.ts'
import { appFolder, parseCommand, parseProcessArguments } from './hosts/electron/launch/launch.ts'

const folder = import.meta.dirname
const entry = { folder, extension: '.js' }
const command = parseCommand()
if (command) {
  // Electron is ready only when this module has run, so a command opens no window and needs no screen.
  process.argv = [process.execPath, join(folder, 'cli.js'), ...command]
  await import('./cli.ts')
  // Electron's `process.exit` is `app.exit`, which ignores `exitCode`.
  process.exit(process.exitCode)
}

// Before the rest is loaded, which then need not be compiled. Electron is ready only when all of this has run.
setUpCompileCache(appFolder(parseProcessArguments()), entry)
const { runElectronHost } = await import('./hosts/electron/host.ts')

runElectronHost({
  entry,
  preload: join(folder, '../preload/index.cjs'),
  pages: join(folder, '../renderer'),
  compose: (deps) => loadApp(deps),
})
