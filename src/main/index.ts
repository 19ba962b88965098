import { join } from 'node:path'
import { runElectronHost } from './electron/host.ts'

const folder = import.meta.dirname

runElectronHost({
  entry: { folder, extension: '.js' },
  preload: join(folder, '../preload/index.cjs'),
  pages: join(folder, '../renderer'),
  // Loaded while the window opens, not before it.
  compose: async (parts) => (await import('./compose.ts')).createApp(parts),
})
