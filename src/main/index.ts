import { join } from 'node:path'
import { setUpCompileCache } from './compileCache.ts'
import { appFolder, parseProcessArguments } from './electron/appFolder.ts'
import { loadApp } from './loadApp.ts'

const folder = import.meta.dirname
const entry = { folder, extension: '.js' }
// Before the rest is loaded, which then need not be compiled. Electron is ready only when all of this has run.
setUpCompileCache(appFolder(parseProcessArguments()), entry)
const { runElectronHost } = await import('./electron/host.ts')

runElectronHost({
  entry,
  preload: join(folder, '../preload/index.cjs'),
  pages: join(folder, '../renderer'),
  compose: (deps) => loadApp(deps),
})
