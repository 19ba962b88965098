import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { normalizePath, type Plugin } from 'vite'
import { builtinsWithoutCopies, chunksOfStart, inAscii } from './build/mainChunks.ts'
import {
  chunksOfPage,
  compiledWhole,
  directImports,
  inlineScripts,
  loadFirstScreen,
  stylesByComponent,
  wordsAsData,
} from './build/page.ts'
import { schemasAreLazy, schemasArePure } from './build/schemas.ts'
import { scriptsOfChunks } from './build/scriptsOfChunks.ts'

const inBuild = (name: string): string =>
  normalizePath(realpathSync(join(import.meta.dirname, 'build', `${name}.ts`)))

/** Three entries a person starts, and the small entries of the worker and helper processes. */
const mainEntries = {
  index: 'src/main/index.ts',
  headless: 'src/main/headless.ts',
  cli: 'src/main/cli.ts',
  'threads/csvWorker': 'src/main/threads/csvWorker.ts',
  'threads/journalWorker': 'src/main/threads/journalWorker.ts',
  'threads/drugsWorker': 'src/main/threads/drugsWorker.ts',
  'threads/analysesWorker': 'src/main/threads/analysesWorker.ts',
  'threads/exportWorker': 'src/main/threads/exportWorker.ts',
  'threads/figuresWorker': 'src/main/threads/figuresWorker.ts',
  'threads/keychainHelper': 'src/main/threads/keychainHelper.ts',
}

/** The module as the build names it. */
const inMain = (name: string): string =>
  normalizePath(realpathSync(join(import.meta.dirname, 'src/main', `${name}.ts`)))
const startParts = {
  services: inMain('compose/composeApp'),
  entries: ['index', 'compose/start/compileCache'].map(inMain),
  headless: ['compose/start/startHeadless', 'compose/start/startCli', 'headless', 'cli'].map(inMain),
  keychainHelper: inMain('threads/keychainHelper'),
  drugsThread: inMain('threads/drugsWorker'),
  hosts: ['hosts/electron/host', 'compose/start/startHeadless', 'compose/start/startCli'].map(inMain),
  otherThreads: ['csvWorker', 'journalWorker', 'analysesWorker', 'exportWorker', 'figuresWorker'].map(
    (name) => inMain(`threads/${name}`),
  ),
}

/**
 * `open` declares a `__dirname` and `fflate` a `require` of its own, which collide with those that electron-vite gives to
 * chunks that name them.
 */
const renameWhatCollides: Plugin = {
  name: 'rename-what-collides',
  transform: (code, id) => {
    if (id.endsWith('/node_modules/open/index.js')) return code.replaceAll('__dirname', 'folderOfOpen')
    if (!id.endsWith('/node_modules/fflate/esm/index.mjs')) return undefined
    // The one within a text stays: it is run by a worker, which has its own.
    return code
      .replace('var require =', 'var requireOfFflate =')
      .replace('_a = require(', '_a = requireOfFflate(')
  },
}

/** For programs that stand beside ours, of which there are none; to load it takes 3 ms of each start of the command line. */
const commanderStartsNoProgram: Plugin = {
  name: 'commander-starts-no-program',
  transform: (code, id) =>
    id.endsWith('/commander/lib/command.js')
      ? code.replace("import childProcess from 'node:child_process'", 'const childProcess = {}')
      : undefined,
}

/**
 * Schemas try out once whether functions may be made of text, and swallow the answer. The page's policy forbids it, and
 * each try would be a violation; set where the library begins, since schemas of other chunks are made before main.tsx runs.
 */
const withoutEval: Plugin = {
  name: 'without-eval',
  transform: (code, id) =>
    id.endsWith('/zod/v4/core/core.js') ? `${code}\nglobalConfig.jitless = true\n` : undefined,
}

/** What the page loads when its first screen stands. */
const behindFirstScreen = ['app/statusBar/StatusBar.tsx', 'app/Overlays.tsx']

/** What was bundled and under which licence, for the list of licences that is packed (scripts/release/licences.mjs). */
const license = { fileName: 'licences.json' }

export default defineConfig({
  main: {
    plugins: [
      renameWhatCollides,
      commanderStartsNoProgram,
      schemasAreLazy(inBuild('lazySchema')),
      builtinsWithoutCopies,
      inAscii,
      scriptsOfChunks(['services', 'kept', 'schemas', 'hosts'], inBuild('runScript')),
    ],
    build: {
      target: 'node24',
      license,
      rolldownOptions: {
        input: mainEntries,
        output: { comments: false, codeSplitting: chunksOfStart(startParts) },
      },
    },
  },
  preload: {
    // A sandboxed preload must be one CommonJS file that requires nothing but electron.
    build: {
      externalizeDeps: false,
      license,
      lib: { entry: 'src/preload/index.ts', formats: ['cjs'] },
      rolldownOptions: { output: { entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [
      react(),
      withoutEval,
      stylesByComponent,
      wordsAsData,
      schemasArePure,
      directImports(),
      inlineScripts(),
      loadFirstScreen(['react', 'first', 'en']),
      compiledWhole(['react', 'first']),
    ],
    build: {
      // Less to read and parse before the first paint.
      minify: true,
      license,
      rolldownOptions: {
        input: 'src/renderer/index.html',
        output: {
          codeSplitting: chunksOfPage(join(import.meta.dirname, 'src/renderer'), {
            // Read at the same time as the rest, on a thread of its own, and run first.
            react: (isReachedBy) => isReachedBy('../../node_modules/react-dom/client.js'),
            // What reads addresses: Home has none, and only constants of what it shares with them.
            schemas: (isReachedBy, id) =>
              /\/(zod|shared\/domain)\//.test(id) && isReachedBy('state/searchSchemas.ts'),
            first: (isReachedBy) => isReachedBy('main.tsx', 'features/home/HomeScreen.tsx'),
            controls: (isReachedBy) =>
              isReachedBy(...behindFirstScreen) && isReachedBy('features/samples/SamplesScreen.tsx'),
            overlays: (isReachedBy) => isReachedBy(...behindFirstScreen),
          }),
        },
      },
      assetsInlineLimit: 0,
    },
  },
})
