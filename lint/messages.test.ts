import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { zhCN } from '../src/shared/messages/zhCN.ts'

type Node = { type: string } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Templates of every `message` in a source, as `message` itself makes them. */
function templatesIn(source: string, file: string): string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    if (node.type === 'TaggedTemplateExpression' && (node['tag'] as Node)['name'] === 'message')
      found.push(templateOf(node['quasi'] as Node))
    for (const value of Object.values(node))
      for (const child of [value].flat()) if (isNode(child)) visit(child)
  }
  visit(parseSync(file, source).program as unknown as Node)
  return found
}

function templateOf(quasi: Node): string {
  const values = quasi['expressions'] as Node[]
  return (quasi['quasis'] as { value: { cooked: string } }[]).reduce((all, { value }, at) => {
    const before = at === 0 ? '' : `{${at - 1}${pluralWords(values[at - 1])}}`
    return `${all}${before}${value.cooked}`
  }, '')
}

/** `plural(count, 'order')`. */
function pluralWords(node: Node | undefined): string {
  if (node?.type !== 'CallExpression' || (node['callee'] as Node)['name'] !== 'plural') return ''
  const [, one, other] = (node['arguments'] as Node[]).map(({ value }) => String(value))
  return `:${one}|${other ?? `${one}s`}`
}

const hasWords = (template: string): boolean => /\p{L}{2}/u.test(template.replaceAll(/\{[^}]*\}/g, ''))

const root = join(import.meta.dirname, '..', 'src')
const templates = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  // The command line is English.
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(^|\/)testing\/|^main\/hosts\/cli\//.test(name))
  .flatMap((name) => templatesIn(readFileSync(join(root, name), 'utf8'), name))
  .filter(hasWords)

const valuesIn = (text: string): string[] =>
  [...new Set(text.replaceAll(/\{\d+:[^}]*\}/g, '').match(/\{\d+\}/g))].sort()

describe('templates of messages', () => {
  it('have a translation each, and each translation its template', () => {
    // Templates without words, which only join names and messages.
    const punctuation = Object.keys(zhCN).filter((template) => !hasWords(template))
    expect(templates.filter((template) => !Object.hasOwn(zhCN, template))).toEqual([])
    expect(Object.keys(zhCN).filter((template) => !templates.includes(template))).toEqual(punctuation)
    expect(templates.length).toBeGreaterThan(800)
  })

  it('have the same values in both languages, and are Chinese', () => {
    // Names of methods are much the same in every language.
    const names = Object.keys(zhCN).filter((english) => !/[a-z]{2} [a-z]{2}/.test(english))
    for (const [english, chinese] of Object.entries(zhCN)) {
      expect(valuesIn(chinese), english).toEqual(valuesIn(english))
      expect(chinese, english).not.toMatch(/\p{Script=Han}[,;?!]\p{Script=Han}/u)
      expect(names.includes(english) || /\p{Script=Han}/u.test(chinese), english).toBe(true)
    }
  })

  it('are found in the source with their values and plurals', () => {
    const source = 'const a = [message`${n} ${plural(n, "copy", "copies")} of ${message`one`}`, other`not`]'
    expect(templatesIn(source, 'planted.ts')).toEqual(['{0} {1:copy|copies} of {2}', 'one'])
  })
})
