// node scripts/release/smoke.mjs PROGRAM [arguments for Playwright]: tests a packed app by its executable, PROGRAM. It
// first starts the unchanged app, with everything that the fuses must make it ignore, and runs its command line. With
// `--start-only`, as for an AppImage, it stops there. Then the end-to-end specs run on a copy with one fuse switched
// back, since Playwright controls the main process through Node's inspector.
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

/** Returns the file that users run for the command line: a launcher, or on Linux the program itself. */
function launcherOf(program) {
  if (process.platform === 'win32') return join(dirname(program), 'resources/bin/pathclock.cmd')
  return process.platform === 'darwin' ? join(wholeOf(program), 'Contents/Resources/bin/pathclock') : program
}

/** Runs a command of the untouched app as a server would, without a screen. */
function runCommand(program, args, input = '') {
  const { DISPLAY: _screen, WAYLAND_DISPLAY: _other, ...env } = process.env
  const isBatch = process.platform === 'win32'
  const launcher = launcherOf(program)
  // cmd.exe starts batch files only.
  const [file, given] = isBatch ? ['cmd.exe', ['/d', '/c', launcher, ...args]] : [launcher, args]
  return spawnSync(file, given, { encoding: 'utf8', env, input, timeout: startLimitMs })
}

function checkCommands(program, work) {
  const data = join(work, 'commands')
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const expectRun = (args, code, pattern, input) => {
    const run = runCommand(program, args, input)
    if (run.status !== code || !pattern.test(run.stdout))
      throw new Error(
        `pathclock ${args.join(' ')} ended with ${run.status} (${run.error ?? run.signal}): ${run.stdout}\n${run.stderr}`,
      )
  }
  expectRun(['--version'], 0, new RegExp(`^${version.replaceAll('.', '\\.')}\\s*$`))
  expectRun(['samples', 'list', '--json', '--data', data], 3, /"code":"notSignedIn"/)
  expectRun(['smaples', '--json'], 2, /"code":"usage"/)
  // The address is an argument, and the key comes on standard input. The port is closed, so the key is not stored.
  const login = ['login', '--service', 'http://127.0.0.1:9', '--api-key-stdin', '--json', '--data', data]
  expectRun(login, 4, /"type":"error"/, 'no-key\n')
  console.log('smoke: the command line runs without a screen and ends with its exit codes')
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
  checkCommands(program, work)
  await checkUntouched(program, work)
  const isStartOnly = args.includes('--start-only')
  if (!isStartOnly) process.exitCode = runSpecs(await steerable(program, work), args)
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
}
