import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

/** Three entries a person starts, and the small entries of the worker and helper processes. */
const mainEntries = {
  index: 'src/main/index.ts',
  headless: 'src/main/headless.ts',
  cli: 'src/main/cli.ts',
  csvWorker: 'src/main/csvWorker.ts',
  journalWorker: 'src/main/journalWorker.ts',
  drugsWorker: 'src/main/drugsWorker.ts',
  keychainHelper: 'src/main/keychainHelper.ts',
}

/** `open` declares a `__dirname` of its own, which collides with the one electron-vite gives to chunks that name it. */
const renameFolderOfOpen: Plugin = {
  name: 'rename-folder-of-open',
  transform: (code, id) =>
    id.endsWith('/node_modules/open/index.js') ? code.replaceAll('__dirname', 'folderOfOpen') : undefined,
}

export default defineConfig({
  main: {
    plugins: [renameFolderOfOpen],
    build: {
      target: 'node24',
      rolldownOptions: { input: mainEntries },
    },
  },
  preload: {
    // A sandboxed preload must be one CommonJS file that requires nothing but electron.
    build: {
      externalizeDeps: false,
      lib: { entry: 'src/preload/index.ts', formats: ['cjs'] },
      rolldownOptions: { output: { entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    build: {
      // Less to read and parse before the first paint.
      minify: true,
      rolldownOptions: { input: 'src/renderer/index.html' },
      assetsInlineLimit: 0,
    },
  },
})
