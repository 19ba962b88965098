/**
 * Runs an app's built main entry as Electron would: `import 'electron'` returns the simulation, and `ready` follows
 * after the entry has run. Started by child.ts, and connected to it by Node's IPC.
 */
import childProcess from 'node:child_process'
import { existsSync } from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { asModule, createElectron, type SimulatedWorld } from './main/electron.ts'
import { createMainHandlers } from './main/mainHandlers.ts'
import { createWorld } from './main/world.ts'
import type { BootConfig, BrowserHandlers } from './messages.ts'
import { createPeer } from './peer.ts'
import { declarations, missing } from './strict.ts'

const config = JSON.parse(process.env['ELECTRON_SIM_CONFIG'] ?? '{}') as BootConfig
const wire = takeWire()
const answers: Record<string, unknown> = {}
const world: SimulatedWorld = createWorld(
  config,
  createPeer<BrowserHandlers>(wire, answers),
  packageFolderOf(config.main),
)
const electron = createElectron(world)
Object.assign(answers, createMainHandlers(world, electron))

matchElectronProcess()
refuseFork()
resolveElectron()
process.on('disconnect', () => process.exit())
// "Do nothing if the user has a custom uncaught exception handler", else a dialog: module browser/init of Electron.
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') > 1) world.recorded.caught.push(error.message)
  else world.fault(`uncaught in main: ${error.stack ?? error.message}`)
})
process.on('unhandledRejection', (reason) =>
  world.fault(
    `unhandled in main: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`,
  ),
)

try {
  await import(pathToFileURL(config.main).href)
  electron.app.becomeReady()
} catch (error) {
  world.fault(`main could not start: ${explain(error)}`)
}

/**
 * Makes `fork` throw. Without the fuse `RunAsNode`, "`process.fork` in the main process will not function as expected":
 * it starts the app again (https://electronjs.org/docs/tutorial/fuses#runasnode).
 */
function refuseFork(): void {
  const refuse = (modulePath: string): never => {
    throw world.fault(`simulator: fork(${modulePath}) starts the app again, since the fuse RunAsNode is off`)
  }
  Object.assign(childProcess, { fork: refuse })
  syncBuiltinESMExports()
}

/** Hides Node's IPC channel from the app, because Electron's main process has none. */
function takeWire() {
  const send = process.send?.bind(process)
  delete process.send
  return {
    send: (message: unknown) => void send?.(message),
    onMessage: (listener: (message: unknown) => void) => void process.on('message', listener),
  }
}

function matchElectronProcess(): void {
  delete process.env['ELECTRON_SIM_CONFIG']
  const entry = config.packaged ? [] : [world.packageFolder]
  process.argv = [process.execPath, ...entry, ...config.args]
  process.execArgv = []
  Object.defineProperty(process.versions, 'electron', { value: declarations.version, enumerable: true })
  Object.assign(process, { type: 'browser', resourcesPath: world.packageFolder })
  // "Map process.exit to app.exit, which quits gracefully": module browser/init of Electron. So `exitCode` has no
  // effect.
  process.exit = ((code?: number) => electron.app.exit(code)) as typeof process.exit
  if (!config.packaged) Object.assign(process, { defaultApp: true })
}

function resolveElectron(): void {
  const { exports, source } = asModule(electron.modules)
  const key = 'electron-sim'
  Object.defineProperty(globalThis, Symbol.for(key), { value: exports })
  const globalReference = `globalThis[Symbol.for('${key}')]`
  registerHooks({
    resolve: (specifier, context, next) => {
      if (!/^electron(\/(main|common))?$/.test(specifier)) return next(specifier, context)
      const format = context.conditions.includes('require') ? 'commonjs' : 'module'
      return { url: `electron-sim:${format}`, format, shortCircuit: true }
    },
    load: (url, context, next) => {
      if (url === 'electron-sim:commonjs')
        return { format: 'commonjs', source: `module.exports = ${globalReference}`, shortCircuit: true }
      if (url !== 'electron-sim:module') return next(url, context)
      const moduleSource = `const electron = ${globalReference}\n${source}\nexport default electron`
      return { format: 'module', source: moduleSource, shortCircuit: true }
    },
  })
}

/** Returns the nearest folder above the entry with a package.json, which Electron uses as the app's path. */
function packageFolderOf(entry: string): string {
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'package.json'))) return folder
  return dirname(entry)
}

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const name = /'electron(?:-sim:module)?' does not provide an export named '(\w+)'/.exec(message)?.[1]
  return name ? missing(name, false).message : message
}
