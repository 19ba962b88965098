import type * as Electron from 'electron'
import { declarations, missing, strict } from '../strict.ts'
import { SimulatedApp } from './app.ts'
import { createBrowserWindow, type SimulatedWindow } from './browserWindow.ts'
import {
  createClipboard,
  createDialog,
  createPowerSaveBlocker,
  createShell,
  SimulatedClipboardItem,
  SimulatedPowerMonitor,
  SimulatedScreen,
  SimulatedTheme,
} from './desktop.ts'
import { SimulatedIpcMain } from './ipc.ts'
import { SimulatedMenu } from './menu.ts'
import { createNet } from './network.ts'
import { createNotification, type SimulatedNotification } from './notification.ts'
import { createProtocol, createSessions } from './session.ts'
import { createUtilityProcess } from './utilityProcess.ts'
import type { World } from './world.ts'

export type SimulatedWorld = World<SimulatedWindow, SimulatedNotification>

/** Each name must be one of Electron's: a name that Electron drops no longer compiles. */
type Simulated = Partial<Record<keyof typeof Electron, object>>

/** Creates Electron's modules for one world, as an app imports them. */
export function createElectron(world: SimulatedWorld) {
  const app = new SimulatedApp(world)
  const sessions = createSessions(world, app)
  const power = { ...createPowerSaveBlocker(), monitor: new SimulatedPowerMonitor() }
  const modules = {
    app: strict(app, 'app', 'App'),
    BrowserWindow: strict(
      createBrowserWindow({ world, app, sessions }),
      'BrowserWindow',
      'BrowserWindow',
      'static ',
    ),
    clipboard: strict(createClipboard(world), 'clipboard', 'Clipboard'),
    ClipboardItem: strict(SimulatedClipboardItem, 'ClipboardItem', 'ClipboardItem', 'static '),
    dialog: strict(createDialog(world), 'dialog', 'Dialog'),
    ipcMain: strict(new SimulatedIpcMain(world), 'ipcMain', 'IpcMain'),
    Menu: strict(SimulatedMenu, 'Menu', 'Menu', 'static '),
    nativeTheme: strict(new SimulatedTheme(world), 'nativeTheme', 'NativeTheme'),
    net: strict(createNet(world), 'net', 'Net'),
    Notification: strict(createNotification(world), 'Notification', 'Notification', 'static '),
    powerMonitor: strict(power.monitor, 'powerMonitor', 'PowerMonitor'),
    powerSaveBlocker: strict(power.powerSaveBlocker, 'powerSaveBlocker', 'PowerSaveBlocker'),
    protocol: strict(createProtocol(world), 'protocol', 'Protocol'),
    screen: strict(new SimulatedScreen(world), 'screen', 'Screen'),
    session: strict(sessions.session, 'session', 'Session', 'static '),
    shell: strict(createShell(world), 'shell', 'Shell'),
    utilityProcess: strict(createUtilityProcess(world), 'utilityProcess', 'UtilityProcess', 'static '),
  } satisfies Simulated
  return { modules, app, sessions, power }
}

/**
 * Returns the exports of `import 'electron'`. Names of Electron that are not simulated throw when used, unknown names
 * when read.
 */
export function asModule(modules: object): { exports: object; source: string } {
  const allModules = new Map<string, unknown>(Object.entries(modules))
  for (const name of declarations.exports) if (!allModules.has(name)) allModules.set(name, absent(name))
  const exports = new Proxy(Object.fromEntries(allModules), {
    get(target, name, receiver) {
      if (typeof name === 'string' && !allModules.has(name) && name !== 'then' && name !== '__esModule')
        throw missing(name, false)
      return Reflect.get(target, name, receiver) as unknown
    },
  })
  const lines = [...allModules.keys()].map((name) => `export const ${name} = electron.${name}`)
  return { exports, source: lines.join('\n') }
}

function absent(name: string): object {
  const refuse = (): never => {
    throw missing(name, true)
  }
  return new Proxy(() => undefined, { get: refuse, apply: refuse, construct: refuse, set: refuse })
}
