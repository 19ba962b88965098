import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { wordsOfPage } from './pageWords.ts'

/** After its imports a comment that names the namespace, then one object with both languages, and nothing else. */
const shape =
  /^(?:import .*\n)*\n?\/\*\* [^*]*namespace `\w+`\. \*\/\nexport const locale = \{\n {2}en: \{\n(?: {4}.*\n)+ {2}\},\n {2}'zh-CN': \{\n(?: {4}.*\n)+ {2}\},\n\}\n$/

const isShaped = (source: string): boolean => shape.test(source)

type Words = { [key: string]: string | Words }

const pathsOf = (words: Words, before = ''): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : pathsOf(value, `${before}${key}.`),
  )

/** Removes the plural suffixes, since languages differ in their plural forms. */
const withoutForms = (words: unknown): string[] =>
  [...new Set(pathsOf(words as Words).map((path) => path.replace(/_(one|other)$/, '')))].sort()

describe('the words of a part of the page', () => {
  const files = globSync('src/{figures,renderer}/**/*[lL]ocale*.ts').filter(
    (file) => !file.includes('.test.'),
  )

  it('are in one file that is named and structured like all others', () => {
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => basename(file) !== 'locale.ts')).toEqual([])
    expect(files.filter((file) => !isShaped(readFileSync(file, 'utf8')))).toEqual([])
  })

  it('are the same in both languages', async () => {
    const words = await wordsOfPage()
    const [english, chinese] = ['en', 'zh-CN'].map((language) =>
      withoutForms(words.getDataByLanguage(language)),
    )
    expect(english?.length).toBeGreaterThan(1000)
    expect(chinese).toEqual(english)
  })
})

it('finds a file of words with another shape', () => {
  const doc = '/** Words of a planted part; namespace `planted`. */\n'
  const body = "export const locale = {\n  en: {\n    a: 'A',\n  },\n  'zh-CN': {\n    a: '甲',\n  },\n}\n"
  expect(isShaped(doc + body)).toBe(true)
  for (const other of [body, `${doc}${body}export const more = 1\n`, doc + body.replace('locale', 'words')])
    expect(isShaped(other)).toBe(false)
})
