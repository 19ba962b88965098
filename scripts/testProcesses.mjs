// Bundles the processes and threads that tests start, so that a start reads a few files instead of hundreds of source
// files. Vitest calls it before the first test; tests find the bundles through
// src/main/testing/processes/processFile.ts.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'vite'
import { projectRoot } from './build.mjs'

const entries = [
  'src/main/threads/analysesWorker.ts',
  'src/main/cli.ts',
  'src/main/threads/csvWorker.ts',
  'src/main/threads/drugsWorker.ts',
  'src/main/threads/exportWorker.ts',
  'src/main/threads/figuresWorker.ts',
  'src/main/threads/journalWorker.ts',
  'src/main/adapters/sqlite/testing/contender.ts',
  'src/main/adapters/sqlite/testing/migrator.ts',
  'src/main/adapters/network/testing/askClient.ts',
  'src/main/adapters/network/testing/askService.ts',
  'src/main/drugs/offlineSync/testing/syncProcess.ts',
  'src/main/drugs/cache/testing/drugWriterProcess.ts',
  'src/main/samples/orders/testing/killedSender.ts',
  'src/main/samples/orders/testing/sender.ts',
  'src/main/api/rateLimit/testing/quotaProcess.ts',
  'src/main/testing/journalExchanger.ts',
]
/** Laid out as the app is packed: the entries find package.json, the pages and the example from where they lie. */
const folder = join(projectRoot, 'node_modules/.processes')

const nameOf = (path) => `${path.includes('/threads/') ? 'threads/' : ''}${basename(path, '.ts')}`
const read = (path) => readFileSync(join(projectRoot, path), 'utf8')

export default async function bundleProcesses() {
  const { output } = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['keytar'] },
    build: {
      ssr: true,
      write: false,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(entries.map((path) => [nameOf(path), join(projectRoot, path)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name].js' },
      },
    },
  })
  const { version, type } = JSON.parse(read('package.json'))
  replace('package.json', JSON.stringify({ version, type }))
  replace('out/renderer/index.html', read('src/renderer/index.html'))
  replace('examples/cohort.csv', read('examples/cohort.csv'))
  for (const { fileName, code } of output) replace(`out/main/${fileName}`, code)
}

/** Whole or not at all: a test run of another terminal may be reading it. */
function replace(name, content) {
  const file = join(folder, name)
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, content)
  renameSync(unfinished, file)
}
