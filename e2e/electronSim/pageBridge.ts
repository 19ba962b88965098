import type { ContextBridge, IpcRenderer, WebUtils } from 'electron'
import type { createCodec } from './codec.ts'

export type BridgeConfig = {
  /** The name of the page's function that calls the test's process. */
  binding: string
  /** The name of the function that delivers events, which a page cannot guess. */
  deliver: string
  /** The folder for files that the page holds, ending with a path separator. */
  filesFolder: string
  preloadPath: string
  platform: string
  electronVersion: string
}

type Preload = (require: (name: string) => unknown, module: object, exports: object, process: object) => void
/** The messages from the page to the test's process. */
export type Sent =
  | { kind: 'invoke'; channel: string; args: string }
  | { kind: 'send'; channel: string; args: string }
  | { kind: 'upload'; path: string; base64: string }
  | { kind: 'open'; url: string }
  | { kind: 'preloadFailed'; path: string; message: string }

/**
 * The page's half of Electron: the modules that a sandboxed preload may require, and the bridge between its world and
 * the page's. It runs in the page from its source, before any script of the page, and so refers to nothing outside
 * itself.
 */
export function runPreload(config: BridgeConfig, codecOf: typeof createCodec, preload: Preload | null): void {
  if (window.top !== window || !location.protocol.startsWith('http')) return
  const codec = codecOf()
  const page = window as unknown as Record<string, unknown>
  const bound = page[config.binding] as (message: Sent) => Promise<unknown>
  Reflect.deleteProperty(page, config.binding)
  const listeners = new Map<string, Set<(event: object, ...args: unknown[]) => void>>()
  const uploads = new Set<Promise<unknown>>()
  let fileCount = 0

  const upload = async (path: string, file: File): Promise<void> => {
    let text = ''
    for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte)
    await bound({ kind: 'upload', path, base64: btoa(text) })
  }
  const listenersOf = (channel: string) => {
    const known = listeners.get(channel) ?? new Set()
    listeners.set(channel, known)
    return known
  }

  const ipcRenderer = {
    invoke: async (channel: string, ...args: unknown[]): Promise<unknown> => {
      const encoded = codec.encode(args)
      await Promise.all(uploads)
      const answer = (await bound({ kind: 'invoke', channel, args: encoded })) as
        | { ok: true; value: string }
        | { ok: false; message: string }
      if (!answer.ok) throw new Error(answer.message)
      return codec.decode(answer.value)
    },
    send: (channel: string, ...args: unknown[]): void => {
      void bound({ kind: 'send', channel, args: codec.encode(args) })
    },
    on(channel: string, listener: (event: never, ...args: never[]) => void) {
      listenersOf(channel).add(listener as (event: object, ...args: unknown[]) => void)
      return this
    },
    removeListener(channel: string, listener: (...args: never[]) => void) {
      listenersOf(channel).delete(listener as (event: object, ...args: unknown[]) => void)
      return this
    },
  } satisfies Record<string, unknown> & Pick<IpcRenderer, 'invoke' | 'send'>

  const webUtils: Pick<WebUtils, 'getPathForFile'> = {
    getPathForFile: (file) => {
      if (!(file instanceof File)) throw new TypeError('getPathForFile expected a File')
      const path = `${config.filesFolder}${++fileCount}-${file.name}`
      const done = upload(path, file).finally(() => uploads.delete(done))
      uploads.add(done)
      return path
    },
  }

  const isSimple = (value: unknown): boolean =>
    value === null || !['object', 'function', 'symbol'].includes(typeof value)
  /** Converts a value at the bridge: data is copied, functions and promises become proxies. */
  const cross = (value: unknown, depth = 0): unknown => {
    if (depth > 1000) throw new TypeError('Electron contextBridge recursion depth exceeded.')
    if (isSimple(value)) return value
    if (typeof value === 'symbol') throw new TypeError('An object could not be cloned.')
    if (typeof value === 'function')
      return (...args: unknown[]) => {
        const called = value as (...given: unknown[]) => unknown
        return cross(called(...args.map((argument) => cross(argument))))
      }
    return crossObject(value as object, depth)
  }
  const crossObject = (value: object, depth: number): unknown => {
    if (value instanceof Promise)
      return value.then(
        (result) => cross(result),
        (reason) => {
          throw cross(reason)
        },
      )
    if (value instanceof Error) return new Error(value.message)
    if (value instanceof Blob || value instanceof Node) return value
    if (Array.isArray(value)) return value.map((item) => cross(item, depth + 1))
    const kind = Object.prototype.toString.call(value)
    if (kind !== '[object Object]') return structuredClone(value)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cross(item, depth + 1)]))
  }
  const freeze = (value: unknown): unknown => {
    if (value instanceof Object && !(value instanceof Promise)) {
      Object.freeze(value)
      for (const inner of Object.values(value)) freeze(inner)
    }
    return value
  }
  const contextBridge: Pick<ContextBridge, 'exposeInMainWorld'> = {
    exposeInMainWorld: (name, api) => {
      if (name in page)
        throw new Error('Cannot bind an API on top of an existing property on the window object')
      Object.defineProperty(page, name, { value: freeze(cross(api)), enumerable: true })
    },
  }

  const renderer = new Proxy({ contextBridge, ipcRenderer, webUtils } as Record<string, unknown>, {
    get: (modules, name) => {
      if (typeof name === 'string' && !(name in modules))
        throw new Error(`simulator: electron.${name} is not there in a sandboxed preload, or not simulated`)
      return modules[name as string]
    },
  })
  const requireInSandbox = (name: string): unknown => {
    const bare = name.replace(/^node:/, '')
    if (/^electron(\/(renderer|common))?$/.test(name)) return renderer
    if (bare === 'timers') return { setTimeout, setInterval, clearTimeout, clearInterval }
    if (bare === 'url') return { URL, URLSearchParams }
    throw new Error(`module not found: ${name}`)
  }

  // A denied window is null to the page; main decides if it is denied.
  window.open = (url) => {
    void bound({ kind: 'open', url: new URL(String(url ?? 'about:blank'), location.href).href })
    return null
  }
  Object.defineProperty(page, config.deliver, {
    value: (channel: string, args: string) => {
      const event = { sender: ipcRenderer, ports: [] }
      for (const listener of listenersOf(channel)) listener(event, ...(codec.decode(args) as unknown[]))
    },
  })
  if (!preload) return
  const { platform, electronVersion, preloadPath } = config
  const process = { type: 'renderer', sandboxed: true, contextIsolated: true, platform }
  const module = { exports: {} }
  try {
    preload(requireInSandbox, module, module.exports, { ...process, versions: { electron: electronVersion } })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    void bound({ kind: 'preloadFailed', path: preloadPath, message })
  }
}
