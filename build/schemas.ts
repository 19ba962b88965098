import type { Plugin } from 'vite'

/** What of the tree of a module is looked at here. */
type Node = { type: string; start: number; end: number; [part: string]: unknown }

/** What gives no schema. */
const ends = new Set(['parse', 'safeParse'])

/** The name that a chain of calls begins with: `z` of `z.string().min(1)`; null where it ends in something else than a schema. */
function rootOf(node: Node | null): string | null {
  if (node?.type === 'Identifier') return String(node['name'])
  if (node?.type !== 'CallExpression') return null
  const callee = node['callee'] as Node
  if (callee.type !== 'MemberExpression') return rootOf(callee)
  const { name } = callee['property'] as { name?: string }
  return name === undefined || ends.has(name) ? null : rootOf(callee['object'] as Node)
}

/** The schemas that a module makes when it is loaded: where in its code. */
function schemasOf(body: readonly Node[]): { start: number; end: number }[] {
  const schemas = new Set(['z'])
  const isSchema = (name: string | null) => name !== null && (schemas.has(name) || name.endsWith('Schema'))
  return body.flatMap((statement) => {
    const declaration = (statement['declaration'] ?? statement) as Node
    if (declaration.type !== 'VariableDeclaration') return []
    return (declaration['declarations'] as { id: Node; init: Node | null }[]).flatMap(({ id, init }) => {
      const isFunction = init?.type === 'ArrowFunctionExpression'
      if (!init || !isSchema(rootOf(isFunction ? (init['body'] as Node) : init))) return []
      schemas.add(String(id['name']))
      return isFunction || init.type !== 'CallExpression' ? [] : [{ start: init.start, end: init.end }]
    })
  })
}

/** Writes each schema of a module anew. */
function rewriteSchemas(
  code: string,
  body: readonly Node[],
  rewrite: (schema: string) => string,
): string | null {
  let [written, from] = ['', 0]
  for (const { start, end } of schemasOf(body)) {
    written += code.slice(from, start) + rewrite(code.slice(start, end))
    from = end
  }
  return from > 0 ? written + code.slice(from) : null
}

const hasSchemas = (code: string, id: string): boolean =>
  id.includes('/src/') && /from ["']zod["']/.test(code)

/**
 * To make a schema does nothing else, which no bundler can know of a chain of calls. Said of each, those that the page has
 * no use for are left out: a hundred of them would take as long as drawing the first screen.
 */
export const schemasArePure: Plugin = {
  name: 'schemas-are-pure',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!id.includes('/src/shared/') || !code.includes('zod')) return undefined
    const { body } = this.parse(code) as unknown as { body: Node[] }
    const written = rewriteSchemas(code, body, (schema) => `/* @__PURE__ */ (() => ${schema})()`)
    return written === null ? undefined : { code: written, map: null, moduleSideEffects: false }
  },
}

/**
 * Makes each schema when it is first used. Of the 1,500 that a start made, a command needs some 200. `lazySchemaModule`: the id
 * of lazySchema.ts.
 */
export const schemasAreLazy = (lazySchemaModule: string): Plugin => ({
  name: 'schemas-are-lazy',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!hasSchemas(code, id)) return undefined
    const { body } = this.parse(code) as unknown as { body: Node[] }
    const written = rewriteSchemas(code, body, (schema) => `/* @__PURE__ */ lazySchema(() => ${schema})`)
    return written === null
      ? undefined
      : { code: `import { lazySchema } from ${JSON.stringify(lazySchemaModule)}\n${written}`, map: null }
  },
})
