import type { Plugin } from 'vite'

type Imports = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** Ids of modules: paths with slashes, on Windows too, and without links. */
type Parts = {
  services: string
  /** What runs before it is known where compiled code is kept. */
  entries: readonly string[]
  /** What begins without a window, whose host cannot load Electron. */
  headless: readonly string[]
  keychainHelper: string
  drugsThread: string
  /** What is there before the services are: the window, the server, the reading of a command. */
  hosts: readonly string[]
  otherThreads: readonly string[]
}

/**
 * Few files for a start, since each costs about a millisecond however small it is, and none that brings the services to
 * what does without them: a file for what the services share with each of these parts, and one for the rest of them;
 * `schemas` is what hosts and threads have in common. Throws where a part is no module of the build.
 */
export function chunksOfStart(parts: Parts) {
  const reached = new Map<string, ReadonlySet<string>>()
  const reach = (entry: string, imports: Imports): ReadonlySet<string> => {
    const known = reached.get(entry)
    if (known) return known
    if (!imports.getModuleInfo(entry)) throw new Error(`The build has no module ${entry}.`)
    const all = new Set([entry])
    for (const id of all) for (const next of imports.getModuleInfo(id)?.importedIds ?? []) all.add(next)
    reached.set(entry, all)
    return all
  }
  type Belongs = (isReachedBy: (...modules: string[]) => boolean) => boolean
  const group = (name: string, priority: number, belongs: Belongs) => ({
    name(id: string, imports: Imports): string | null {
      const isReachedBy = (...modules: string[]) =>
        modules.some((module) => module !== id && reach(module, imports).has(id))
      return belongs(isReachedBy) ? name : null
    },
    debugName: name,
    priority,
  })
  const { services, entries, headless, keychainHelper, drugsThread, hosts, otherThreads } = parts
  return {
    groups: [
      group('first', 6, (by) => by(...entries) && by(services, ...headless)),
      group(
        'schemas',
        5,
        (by) => by(services) && (by(keychainHelper) || (by(...hosts) && by(drugsThread, ...otherThreads))),
      ),
      group('kept', 4, (by) => by(services) && by(drugsThread)),
      group('hosts', 3, (by) => by(...hosts) && by(services)),
      group('shared', 2, (by) => by(services) && by(...otherThreads)),
      group('services', 1, (by) => by(services)),
    ],
  }
}

const beyondAscii = /[^\0-\x7f]/g
const rawBeyondAscii = /html`|String\.raw`[^`]*[^\0-\x7f`]/
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * One letter beyond ASCII makes a file take twice its size of memory for as long as it is loaded. Between backquotes that
 * are read raw an escape would stay one, so files with such stay as they are.
 */
export const inAscii: Plugin = {
  name: 'in-ascii',
  // Behind whatever else writes the code anew.
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && !rawBeyondAscii.test(chunk.code))
        chunk.code = chunk.code.replaceAll(beyondAscii, escaped)
  },
}

const builtinImport =
  /^import (?:(?<whole>[\w$]+)(?:, )?)?(?:\{ (?<parts>[^}]+) \})? ?from "(?<module>node:[\w/]+)";$/gm

/** Modules of functions that take a start some ms and few commands call. */
const seldomCalled: ReadonlySet<string> = new Set([
  'node:child_process',
  'node:crypto',
  'node:readline',
  'node:readline/promises',
  'node:stream/consumers',
  'node:stream/promises',
])
/** These have a form with promises beside them, which a function that calls them does not have. */
const hasPromises = /\bexec/
/** Functions of a module that ask for it when the first of them is called. `parts`: `a` or `a as b` of an import. */
function toCalls(module: string, parts: readonly string[]): string {
  const loaded = module.replaceAll(/\W/g, '_')
  const calls = parts.map((part) => {
    const [name = '', as = name] = part.split(' as ')
    return `const ${as} = (...given) => (${loaded} ??= process.getBuiltinModule("${module}")).${name}(...given);`
  })
  return [`let ${loaded};`, ...calls].join(' ')
}

/**
 * An `import` of a module of Node copies all that it exports, and getters among it load other modules; asked for in this
 * way, only what is used is there, and what is seldom called is loaded by the call. See docs/decisions/0029-start-time.md.
 */
export const builtinsWithoutCopies: Plugin = {
  name: 'builtins-without-copies',
  renderChunk: (code) => ({
    code: code.replaceAll(builtinImport, (...found) => {
      const { whole, parts, module } = found.at(-1) as { whole?: string; parts?: string; module: string }
      if (parts && !whole && seldomCalled.has(module) && !hasPromises.test(parts))
        return toCalls(module, parts.split(', '))
      const given = `process.getBuiltinModule("${module}")`
      const names = parts && `const { ${parts.replaceAll(' as ', ': ')} } = ${given};`
      return [whole && `const ${whole} = ${given};`, names].filter(Boolean).join(' ')
    }),
    map: null,
  }),
}
