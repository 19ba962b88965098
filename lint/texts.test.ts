import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

type Texts = { [key: string]: string | Texts }

const folder = 'src/shared/words'
const languages = ['en', 'zh-CN'] as const

/** The texts of one file by their keys. */
function textsIn(file: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (texts: Texts, path: string): void => {
    for (const [key, value] of Object.entries(texts))
      if (typeof value === 'string') found.set(`${path}${key}`, value)
      else visit(value, `${path}${key}.`)
  }
  visit(JSON.parse(readFileSync(file, 'utf8')) as Texts, '')
  return found
}

const filesOf = (language: string): string[] =>
  globSync(`${folder}/${language}/**/*.json`)
    .map((file) => file.replaceAll('\\', '/').replace(`${folder}/${language}/`, ''))
    .sort()

const withoutForm = (key: string): string => key.replace(/_(one|other)$/, '')
const valuesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name))].sort()

/** Returns the values of each text; the forms of a plural count as one text. */
function valuesByKey(texts: ReadonlyMap<string, string>): Record<string, string[]> {
  const all = new Map<string, Set<string>>()
  for (const [key, text] of texts) {
    const values = all.get(withoutForm(key)) ?? new Set()
    for (const value of valuesIn(text)) values.add(value)
    all.set(withoutForm(key), values)
  }
  return Object.fromEntries([...all].map(([key, values]) => [key, [...values].sort()]))
}

/** Returns the plural forms that the language has and a counted text lacks. */
function missingForms(language: string, texts: ReadonlyMap<string, string>): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return [...texts.keys()]
    .filter((key) => withoutForm(key) !== key)
    .flatMap((key) => forms.map((form) => `${withoutForm(key)}_${form}`))
    .filter((key) => !texts.has(key))
}

describe('the texts', () => {
  it('are in the same files in each language', () => {
    expect(filesOf('en').length).toBeGreaterThan(40)
    expect(filesOf('zh-CN')).toEqual(filesOf('en'))
  })

  it.each(filesOf('en'))('of %s have the same keys and values in each language', (file) => {
    const [english, chinese] = languages.map((language) => textsIn(join(folder, language, file)))
    if (!english || !chinese) throw new Error('There are two languages.')
    expect(valuesByKey(chinese)).toEqual(valuesByKey(english))
    expect(missingForms('en', english)).toEqual([])
    expect(missingForms('zh-CN', chinese)).toEqual([])
  })

  it('in Chinese have Chinese characters and punctuation', () => {
    const texts = filesOf('zh-CN').flatMap((file) => {
      const english = textsIn(join(folder, 'en', file))
      return [...textsIn(join(folder, 'zh-CN', file))].map(([key, chinese]) => ({
        at: `${file} ${key}`,
        chinese,
        // Names of methods are much the same in every language, and so are values on the screens.
        isSentence:
          file.startsWith('messages/') &&
          /[a-z]{2} [a-z]{2}/.test((english.get(key) ?? '').replaceAll(/\{\{[^}]*\}\}/g, '')),
      }))
    })
    expect(texts.filter(({ chinese }) => /\p{Script=Han}[,;?!]\p{Script=Han}/u.test(chinese))).toEqual([])
    expect(texts.filter((one) => one.isSentence && !/\p{Script=Han}/u.test(one.chinese))).toEqual([])
  })
})

type Node = { type: string } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The calls of `message` in a source: key and names of the values; null for an argument that is not spelled out. */
function messagesIn(source: string, file: string): { key: string; values: string[] | null }[] {
  const found: { key: string; values: string[] | null }[] = []
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && (node['callee'] as Node)['name'] === 'message') {
      const [key, values] = node['arguments'] as Node[]
      if (typeof key?.['value'] === 'string') found.push({ key: key['value'], values: namesIn(values) })
    }
    for (const value of Object.values(node))
      for (const child of [value].flat()) if (isNode(child)) visit(child)
  }
  visit(parseSync(file, source).program as unknown as Node)
  return found
}

function namesIn(values: Node | undefined): string[] | null {
  if (values === undefined) return []
  if (values.type !== 'ObjectExpression') return null
  const properties = values['properties'] as Node[]
  if (properties.some(({ type }) => type !== 'Property')) return null
  return properties.map(({ key }) => String((key as Node)['name'] ?? (key as Node)['value'])).sort()
}

describe('the messages', () => {
  const used = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.|testing/.test(file))
    .flatMap((file) => messagesIn(readFileSync(file, 'utf8'), file))
  const texts = new Map<string, string>(
    filesOf('en')
      .filter((file) => file.startsWith('messages/'))
      .flatMap((file) =>
        [...textsIn(join(folder, 'en', file))].map(
          ([key, text]) => [`${basename(file, '.json')}.${key}`, text] as const,
        ),
      ),
  )

  it('are all used', () => {
    const keys = new Set(used.map(({ key }) => key))
    expect(keys.size).toBeGreaterThan(1500)
    expect([...texts.keys()].filter((key) => !keys.has(withoutForm(key)))).toEqual([])
  })

  it('get exactly the values of their texts', () => {
    const wrong = used.filter(({ key, values }) => {
      const text = texts.get(key)
      if (values === null) return false
      if (text !== undefined) return String(values) !== String(valuesIn(text))
      const shown = valuesIn(`${texts.get(`${key}_one`)} ${texts.get(`${key}_other`)}`)
      return String(values) !== String([...new Set([...shown, 'count'])].sort())
    })
    expect(wrong).toEqual([])
  })

  it('are found in the source with their values', () => {
    const source =
      "const a = [message('a.b', { n, of: message('c.d') }), message('e.f', values), other('g.h')]"
    expect(messagesIn(source, 'planted.ts')).toEqual([
      { key: 'a.b', values: ['n', 'of'] },
      { key: 'c.d', values: [] },
      { key: 'e.f', values: null },
    ])
  })
})
