import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findKeys, type I18nextToolkitConfig, recommendedAcceptedAttributes, runLinter } from 'i18next-cli'
import { parseSync } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readers } from '../src/main/api/connectionCheck/findings.ts'
import { wordsOfPage } from './pageWords.ts'

/** Names that are the same in every language. */
const names: ReadonlySet<string> = new Set(['Pathclock', 'SHA-256'])

const configOf = (input: string): I18nextToolkitConfig => ({
  locales: ['en', 'zh-CN'],
  extract: {
    input: [input],
    ignore: ['**/*.test.*', '**/testing/**'],
    // Only read here; this output is never written.
    output: 'none/{{language}}/{{namespace}}.json',
    defaultNS: 'app',
    extractFromComments: false,
    disablePlurals: true,
  },
  lint: {
    acceptedTags: 'all',
    acceptedAttributes: [
      ...recommendedAcceptedAttributes,
      'label',
      'description',
      'error',
      'nothingFoundMessage',
    ],
    checkInterpolationParams: false,
    checkConcatenation: 'off',
  },
})

type Node = { type: string } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Returns texts in braces between the elements of a page, in every branch of a condition. */
function textsInBraces(source: string, file: string): string[] {
  const found: string[] = []
  const gather = (node: Node): void => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') found.push(node['value'])
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

/** Returns the findings of i18next's own check, and the texts in braces that it skips. */
async function hardCodedIn(input: string): Promise<string[]> {
  const { files } = await runLinter(configOf(input))
  const found = Object.entries(files).flatMap(([file, issues]) =>
    issues
      .filter(({ type }) => type === 'hardcoded')
      .map(({ text, line }) => ({ at: `${file}:${line}`, text })),
  )
  const inBraces = globSync(input)
    .filter((file) => file.endsWith('.tsx') && !/\.test\.|testing/.test(file))
    .flatMap((file) => textsInBraces(readFileSync(file, 'utf8'), file).map((text) => ({ at: file, text })))
  return [...found, ...inBraces].filter(({ text }) => !names.has(text)).map(({ at, text }) => `${at} ${text}`)
}

/** Words that are requested by name and are in no language. */
async function missingIn(input: string): Promise<string[]> {
  const words = await wordsOfPage()
  const { allKeys } = await findKeys(configOf(input))
  const everywhere = Object.keys(words.getDataByLanguage('en') ?? {})
  const isThere = (ns: string, key: string) =>
    ['', '_one', '_other'].some((form) => words.getResource('en', ns, `${key}${form}`) !== undefined)
  // A name that is put together of parts is guessed at by the check; here counts what the source spells out.
  const isInSource = (file: string, key: string) => readFileSync(file, 'utf8').includes(`'${key}'`)
  return [...allKeys.values()]
    .filter(({ key, ns }) => {
      // If a feature passes its translation function on, the check does not know its namespace.
      const namespaces = ns === 'app' ? everywhere : [String(ns), 'ui']
      return !namespaces.some((namespace) => isThere(namespace, key))
    })
    .filter(({ key, locations }) => locations?.some(({ file }) => isInSource(file, key)))
    .map(({ key, ns }) => `${ns}:${key}`)
}

const page = 'src/renderer/**/*.{ts,tsx}'

describe('the page', () => {
  it('has no text that is written into it', async () => {
    expect(await hardCodedIn(page)).toEqual([])
  })

  it('uses no word that is not there', async () => {
    expect(await missingIn(page)).toEqual([])
  })

  it('has no word that nothing uses', async () => {
    const sources = globSync('src/{figures,renderer,shared}/**/*.{ts,tsx}')
      .filter((file) => !/locale\.ts$|\.test\./.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const parts = new Set(sources.match(/[\p{L}\d_-]+/gu))
    const built = [...sources.matchAll(/`([\w.-]*\$\{[^`\n]*)`/g)]
      .map(([, template = '']) => template.split(/\$\{.*?\}/))
      .filter((texts) => /[a-z]{3}/i.test(texts.join('')))
      .map((texts) => new RegExp(`(?:^|\\.)${texts.map((text) => text.replace(/\W/g, '\\$&')).join('.+')}$`))
    const unused = keysOf((await wordsOfPage()).getDataByLanguage('en'))
      .map((key) => key.replace(/_(zero|one|other)$/, ''))
      .filter((key) => !parts.has(key.replace(/^.*\./, '')) && !built.some((form) => form.test(key)))
    expect(unused).toEqual([])
  })

  it('has each counted word in all forms of its language', async () => {
    const words = await wordsOfPage()
    for (const language of ['en', 'zh-CN']) {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      const counted = keysOf(words.getDataByLanguage(language)).filter((key) => /_(one|other)$/.test(key))
      const bare = new Set(counted.map((key) => key.replace(/_(one|other)$/, '')))
      expect(bare.size).toBeGreaterThan(100)
      for (const key of bare)
        for (const form of forms) expect(counted, `${language} ${key}`).toContain(`${key}_${form}`)
    }
  })
})

const keysOf = (words: object | undefined, path = ''): string[] =>
  Object.entries(words ?? {}).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${path}${key}.`) : [`${path}${key}`],
  )

describe('the check of the words of the page', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pathclock-words-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('finds one in an element of our own, in an attribute and in a condition', async () => {
    writeFileSync(
      join(folder, 'Planted.tsx'),
      `export const Planted = ({ late }: { late: boolean }) => (
        <Menu.Item title="Read it aloud">
          {late ? 'Too late' : 'In time'}
          <NavLink label="Go somewhere" />
          <Text>Hello there</Text>
        </Menu.Item>
      )`,
    )
    const found = (await hardCodedIn(join(folder, '*.tsx'))).join('\n')
    for (const text of ['Read it aloud', 'Too late', 'Go somewhere', 'Hello there'])
      expect(found).toContain(text)
  })

  it('finds a word that is in no language', async () => {
    writeFileSync(
      join(folder, 'asking.ts'),
      "export const useWords = () => { const { t } = useTranslation('drugs'); return [t('mine.title'), t('nothing.there')] }",
    )
    expect(await missingIn(join(folder, 'asking.ts'))).toEqual(['drugs:nothing.there'])
  })
})

it('has Chinese words for whatever the connection check assumes in English words', async () => {
  const { connection } = (await wordsOfPage()).getDataByLanguage('zh-CN') ?? {}
  const words = Object(connection)['value'] as Record<string, unknown>
  const unsaid = readers.filter(
    ([name, value]) => /^[a-z][a-z' ,]*$/.test(value) && !Object(words[name])[value],
  )
  expect(unsaid.map(([name, value]) => `${name}: ${value}`)).toEqual([])
})
