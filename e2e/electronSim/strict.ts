import { EventEmitter } from 'node:events'
import { type Declarations, readDeclarations } from './declarations.ts'

export const declarations: Declarations = readDeclarations()
const line = declarations.version.split('.')[0]

/** Names that Node, promises and consoles look for on any object. */
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

/** Why a name is not there: Electron has none of it, or only the simulation has not. */
export const missing = (path: string, exists: boolean): Error =>
  new Error(
    exists
      ? `simulator: electron.${path} exists in Electron ${line}, but is not simulated`
      : `simulator: electron.${path} does not exist in Electron ${line}`,
  )

/** What the app has taken hold of, as in `webContents.send`; whatever it uses of Electron it has to take hold of first. */
export const used = new Set<string>()
const ownFiles = new URL('.', import.meta.url).href

/** Whether it is the app that reads a name: Node, and the simulation itself, use the same objects. */
function isReadByTheApp(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 3
  const reader = new Error('who reads').stack?.split('\n')[3] ?? 'node:'
  Error.stackTraceLimit = stackTraceLimit
  return !reader.includes(ownFiles) && !/node:|\(<anonymous>\)|at <anonymous>$/.test(reader)
}

/** `target` as the app sees it: reading what is not there throws, and says whether Electron itself has it. */
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

/** Refuses options that Electron does not know: it would ignore them, and the app would not be what it reads like. */
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

/** An event whose default a listener may prevent. */
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
