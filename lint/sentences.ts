import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseSync } from 'vite'

/**
 * A sentence, or a part of one, as the source has it: values are {0}, {1}, … in their order. `values`: what the source
 * writes for each.
 */
type Found = { key: string; values: string[]; file: string; line: number }

type Node = { type: string; start: number } & Record<string, unknown>
/** Text, or the place of a value. */
type Part = string | Node
/** One way in which an expression can come out, and how each of its conditions was answered. */
type Variant = { parts: Part[]; answers: ReadonlyMap<string, boolean> }

const root = join(import.meta.dirname, '..')
/** More ways than these are no sentence, but a table. */
const maxVariants = 48

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
    if (isIgnored(node, source)) return
    if (isMarkup(node)) {
      for (const value of (node['quasi'] as Node)['expressions'] as Node[]) visit(value)
      return
    }
    if (node.type === 'TaggedTemplateExpression') {
      const { key, values } = templateOf(node['quasi'] as Node)
      found.push({
        key,
        values: values.map((value) => textOf(value, source)),
        file,
        line: lineOf(node.start),
      })
      for (const value of values) if (!isPlural(value)) visit(value)
      return
    }
    if (isText(node)) {
      const holes = new Set<Node>()
      for (const variant of variantsOf(node, source)) {
        const { key, indexes } = toKey(toText(variant))
        const valueAt = (at: number): string => {
          const part = variant.parts[at]
          // Braces of a text are no value of ours.
          return isNode(part) ? textOf(part, source) : ''
        }
        const values = indexes.map(valueAt)
        found.push({ key, values, file, line: lineOf(node.start) })
        for (const part of variant.parts) if (typeof part !== 'string') holes.add(part)
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

/** Texts that stand in braces between the elements of a page, whichever way a condition goes. */
export function textsInBraces(source: string, file: string): string[] {
  const found: string[] = []
  const gather = (node: Node): void => {
    if (isString(node)) found.push(node['value'] as string)
    else if (node.type === 'TemplateLiteral')
      found.push(
        (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(''),
      )
    else if (node.type === 'ConditionalExpression')
      for (const way of ['consequent', 'alternate']) gather(node[way] as Node)
    else if (node.type === 'LogicalExpression') gather(node['right'] as Node)
  }
  const visit = (node: Node): void => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node['children'] as Node[])
        if (child.type === 'JSXExpressionContainer') gather(child['expression'] as Node)
    for (const value of Object.values(node))
      for (const child of [value].flat()) if (isNode(child)) visit(child)
  }
  visit(parseSync(file, source, { lang: 'tsx' }).program as unknown as Node)
  return found.filter((text) => /\p{L}{2}/u.test(text))
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

const ignoredCalls =
  /(^|\.)(rawSql|sql|log\.write|RegExp|TypeError|Error|AssertionError|prepare|exec|raw|ref|split|startsWith|endsWith|includes)$/

const tagOf = (node: Node): unknown => (node['tag'] as Node)['name']

/** A page's own markup, whose values may be texts. */
const isMarkup = (node: Node): boolean => node.type === 'TaggedTemplateExpression' && tagOf(node) === 'html'

/** What nobody reads on a screen: types, names of modules, SQL, logs, and errors that become `bug`. */
function isIgnored(node: Node, source: string): boolean {
  if (/^(TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import|Export(All)|JSX)/.test(node.type))
    return true
  if (node.type === 'TaggedTemplateExpression') return tagOf(node) !== 'message' && !isMarkup(node)
  if (isInBothLanguages(node)) return true
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator']))) return true
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false
  const callee = node['callee'] as Node & { end: number }
  return ignoredCalls.test(source.slice(callee.start, callee.end).replace(/<[^(]*$/, ''))
}

/** Words that stand beside their Chinese ones are no sentences for the catalogue. */
function isInBothLanguages(node: Node): boolean {
  if (node.type !== 'ObjectExpression') return false
  const names = (node['properties'] as Node[]).map(({ key }) => (key as Node | undefined) ?? {})
  const has = (name: string) =>
    names.some((key) => ('name' in key && key.name === name) || ('value' in key && key.value === name))
  return has('en') && (has('zh-CN') || has('zh'))
}

const single = (part: Part): Variant[] => [{ parts: [part], answers: new Map() }]

function variantsOf(node: Node, source: string): Variant[] {
  if (isString(node)) return single(node['value'] as string)
  if (node.type === 'TemplateLiteral') {
    const values = node['expressions'] as Node[]
    return (node['quasis'] as { value: { cooked: string } }[]).reduce<Variant[]>(
      (all, { value }, at) => {
        const joined = times(all, single(value.cooked))
        const next = values[at]
        return next ? times(joined, variantsOf(next, source)) : joined
      },
      [{ parts: [], answers: new Map() }],
    )
  }
  if (node.type === 'ConditionalExpression') {
    const test = textOf(node['test'] as Node, source)
    return [
      ...withAnswer(variantsOf(node['consequent'] as Node, source), test, true),
      ...withAnswer(variantsOf(node['alternate'] as Node, source), test, false),
    ]
  }
  if (isText(node))
    return times(variantsOf(node['left'] as Node, source), variantsOf(node['right'] as Node, source))
  return single(node)
}

const textOf = ({ start, end }: Node, source: string): string => source.slice(start, end as number)

const withAnswer = (variants: Variant[], test: string, answer: boolean): Variant[] =>
  variants.map(({ parts, answers }) => ({ parts, answers: new Map(answers).set(test, answer) }))

/** Every one with every other, but for those that answer the same condition in two ways. */
function times(before: Variant[], after: Variant[]): Variant[] {
  const both = before.flatMap((one) =>
    after
      .filter(({ answers }) => [...answers].every(([test, yes]) => (one.answers.get(test) ?? yes) === yes))
      .map(({ parts, answers }) => ({
        parts: [...one.parts, ...parts],
        answers: new Map([...one.answers, ...answers]),
      })),
  )
  return both.slice(0, maxVariants)
}

/** A sentence before or behind the others is one of its own. `indexes`: which part each value was. */
function toKey(text: string): { key: string; indexes: number[] } {
  const bare = text
    .trim()
    .replace(/^(\{\d+\} )+(?=[A-Z“]|\{)/, '')
    .replace(/(?<=[.!?])( ?\{\d+\})+$/, '')
  const indexes: number[] = []
  const key = bare.replace(/\{(\d+)\}/g, (_, at: string) => `{${indexes.push(Number(at)) - 1}}`)
  return { key, indexes }
}

/** The template of a message, as it is when it is made. */
function templateOf(quasi: Node): { key: string; values: Node[] } {
  const values = quasi['expressions'] as Node[]
  const texts = (quasi['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  const toPlace = (value: Node, at: number): string => `{${at}${pluralWords(value)}}`
  return {
    key: texts.reduce((all, text, at) => `${all}${toPlace(values[at - 1] as Node, at - 1)}${text}`),
    values,
  }
}

/** `plural(count, 'order')`. */
const isPlural = (node: Node): boolean =>
  node.type === 'CallExpression' && (node['callee'] as Node)['name'] === 'plural'

function pluralWords(node: Node): string {
  if (!isPlural(node)) return ''
  const [, one, other] = (node['arguments'] as Node[]).map(({ value }) => String(value))
  return `:${one}|${other ?? `${one}s`}`
}

const toText = ({ parts }: Variant): string =>
  parts.map((part, at) => (typeof part === 'string' ? part : `{${at}}`)).join('')

/** Statements and parts of them, and text for machines. */
const isCode = (text: string): boolean =>
  /^(select|insert|update|delete|create|pragma|drop|alter|begin|attach|vacuum|order by) .*/.test(text) ||
  /^(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|DROP|ALTER|BEGIN|ATTACH|VACUUM) /.test(text) ||
  /^(and|or|from|where|with|in|not in|exists|case) .*[_=(?]/.test(text) ||
  /<[a-z!?/]|\b[a-z]+_[a-z]+ as |[A-Z]{4,} [A-Z]{2,}|\(SELECT |overflow: |; charset=|HTTP\/1|-src |;\s*margin/.test(
    text,
  )

/** Two words beside one another, the second of small letters: somebody's sentence, or a part of one. */
function isProse(key: string): boolean {
  const letters = key.replace(/\{\d+\}/g, 'aa')
  return /[A-Za-z“”,.;:)]{2,} [a-z“(]{2,}/.test(letters) && /[a-z]{2}/.test(key) && !isCode(key)
}
