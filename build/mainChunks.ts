import type { Plugin } from 'vite'

type Imports = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/**
 * Few files for a start, since each costs about a millisecond however small it is: what the services share with the thread
 * of the drugs, what they share with the other threads, and the rest of them. All are paths of modules.
 */
export function chunksOfStart(services: string, drugs: string, otherThreads: readonly string[]) {
  const reached = new Map<string, ReadonlySet<string>>()
  const reach = (entry: string, imports: Imports): ReadonlySet<string> => {
    const known = reached.get(entry)
    if (known) return known
    const all = new Set([entry])
    for (const id of all) for (const next of imports.getModuleInfo(id)?.importedIds ?? []) all.add(next)
    reached.set(entry, all)
    return all
  }
  const group = (name: string, threads: readonly string[], priority: number) => ({
    name: (id: string, imports: Imports) =>
      reach(services, imports).has(id) &&
      (threads.length === 0 || threads.some((entry) => reach(entry, imports).has(id)))
        ? name
        : null,
    debugName: name,
    priority,
  })
  return { groups: [group('kept', [drugs], 3), group('shared', otherThreads, 2), group('services', [], 1)] }
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

/**
 * An `import` of a module of Node copies all that it exports, and getters among it load other modules; asked for in this
 * way, only what is used is there. See docs/decisions/0029.
 */
export const builtinsWithoutCopies: Plugin = {
  name: 'builtins-without-copies',
  renderChunk: (code) => ({
    code: code.replaceAll(builtinImport, (...found) => {
      const { whole, parts, module } = found.at(-1) as { whole?: string; parts?: string; module: string }
      const given = `process.getBuiltinModule("${module}")`
      const names = parts && `const { ${parts.replaceAll(' as ', ': ')} } = ${given};`
      return [whole && `const ${whole} = ${given};`, names].filter(Boolean).join(' ')
    }),
    map: null,
  }),
}
