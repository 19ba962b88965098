import { EventEmitter } from 'node:events'
import { type Declarations, readDeclarations } from './declarations.ts'

export const declarations: Declarations = readDeclarations()
const line = declarations.version.split('.')[0]

/** Names that Node, promises and consoles look up on any object. */
const ordinary = new Set([
  'then',
  'toJSON',
  'toString',
  'valueOf',
  'constructor',
  'inspect',
  '__esModule',
  'default',
])

/** Returns the error for a missing name: Electron does not have it, or only the simulation lacks it. */
export const missing = (path: string, exists: boolean): Error =>
  new Error(
    exists
      ? `simulator: electron.${path} exists in Electron ${line}, but is not simulated`
      : `simulator: electron.${path} does not exist in Electron ${line}`,
  )

/** The members of Electron that the app has read, such as `webContents.send`; every use starts with a read. */
export const used = new Set<string>()
const ownFiles = new URL('.', import.meta.url).href

/** True if the app reads a name, not Node or the simulation, which use the same objects. */
function isReadByTheApp(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 3
  const reader = new Error('who reads').stack?.split('\n')[3] ?? 'node:'
  Error.stackTraceLimit = stackTraceLimit
  return !reader.includes(ownFiles) && !/node:|\(<anonymous>\)|at <anonymous>$/.test(reader)
}

/**
 * Returns `target` for the app. Reading a missing member throws; the message distinguishes members that only the
 * simulation lacks from those that Electron lacks too.
 */
export function strict<T extends object>(target: T, path: string, type: string, prefix = ''): T {
  return new Proxy(target, {
    get(inner, name, receiver) {
      if (typeof name === 'string' && !used.has(`${path}.${name}`) && isReadByTheApp())
        used.add(`${path}.${name}`)
      if (typeof name === 'symbol' || name in inner || ordinary.has(name) || name.startsWith('_'))
        return Reflect.get(inner, name, receiver) as unknown
      throw missing(`${path}.${name}`, declarations.members(type).has(`${prefix}${name}`))
    },
  })
}

/** Throws for options that Electron does not have: it would ignore them, so the code would be misleading. */
export function checkOptions(options: object, type: string, path: string): void {
  const known = declarations.members(type)
  for (const name of Object.keys(options))
    if (!known.has(name)) throw missing(`${path} option "${name}"`, false)
}

type Listener = (...args: never[]) => void

/** An emitter that refuses listeners for events that Electron does not have. */
export class SimulatedEmitter extends EventEmitter {
  readonly electronType: string
  constructor(electronType: string) {
    super()
    this.electronType = electronType
  }
  private check(name: string | symbol): void {
    if (typeof name === 'string' && !declarations.events(this.electronType).has(name))
      throw missing(`${this.electronType} event "${name}"`, false)
  }
  override on(name: string | symbol, listener: Listener): this {
    this.check(name)
    return super.on(name, listener as (...args: unknown[]) => void)
  }
  override once(name: string | symbol, listener: Listener): this {
    this.check(name)
    return super.once(name, listener as (...args: unknown[]) => void)
  }
  override addListener(name: string | symbol, listener: Listener): this {
    return this.on(name, listener)
  }
}

/** Creates an event whose default a listener may prevent. */
export function createEvent(): { readonly defaultPrevented: boolean; preventDefault(): void } {
  let prevented = false
  return {
    get defaultPrevented() {
      return prevented
    },
    preventDefault: () => {
      prevented = true
    },
  }
}
