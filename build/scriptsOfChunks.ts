import { Script } from 'node:vm'
import type { Plugin } from 'vite'

/** What of the tree of a module is looked at here. */
type Node = { type: string; start: number; end: number; [part: string]: unknown }
type Specifier = { local: { name: string }; exported: { name: string } }

const runner = 'chunks/runScript.js'

function* nodesOf(part: unknown): Generator<Node> {
  if (Array.isArray(part)) for (const one of part) yield* nodesOf(one)
  else if (typeof part === 'object' && part !== null) {
    if ('type' in part) yield part as Node
    for (const one of Object.values(part)) yield* nodesOf(one)
  }
}

/** The names that a function has for itself: its parameters, and what is declared in it. */
function ownNames(node: Node): Set<string> {
  const patterns = [...nodesOf(node)].flatMap((inner) =>
    inner.type === 'VariableDeclarator' ? [inner['id']] : ((inner['params'] ?? []) as unknown[]),
  )
  return new Set(
    [...nodesOf(patterns)].filter(({ type }) => type === 'Identifier').map(({ name }) => String(name)),
  )
}

/** The first of these names of a module that is given another value somewhere; names that functions have for themselves are others. */
function changedName(part: unknown, names: ReadonlySet<string>): string | undefined {
  if (Array.isArray(part)) {
    for (const one of part) {
      const found = changedName(one, names)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (typeof part !== 'object' || part === null) return undefined
  const node = part as Node
  const target = (node['left'] ?? node['argument']) as Node | undefined
  if (/^(Assignment|Update)Expression$/.test(node.type) && names.has(String(target?.['name'])))
    return String(target?.['name'])
  return changedName(Object.values(node), node['params'] ? names.difference(ownNames(node)) : names)
}

/**
 * A chunk as a script, which is a function of what the chunk imports and gives what it exports, and the module that takes
 * its place. Throws where an exported name is given another value later, which the module would not see.
 */
export function toScript(
  code: string,
  body: readonly Node[],
  scriptName: string,
): { script: string; module: string } {
  const imports = body.filter(({ type }) => type === 'ImportDeclaration')
  const exports = body.filter(({ type }) => type === 'ExportNamedDeclaration')
  const taken = imports.flatMap(({ specifiers }) =>
    (specifiers as Specifier[]).map(({ local }) => local.name),
  )
  const given = exports.flatMap(({ specifiers }) =>
    (specifiers as Specifier[]).map(({ local, exported }) => ({ name: local.name, as: exported.name })),
  )
  const names = new Set(given.map(({ name }) => name))
  const cuts = [...imports, ...exports].map((node) => ({ ...node, put: '' }))
  const changed = changedName(body, names)
  if (changed !== undefined) throw new Error(`${scriptName}: ${changed} is exported and changed.`)
  for (const node of nodesOf(body)) {
    if (node.type === 'MetaProperty' && code.slice(node.start, node.end) === 'import.meta')
      cuts.push({ ...node, put: 'importMeta' })
    // A script could import only through an experiment of Node, which warns of it: the module imports for it.
    if (node.type === 'ImportExpression')
      cuts.push({ ...node, end: node.start + 'import'.length, put: 'importHere' })
  }
  let [inner, from] = ['', 0]
  for (const { start, end, put } of cuts.toSorted((one, other) => one.start - other.start)) {
    inner += code.slice(from, start) + put
    from = end
  }
  const results = given.map(({ name, as }) => `${as}: ${name}`).join(', ')
  const script = `(function (${['importMeta', 'importHere', ...taken].join(', ')}) { "use strict"; ${inner}${code.slice(from)}\nreturn { ${results} } })`
  // Where something stands in it that only a module may have, it fails here and not at a start.
  void new Script(script)
  const statements = [
    ...imports.map(({ start, end }) => code.slice(start, end)),
    `import { runScript } from "./${runner.replace('chunks/', '')}";`,
    `const given = runScript(new URL("./${scriptName}", import.meta.url).href)(${['import.meta', '(name) => import(name)', ...taken].join(', ')});`,
    ...given.map(({ as }, index) => `const given${index} = given.${as};`),
    `export { ${given.map(({ as }, index) => `given${index} as ${as}`).join(', ')} };`,
  ]
  return { script, module: `${statements.join('\n')}\n` }
}

/** What Node keeps of a compiled module lacks the functions in it that are compiled when they are called; of a script they can be kept. */
export const scriptsOfChunks = (chunks: readonly string[], runnerModule: string): Plugin => ({
  name: 'scripts-of-chunks',
  enforce: 'post',
  buildStart() {
    this.emitFile({ type: 'chunk', id: runnerModule, fileName: runner, preserveSignature: 'strict' })
  },
  generateBundle(_options, bundle) {
    for (const name of chunks) {
      const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === name)
      if (chunk?.type !== 'chunk') throw new Error(`The build has no chunk ${name}.`)
      const fileName = chunk.fileName.replace(/\.js$/, '.script.js')
      const tree = this.parse(chunk.code) as unknown as { body: Node[] }
      const { script, module } = toScript(chunk.code, tree.body, fileName.replace('chunks/', ''))
      this.emitFile({ type: 'asset', fileName, source: script })
      chunk.code = module
    }
  },
})
