// node scripts/release/smoke.mjs PROGRAM [arguments for Playwright]: tests a packed app, PROGRAM being its executable.
// First it is started as it is, with all that the fuses have to make it ignore. Then the end-to-end specs run on a copy in
// which one fuse is switched back: Playwright steers the main process through Node's inspector.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { chromium } from '@playwright/test'
import { projectRoot, requireNode24 } from '../build.mjs'

const startLimitMs = 60_000

/** The folder that is the whole app: on macOS the bundle, elsewhere where the program lies. */
const wholeOf = (program) =>
  program.includes('.app/') ? `${program.split('.app/')[0]}.app` : dirname(program)

/** The address of Chromium's own debugger, which is opened by a switch that no fuse concerns. */
function debuggerOf(child) {
  const line = new Promise((done, failed) => {
    child.once('exit', (code) => failed(new Error(`The app ended with ${code} before its window stood.`)))
    createInterface(child.stderr).on('line', (text) => {
      const found = /DevTools listening on (ws:\S+)/.exec(text)
      if (found) done(found[1])
    })
  })
  const limit = new Promise((_done, failed) => {
    setTimeout(() => failed(new Error('The app did not start in time.')), startLimitMs).unref()
  })
  return Promise.race([line, limit])
}

/** Starts the untouched app as an attacker would, and asks its page for the app's version. */
async function checkUntouched(program, work) {
  const mark = join(work, 'mark')
  const attack = join(work, 'attack.cjs')
  writeFileSync(attack, `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`)
  const child = spawn(program, ['--remote-debugging-port=0', '--data', join(work, 'data')], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require=${attack}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    const browser = await chromium.connectOverCDP(await debuggerOf(child))
    const [context] = browser.contexts()
    const page = context.pages()[0] ?? (await context.waitForEvent('page'))
    await page.waitForFunction(() => 'pathclock' in globalThis)
    const status = await page.evaluate(() => globalThis.pathclock.call('app.status', {}))
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
    if (status.value?.version !== version || status.value.host !== 'electron')
      throw new Error(`The packed app is not version ${version}: ${JSON.stringify(status)}`)
    await browser.close()
  } finally {
    child.kill()
  }
  if (existsSync(mark)) throw new Error('The packed app ran code named by NODE_OPTIONS.')
  console.log('smoke: the untouched app starts, answers, and runs nothing but its own code')
}

/** A copy of the app that lets itself be steered; gives its program. */
async function steerable(program, work) {
  const whole = wholeOf(program)
  const copy = join(work, basename(whole))
  cpSync(whole, copy, { recursive: true, verbatimSymlinks: true })
  await flipFuses(join(copy, relative(whole, program)), {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    resetAdHocDarwinSignature: process.platform === 'darwin',
  })
  return join(copy, relative(whole, program))
}

function runSpecs(program, args) {
  const env = { ...process.env, PATHCLOCK_PACKED: program }
  const specs = [join(projectRoot, 'scripts/e2e.mjs'), '--project', 'electron', ...args]
  return spawnSync(process.execPath, specs, { cwd: projectRoot, stdio: 'inherit', env }).status ?? 1
}

requireNode24()
const [given, ...args] = process.argv.slice(2)
if (!given || !existsSync(given)) {
  console.error('Name the packed program: node scripts/release/smoke.mjs dist/linux-unpacked/pathclock')
  process.exit(1)
}
const work = mkdtempSync(join(tmpdir(), 'pathclock-smoke-'))
try {
  const program = resolve(given)
  await checkUntouched(program, work)
  process.exitCode = runSpecs(await steerable(program, work), args)
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
}
