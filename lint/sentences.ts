import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseSync } from 'vite'

/** A sentence, or a part of one, as the source has it: values are {0}, {1}, … in their order. */
export type Found = { key: string; file: string; line: number }

type Node = { type: string; start: number } & Record<string, unknown>
/** Text, or the place of a value. */
type Part = string | Node
/** One way in which an expression can come out. */
type Variant = Part[]

const root = join(import.meta.dirname, '..')
/** More ways than these are no sentence, but a table. */
const mostVariants = 48

/** All sentences that the rooms `folders` of `src` can make, and all of their shorter strings. */
export function sentencesIn(folders: readonly string[], isLeftOut: (file: string) => boolean) {
  const files = folders
    .flatMap((folder) => sourcesBelow(join(root, folder)))
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter((file) => !isLeftOut(file))
  const found = files.flatMap((file) => stringsOf(readFileSync(join(root, file), 'utf8'), file))
  return { prose: found.filter(({ key }) => isProse(key)), strings: new Set(found.map(({ key }) => key)) }
}

const sourcesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$|(^|[\\/])testing[\\/]/.test(name))
    .map((name) => join(folder, name))

/** Every string of one file that somebody could come to read. */
export function stringsOf(source: string, file: string): Found[] {
  const found: Found[] = []
  const lineOf = (at: number): number => source.slice(0, at).split('\n').length
  const visit = (node: Node): void => {
    if (isUnread(node, source)) return
    if (isText(node)) {
      const holes = new Set<Node>()
      for (const variant of variantsOf(node)) {
        found.push({ key: toKey(variant), file, line: lineOf(node.start) })
        for (const part of variant) if (typeof part !== 'string') holes.add(part)
      }
      for (const hole of holes) visit(hole)
      return
    }
    for (const [name, value] of Object.entries(node)) {
      if (name === 'key' && node['computed'] !== true) continue
      for (const child of [value].flat()) if (isNode(child)) visit(child)
    }
  }
  visit(parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program as unknown as Node)
  return found
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const isString = (node: Node): boolean => node.type === 'Literal' && typeof node['value'] === 'string'

/** A string, a template, or several of them joined by +. */
const isText = (node: Node): boolean =>
  isString(node) ||
  node.type === 'TemplateLiteral' ||
  (node.type === 'BinaryExpression' &&
    node['operator'] === '+' &&
    (isText(node['left'] as Node) || isText(node['right'] as Node)))

const unreadCalls = /(^|\.)(rawSql|sql|log\.write|RegExp|TypeError|Error|AssertionError|prepare|exec|raw|ref|split|startsWith|endsWith|includes)$/

/** What nobody reads on a screen: types, names of modules, SQL, logs, and errors that become `bug`. */
function isUnread(node: Node, source: string): boolean {
  if (/^(TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import|Export(All)|JSX)/.test(node.type)) return true
  if (node.type === 'TaggedTemplateExpression') return true
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator']))) return true
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false
  const callee = node['callee'] as Node & { end: number }
  return unreadCalls.test(source.slice(callee.start, callee.end).replace(/<[^(]*$/, ''))
}

function variantsOf(node: Node): Variant[] {
  if (isString(node)) return [[node['value'] as string]]
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as { value: { cooked: string } }[]
    const values = node['expressions'] as Node[]
    return quasis.reduce<Variant[]>((all, { value }, at) => {
      const joined = all.map((parts) => [...parts, value.cooked])
      const next = values[at]
      return next ? times(joined, variantsOf(next)) : joined
    }, [[]])
  }
  if (node.type === 'ConditionalExpression')
    return [...variantsOf(node['consequent'] as Node), ...variantsOf(node['alternate'] as Node)]
  if (isText(node)) return times(variantsOf(node['left'] as Node), variantsOf(node['right'] as Node))
  return [[node]]
}

function times(before: Variant[], after: Variant[]): Variant[] {
  if (before.length * after.length > mostVariants) return before.map((parts) => [...parts, ...(after[0] ?? [])])
  return before.flatMap((parts) => after.map((more) => [...parts, ...more]))
}

function toKey(variant: Variant): string {
  let values = 0
  return variant
    .map((part) => (typeof part === 'string' ? part : `{${values++}}`))
    .join('')
    .trim()
}

const isSql = (text: string): boolean =>
  /^(select|insert|update|delete|create|pragma|drop|alter|begin|with|attach|vacuum|and|or|from|where|order by|in|not in|exists|case)\b.*[\s(]/i.test(text) &&
  (/^[a-z]/.test(text) || /^[A-Z]{2,}/.test(text))

/** Two words beside one another, at least one of them of small letters: somebody's sentence, or a part of one. */
const isProse = (key: string): boolean => /[A-Za-z“”,.;:]{2,} [a-z“]{2,}/.test(key.replace(/\{\d+\}/g, 'aa')) && /[a-z]{2}/.test(key.replace(/\{\d+\}/g, '')) && !isSql(key)
