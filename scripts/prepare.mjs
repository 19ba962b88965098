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

/** Whether the real keychain can be tested here; on Debian its parts are installed when missing. */
export function ensureKeyring() {
  if (process.platform !== 'linux') return false
  if (!keyringReady() && canInstall()) aptInstall(['libsecret-1-0', 'gnome-keyring', 'dbus'])
  return keyringReady()
}

/**
 * Installs LibreOffice on Debian where it is missing, beside whatever else is done until the promise is awaited; the
 * tests that read workbooks with it are skipped elsewhere, and say so.
 */
export function installOffice() {
  if (has('soffice') || !canInstall()) return Promise.resolve()
  console.log('Installing libreoffice-calc …')
  const install = 'apt-get update && apt-get install -y --no-install-recommends libreoffice-calc'
  const installing = spawn('sh', ['-c', install], { stdio: 'ignore' })
  return new Promise((resolve) => installing.on('error', resolve).on('exit', resolve))
}
