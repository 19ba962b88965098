// Finds what the end-to-end and keychain tests need, and on Debian installs what is missing.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const chromiumPlaces = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/microsoft-edge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

/** The browser of the end-to-end tests: PATHCLOCK_CHROMIUM, a system browser, or Playwright's own; else null. */
export function findChromium() {
  const places = [
    process.env.PATHCLOCK_CHROMIUM,
    ...(chromiumPlaces[process.platform] ?? []),
    chromium.executablePath(),
  ]
  return places.find((path) => path && existsSync(path)) ?? null
}

const run = (command, args) =>
  spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const has = (command) => run('sh', ['-c', `command -v ${command}`]).status === 0

const canInstall = () => process.platform === 'linux' && has('apt-get') && process.getuid?.() === 0

function aptInstall(packages) {
  console.log(`Installing ${packages.join(', ')} …`)
  run('apt-get', ['update'])
  const done = run('apt-get', ['install', '-y', '--no-install-recommends', ...packages])
  if (done.status !== 0) console.error(done.stderr.split('\n').slice(-5).join('\n'))
}

/** The browser's path; on Debian it is installed when missing. */
export function ensureChromium() {
  if (!findChromium() && canInstall()) aptInstall(['chromium'])
  return findChromium()
}

const keyringReady = () =>
  has('gnome-keyring-daemon') &&
  has('dbus-run-session') &&
  run('sh', ['-c', 'ldconfig -p | grep -q libsecret-1']).status === 0

/** Returns true if the real keychain can be tested here. Installs its missing parts on Debian. */
export function ensureKeyring() {
  if (process.platform !== 'linux') return false
  if (!keyringReady() && canInstall()) aptInstall(['libsecret-1-0', 'gnome-keyring', 'dbus'])
  return keyringReady()
}

const hasScipy = (python) => run(python, ['-c', 'import scipy']).status === 0

const hasInR = (name) => run('Rscript', ['-e', `library(${name})`]).status === 0

/** The programs with which tests read the app's files. Figures are set in Arial, or in a font with the same metrics. */
const readers = [
  { name: 'libreoffice-calc', isThere: () => has('soffice') },
  { name: 'python3-scipy', isThere: () => ['python3', '/usr/bin/python3'].some(hasScipy) },
  { name: 'poppler-utils', isThere: () => has('pdftotext') },
  {
    name: 'fonts-liberation',
    isThere: () => /Arial|Liberation/.test(run('fc-match', ['Arial']).stdout ?? ''),
  },
]

/** R runs the programs of a study's methods, in the full form only: limma moderates the variances of models. */
const readersOfFull = [
  { name: 'r-base-core', isThere: () => has('Rscript') },
  { name: 'r-bioc-limma', isThere: () => hasInR('limma') },
  { name: 'r-cran-statmod', isThere: () => hasInR('statmod') },
]

/**
 * Installs the missing programs that tests read files with, on Debian, in parallel with other work until the promise is
 * awaited. On other systems the tests that need them are skipped, with a message. A failed installation does not
 * prevent the others. `isFull`: also installs what only `npm run test:full` needs.
 */
export function installReaders({ isFull = false } = {}) {
  const needed = isFull ? [...readers, ...readersOfFull] : readers
  const missing = canInstall() ? needed.filter(({ isThere }) => !isThere()).map(({ name }) => name) : []
  if (missing.length === 0) return Promise.resolve()
  console.log(`Installing ${missing.join(', ')} …`)
  const each = missing.map((name) => `apt-get install -y --no-install-recommends ${name}`)
  const installing = spawn('sh', ['-c', ['apt-get update', ...each].join('; ')], { stdio: 'ignore' })
  return new Promise((resolve) => installing.on('error', resolve).on('exit', resolve))
}
