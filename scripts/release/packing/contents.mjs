// Checks the packed files and their total size.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { licenceProblems, licencesText, packedPackages } from '../licences.mjs'
import { ofLibrary } from './library.mjs'

const asar = ofLibrary('@electron/asar')

/** Of the app's own files, without Electron. */
const sizeLimitBytes = 15e6

/** The only paths allowed in the archive: built files, our package.json, and keytar with its dependencies. */
const included = [
  /^out(\/|$)/,
  /^package\.json$/,
  /^node_modules$/,
  /^node_modules\/keytar(\/(lib|prebuilds)(\/|$)|\/package\.json$|\/LICENSE|$)/,
]
const excluded = /\.(ts|tsx|map)$|\.test\.|licences\.json$/

const entries = [
  'out/preload/index.cjs',
  'out/renderer/index.html',
  ...[
    'threads/keychainHelper',
    'threads/csvWorker',
    'threads/journalWorker',
    'threads/analysesWorker',
    'threads/drugsWorker',
    'threads/exportWorker',
    'threads/figuresWorker',
    'headless',
    'cli',
  ].map((name) => `out/main/${name}.js`),
]

/**
 * Checks the archive and the files beside it in the folder `resources`; `prebuild` names the one binary of keytar that
 * belongs there, as `linux-x64`. Calls `expect(holds, problem)` for every rule.
 */
export function checkContents({ platform, resources, prebuild, expect }) {
  const archive = join(resources, 'app.asar')
  const files = asar
    .listPackage(archive, { isPack: false })
    .map((path) => path.split(sep).join('/').replace(/^\//, ''))
  const about = JSON.parse(asar.extractFile(archive, 'package.json').toString())
  for (const entry of [about.main.replace(/^\.\//, ''), ...entries])
    expect(files.includes(entry), `${entry} is not in the archive`)
  const strangers = files.filter(
    (path) => !included.some((pattern) => pattern.test(path)) || excluded.test(path),
  )
  expect(strangers.length === 0, `does not belong into the app: ${strangers.slice(0, 10).join(', ')}`)
  expect(!about.devDependencies && !about.scripts, 'package.json still names what only development needs')
  checkKeytar({ archive, files, prebuild, expect })
  checkBeside({ resources, expect })
  checkLaunchers({ platform, resources, expect })
  const bytes = ownSize(resources)
  expect(
    bytes < sizeLimitBytes,
    `${megabytes(bytes)} of our own files; the limit is ${megabytes(sizeLimitBytes)}`,
  )
  return `${files.length} entries, ${megabytes(bytes)} of our own files`
}

function checkKeytar({ archive, files, prebuild, expect }) {
  const right = `node_modules/keytar/prebuilds/${prebuild}/keytar.node`
  const native = files.filter((path) => path.endsWith('.node'))
  expect(
    native.length === 1 && native[0] === right,
    `expected ${right} alone, packed ${native.join(', ') || 'none'}`,
  )
  const unpacked = join(`${archive}.unpacked`, right)
  expect(existsSync(unpacked), `${right} is not outside the archive`)
  if (prebuild === `${process.platform}-${process.arch}`) checkLoads(unpacked, expect)
}

/** Loads the packed library in a process of its own. A missing libsecret is this machine's lack, not the package's. */
function checkLoads(file, expect) {
  const code = 'console.log(Object.keys(require(process.argv[1])).join())'
  const run = spawnSync(process.execPath, ['-e', code, file], { encoding: 'utf8' })
  if (/libsecret/.test(run.stderr)) console.log('keytar needs libsecret here, so it was not loaded')
  else expect(run.stdout.includes('getPassword'), `keytar does not load: ${run.stderr.slice(0, 300)}`)
}

function checkBeside({ resources, expect }) {
  expect(existsSync(join(resources, 'examples/cohort.csv')), 'the examples are missing')
  expect(!existsSync(join(resources, 'app-update.yml')), 'asks a server for updates that nobody has named')
  const file = join(resources, 'LICENSES.txt')
  const packages = packedPackages()
  expect(
    existsSync(file) && readFileSync(file, 'utf8') === licencesText(packages),
    'LICENSES.txt is not that of what was bundled',
  )
  for (const problem of licenceProblems(packages)) expect(false, problem)
}

/** Linux has the program itself on PATH; the others have a launcher, which macOS runs only as an executable file. */
const launchers = { linux: [], mac: ['pathclock'], win: ['path.ps1', 'pathclock.cmd'] }

function checkLaunchers({ platform, resources, expect }) {
  const folder = join(resources, 'bin')
  const found = existsSync(folder) ? readdirSync(folder).sort() : []
  expect(found.join() === launchers[platform].join(), `resources/bin holds ${found.join(', ') || 'nothing'}`)
  if (platform === 'mac' && process.platform !== 'win32')
    expect((statSync(join(folder, 'pathclock')).mode & 0o111) === 0o111, 'the launcher cannot be executed')
  expect(existsSync(join(resources, 'icon.png')), 'the icon of About is missing')
}

const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : []

function ownSize(resources) {
  const archive = join(resources, 'app.asar')
  return [
    archive,
    join(resources, 'LICENSES.txt'),
    ...filesBelow(`${archive}.unpacked`),
    ...filesBelow(join(resources, 'examples')),
  ].reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0)
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`
