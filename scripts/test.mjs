// npm test: lint, types, unit and integration tests, the real keychain, packing, and end-to-end tests.
// Every part runs even when one before it failed; the last line counts all of them.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { projectRoot, requireNode24 } from './build.mjs'
import { demoEnvironment } from './demoData.mjs'
import { findElectron } from './electronBinary.mjs'
import { removeLeft } from './leftFolders.mjs'
import { ensureChromium, ensureKeyring, installReaders } from './prepare.mjs'

requireNode24()
/** Run under a Secret Service of its own, in a part of its own. */
const realKeychain = '**/*.real.test.ts'
const beginning = 'pathclock-test-'
removeLeft(quickFolder(), beginning)
/** All temporary files of the tests, and their reports. */
const temporary = mkdtempSync(join(quickFolder(), beginning))
// Some tests run the app as another user.
chmodSync(temporary, 0o755)
const bin = join(projectRoot, 'node_modules/.bin')
const path = `${bin}${delimiter}${process.env.PATH}`
const env = { ...process.env, PATH: path, TMPDIR: temporary, FORCE_COLOR: '0' }
const totals = { passed: 0, failed: 0, skipped: 0 }
/** The data folders that many end-to-end tests start from. */
const demo = join(temporary, 'demo')
/** Failures, repeated at the end so that they are easy to find. */
const failures = []
/** The hosts that the end-to-end tests ran on. */
const hosts = []

/** Returns the in-memory folder of Linux if it has room: the tests write thousands of small, temporary databases. */
function quickFolder() {
  const roomyBytes = 4e9
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize > roomyBytes) return '/dev/shm'
  } catch {
    // Other systems have no such folder.
  }
  return tmpdir()
}

/** Runs a command. Its output is shown immediately, or captured if `isCaptured`. */
function run(command, args, { extraEnv = {}, isCaptured = false } = {}) {
  const shell = process.platform === 'win32'
  const child = spawn(command, args, {
    cwd: projectRoot,
    stdio: isCaptured ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...env, ...extraEnv },
    shell,
  })
  let text = ''
  for (const stream of isCaptured ? [child.stdout, child.stderr] : [])
    stream.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ succeeded: false, text: String(error) }))
    child.once('close', (code) => resolve({ succeeded: code === 0, text }))
  })
}

/** One part of the whole, whose counts are added. */
async function part(title, work) {
  const startedMs = Date.now()
  console.log(`\n== ${title}`)
  const counts = await work()
  count(title, counts, Date.now() - startedMs)
}

function count(title, counts, tookMs) {
  if (counts.failed) failures.push(title, ...(counts.failures ?? []).map((failure) => `  ${failure}`))
  for (const key of Object.keys(totals)) totals[key] += counts[key] ?? 0
  const seconds = (tookMs / 1000).toFixed(1)
  console.log(
    `== ${title}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped ?? 0} skipped (${seconds} s)`,
  )
}

const firstLine = (text = '') => stripVTControlCharacters(text).split('\n', 1)[0]

