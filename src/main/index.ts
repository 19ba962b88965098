import { join } from 'node:path'
import { runElectronHost } from './electron/host.ts'
import { loadApp } from './loadApp.ts'

const folder = import.meta.dirname

runElectronHost({
  entry: { folder, extension: '.js' },
  preload: join(folder, '../preload/index.cjs'),
  pages: join(folder, '../renderer'),
  compose: loadApp,
})
