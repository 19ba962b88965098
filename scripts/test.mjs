// npm test: lint, types, unit and integration tests, the real keychain, packing, and end-to-end tests.
// Every part runs even when one before it failed; the last line counts all of them.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { projectRoot, requireNode24 } from './build.mjs'
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

/** Linux has one in memory; the tests write thousands of small databases that nobody keeps. */
function quickFolder() {
  const roomyBytes = 4e9
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize > roomyBytes) return '/dev/shm'
  } catch {
    // Not there, as on other systems.
  }
  return tmpdir()
}

function run(command, args, extraEnv = {}) {
  const shell = process.platform === 'win32'
  return (
    spawnSync(command, args, { cwd: projectRoot, stdio: 'inherit', env: { ...env, ...extraEnv }, shell })
      .status === 0
  )
}

/** One part of the whole; `counts` are added, or the part counts as one check. */
function part(title, work) {
  const startedMs = Date.now()
  console.log(`\n== ${title}`)
  count(title, work(), startedMs)
}

function count(title, counts, startedMs) {
  for (const key of Object.keys(totals)) totals[key] += counts[key] ?? 0
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
  console.log(
    `== ${title}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped ?? 0} skipped (${seconds} s)`,
  )
}

const asCounts = (succeeded) => (succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
const check = (command, args) => () => asCounts(run(command, args))

/** Parts that do not touch one another, all at once; what each has said is shown when it has ended, in their order. */
async function together(parts) {
  const startedMs = Date.now()
  const said = parts.map(([, command, args]) => listen(command, args))
  for (const [at, [title]] of parts.entries()) {
    const { succeeded, text } = await said[at]
    console.log(`\n== ${title}\n${text.trim()}`)
    count(title, asCounts(succeeded), startedMs)
  }
}

function listen(command, args) {
  const child = spawn(command, args, { cwd: projectRoot, env, shell: process.platform === 'win32' })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ succeeded: false, text: String(error) }))
    child.once('close', (code) => resolve({ succeeded: code === 0, text }))
  })
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

function vitest(name, command, args, extraEnv = {}) {
  const file = join(temporary, `${name}.json`)
  const succeeded = run(
    command,
    [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    extraEnv,
  )
  const read = (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  })
  return readReport(file, read, succeeded)
}

function playwright(browser) {
  const file = join(temporary, 'e2e.json')
  const succeeded = run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    PATHCLOCK_CHROMIUM: browser,
  })
  const read = ({ stats, suites }) => {
    for (const [reason, count] of skipReasons(suites)) console.log(`${reason} (${count} tests)`)
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
  }
  return readReport(file, read, succeeded)
}

/** Why tests were skipped, in the words of the tests, and how many each. */
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
await together([
  ['lint', 'oxlint', ['--max-warnings=0']],
  ['format', 'biome', ['check', '.']],
  ['unused code', 'knip', []],
  ['types', 'tsc', ['-b']],
  ['build', 'electron-vite', ['build', '--logLevel', 'warn']],
])

await readers
const browser = ensureChromium()
part('unit and integration tests', () =>
  vitest(
    'unit',
    'vitest',
    ['run', '--exclude', realKeychain],
    browser ? { PATHCLOCK_CHROMIUM: browser } : {},
  ),
)
for (const state of ['unlocked', 'locked'])
  part(`the real keychain, ${state}`, () => {
    if (!ensureKeyring()) {
      console.log(
        'skipped: no Secret Service can be started here (Linux: libsecret-1-0, gnome-keyring, dbus)',
      )
      return { passed: 0, failed: 0, skipped: 1 }
    }
    const tests = ['scripts/withKeyring.sh', 'vitest', 'run', '--project', 'node', 'keychain.real']
    const { passed, failed } = vitest(`keychain-${state}`, 'sh', tests, {
      PATHCLOCK_KEYRING: '1',
      KEYRING: state,
    })
    // Each test names the state it needs; the other run has it.
    return { passed, failed }
  })
part('packing', check('node', ['scripts/packCheck.mjs']))
part('end-to-end tests', () => {
  if (browser) return playwright(browser)
  console.error('No Chromium, Chrome or Edge was found: install one, or set PATHCLOCK_CHROMIUM to its path.')
  return { passed: 0, failed: 1 }
})

rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
if (totals.skipped) console.log(`\n${totals.skipped} skipped (each says why above)`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed ? 1 : 0