const asCounts = (succeeded) => (succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/**
 * Runs a command whose output is shown only after it has ended, and returns its counts and output. A simple check
 * counts as one test.
 */
async function check(command, args, extraEnv = {}) {
  const startedMs = Date.now()
  const { succeeded, text } = await run(command, args, { extraEnv, isCaptured: true })
  return { counts: asCounts(succeeded), text, tookMs: Date.now() - startedMs }
}

/** Prints the output of parallel parts in order, awaiting each. */
async function showInTurn(parts) {
  for (const [title, ended] of parts) {
    const { counts, text, tookMs } = await ended
    console.log(`\n== ${title}\n${text.trim()}`)
    count(title, counts, tookMs)
  }
}

/** A run that wrote no readable report is a failure, never a pass. */
function readReport(file, read, succeeded) {
  try {
    const counts = read(JSON.parse(readFileSync(file, 'utf8')))
    if (counts.passed + counts.failed === 0) return { passed: 0, failed: 1 }
    return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

async function vitest(name, command, args, options = {}) {
  const file = join(temporary, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { succeeded, text } = await run(command, [...args, ...reporters], options)
  const read = (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${relative(projectRoot, name)}: ${firstLine(message)}`] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(
          ({ fullName, failureMessages }) =>
            `${relative(projectRoot, name)} › ${fullName}: ${firstLine(failureMessages[0])}`,
        ),
    ]),
  })
  return { counts: readReport(file, read, succeeded), text }
}

/** One run with the Secret Service unlocked and one with it locked: each test names the state it needs. */
async function keychain(state) {
  const startedMs = Date.now()
  if (!ensureKeyring()) {
    const text = 'skipped: no Secret Service can be started here (Linux: libsecret-1-0, gnome-keyring, dbus)'
    return { counts: { passed: 0, failed: 0, skipped: 1 }, text, tookMs: 0 }
  }
  const tests = ['scripts/withKeyring.sh', 'vitest', 'run', '--project', 'node', 'keychain.real']
  const extraEnv = { PATHCLOCK_KEYRING: '1', KEYRING: state }
  const { counts, text } = await vitest(`keychain-${state}`, 'sh', tests, { extraEnv, isCaptured: true })
  return { counts: { ...counts, skipped: 0 }, text, tookMs: Date.now() - startedMs }
}

async function playwright(browser) {
  const file = join(temporary, 'e2e.json')
  const extraEnv = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    PATHCLOCK_CHROMIUM: browser,
    ...demoEnvironment(demo),
  }
  const { succeeded } = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    extraEnv,
  })
  const read = ({ stats, suites }) => {
    for (const [reason, count] of skipReasons(suites)) console.log(`${reason} (${count} tests)`)
    for (const [host, count] of passedByHost(suites)) hosts.push(`${host}: ${count} end-to-end tests`)
    if (!findElectron()) hosts.push('electron: skipped: no Electron binary')
    return {
      passed: stats.expected,
      failed: stats.unexpected,
      skipped: stats.skipped,
      failures: failedSpecs(suites),
    }
  }
  return readReport(file, read, succeeded)
}

function failedSpecs(suites) {
  return (suites ?? []).flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => {
        const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
        return `e2e/${file}:${line} › ${title}: ${firstLine(errors[0]?.message)}`
      }),
    ...failedSpecs(suite.suites),
  ])
}

/** Counts the tests of each host that were not skipped. */
function passedByHost(suites, hostCounts = new Map()) {
  for (const suite of suites ?? []) {
    for (const { projectName, status } of (suite.specs ?? []).flatMap((spec) => spec.tests))
      if (status !== 'skipped') hostCounts.set(projectName, (hostCounts.get(projectName) ?? 0) + 1)
    passedByHost(suite.suites, hostCounts)
  }
  return hostCounts
}

/** Collects the reasons for skipped tests, as the tests give them, with their counts. */
function skipReasons(suites, reasons = new Map()) {
  for (const suite of suites ?? []) {
    const tests = (suite.specs ?? []).flatMap((spec) => spec.tests)
    for (const { description } of tests
      .flatMap((one) => one.annotations)
      .filter(({ type }) => type === 'skip'))
      reasons.set(description, (reasons.get(description) ?? 0) + 1)
    skipReasons(suite.suites, reasons)
  }
  return reasons
}

const readers = installReaders()
await showInTurn([['build', check('electron-vite', ['build', '--logLevel', 'warn'])]])
await readers
const browser = ensureChromium()

/** The others are packed by npm run test:full. */
const thisPlatform = { linux: ['linux'], darwin: ['mac'], win32: ['win'] }[process.platform] ?? []

/** These need the processors, which the tests leave free while they wait for processes, disks and clocks. */
const steps = [
  ['the demos', () => check('node', ['scripts/demoData.mjs', demo])],
  // On several processors both do half of their work twice.
  ['types', () => check('tsc', ['-b', '--singleThreaded'])],
  ['lint', () => check('oxlint', ['--max-warnings=0', '--threads=1'], { GOMAXPROCS: '1' })],
  ['format', () => check('biome', ['check', '.'])],
  ['unused code', () => check('knip', [])],
  ['packing', () => check('node', ['scripts/release/packCheck.mjs', ...thisPlatform, '--x64'])],
  ['the real keychain, unlocked', () => keychain('unlocked')],
  ['the real keychain, locked', () => keychain('locked')],
]
let last = Promise.resolve()
const beside = steps.map(([title, work]) => [title, (last = last.then(work))])

await part('unit and integration tests', async () => {
  const extraEnv = browser ? { PATHCLOCK_CHROMIUM: browser } : {}
  const { counts } = await vitest('unit', 'vitest', ['run', '--exclude', realKeychain], { extraEnv })
  return counts
})
await showInTurn(beside)
await part('end-to-end tests', async () => {
  if (browser) return playwright(browser)
  console.error('No Chromium, Chrome or Edge was found: install one, or set PATHCLOCK_CHROMIUM to its path.')
  return { passed: 0, failed: 1 }
})

if (hosts.length > 0) console.log(`\nHosts: ${hosts.join('; ')}`)
rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
if (totals.skipped)
  console.log(`\n${totals.skipped} skipped (part of npm run test:full, or for a reason said above)`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}\n`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed ? 1 : 0
