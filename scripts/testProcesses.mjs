// Bundles the processes and threads that tests start, so that a start reads a few files and not hundreds of source
// files. Vitest calls it before the first test; src/main/testing/processFile.ts says where a test finds them.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'vite'
import { projectRoot } from './build.mjs'

const entries = [
  'src/main/analysesWorker.ts',
  'src/main/cli.ts',
  'src/main/csvWorker.ts',
  'src/main/drugsWorker.ts',
  'src/main/exportWorker.ts',
  'src/main/figuresWorker.ts',
  'src/main/journalWorker.ts',
  'src/main/adapters/database/testing/contender.ts',
  'src/main/adapters/database/testing/migrator.ts',
  'src/main/adapters/testing/askClient.ts',
  'src/main/adapters/testing/askService.ts',
  'src/main/catalogue/prefetch/testing/syncProcess.ts',
  'src/main/catalogue/threads/testing/keepProcess.ts',
  'src/main/samples/testing/killedSender.ts',
  'src/main/samples/testing/sender.ts',
  'src/main/service/testing/quotaProcess.ts',
  'src/main/testing/journalExchanger.ts',
]
/** Laid out as the app is packed: the entries find package.json, the pages and the example from where they lie. */
const folder = join(projectRoot, 'node_modules/.processes')

const nameOf = (path) => basename(path, '.ts')
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
