import type { ClipboardItem, Dialog, Display, NativeTheme, PowerSaveBlocker, Screen, Shell } from 'electron'
import type { DialogMethod } from '../messages.ts'
import { SimulatedEmitter } from '../strict.ts'
import { requireReady, type World } from './world.ts'

type ShownDialogs = Pick<Dialog, 'showErrorBox'> &
  Record<DialogMethod, (...args: unknown[]) => Promise<unknown>>

/** Creates dialogs that return the test's scripted answers. An unexpected dialog throws instead of hanging. */
export function createDialog(world: World): ShownDialogs {
  const show =
    (method: DialogMethod) =>
    async (...args: unknown[]): Promise<unknown> => {
      requireReady(world, 'dialog module can only be used after app is ready')
      world.recorded.dialogs.push({ method, options: JSON.parse(JSON.stringify(args.at(-1) ?? null)) })
      const answer = world.dialogAnswers.get(method)?.shift()
      if (!answer)
        throw world.fault(`simulator: dialog.${method} was opened, and the test had no answer for it`)
      return answer
    }
  return {
    showOpenDialog: show('showOpenDialog'),
    showSaveDialog: show('showSaveDialog'),
    showMessageBox: show('showMessageBox'),
    showErrorBox: (title, content) => {
      world.recorded.errorBoxes.push({ title, content })
      world.fault(`error box: ${title}: ${content}`)
    },
  }
}

export const createShell = (world: World): Pick<Shell, 'openExternal' | 'showItemInFolder'> => ({
  openExternal: async (url) => {
    world.recorded.openedExternal.push(url)
  },
  showItemInFolder: (path) => {
    world.recorded.shownInFolder.push(path)
  },
})

/** A picture or text for the clipboard, in the form of the W3C API. */
export class SimulatedClipboardItem implements Pick<ClipboardItem, 'types'> {
  readonly parts: Record<string, string | Blob>
  constructor(parts: Record<string, string | Blob>) {
    this.parts = parts
  }
  get types(): string[] {
    return Object.keys(this.parts)
  }
}

export const createClipboard = (world: World) => ({
  write: async (items: readonly SimulatedClipboardItem[]): Promise<void> => {
    requireReady(world, 'clipboard cannot be used before the app is ready')
    for (const { parts } of items) {
      const sizes = Object.entries(parts).map(([type, part]) => [
        type,
        typeof part === 'string' ? part.length : part.size,
      ])
      world.recorded.clipboard.push(Object.fromEntries(sizes) as Record<string, number>)
    }
  },
})

export class SimulatedTheme extends SimulatedEmitter implements Pick<NativeTheme, 'themeSource'> {
  private readonly world: World
  private source: NativeTheme['themeSource'] = 'system'
  constructor(world: World) {
    super('NativeTheme')
    this.world = world
  }
  get themeSource(): NativeTheme['themeSource'] {
    return this.source
  }
  set themeSource(source: NativeTheme['themeSource']) {
    if (!['system', 'light', 'dark'].includes(source)) throw this.world.fault(`Unknown themeSource ${source}`)
    const changed = source !== this.source
    this.source = source
    if (!changed) return
    this.world.browser.call('theme', { source }).catch(() => undefined)
    this.emit('updated')
  }
  get shouldUseDarkColors(): boolean {
    return this.source === 'dark' || (this.source === 'system' && this.world.config.dark)
  }
}

export class SimulatedScreen
  extends SimulatedEmitter
  implements Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>
{
  private readonly world: World
  constructor(world: World) {
    super('Screen')
    this.world = world
  }
  getAllDisplays(): Display[] {
    requireReady(this.world, "The 'screen' module can't be used before the app 'ready' event")
    const area = { x: 0, y: 0, width: 1920, height: 1080 }
    const { displays = [{ bounds: area, workArea: area, scaleFactor: 1 }] } = this.world.config
    return displays.map((display, index) => ({ id: index + 1, ...display }) as Display)
  }
  getPrimaryDisplay(): Display {
    return this.getAllDisplays()[0] as Display
  }
}

/** https://electronjs.org/docs/api/power-save-blocker: a blocker holds from `start` until `stop` with its id. */
export function createPowerSaveBlocker() {
  const started = new Map<number, string>()
  let lastId = 0
  const powerSaveBlocker: PowerSaveBlocker = {
    start: (type) => {
      started.set(++lastId, type)
      return lastId
    },
    stop: (id) => started.delete(id),
    isStarted: (id) => started.has(id),
  }
  return { powerSaveBlocker, started }
}

/** "If the event handler invokes `e.preventDefault()`, Electron will attempt to delay system shutdown": https://electronjs.org/docs/api/power-monitor */
export class SimulatedPowerMonitor extends SimulatedEmitter {
  constructor() {
    super('PowerMonitor')
  }
}
