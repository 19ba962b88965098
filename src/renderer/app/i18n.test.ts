import { describe, expect, it } from 'vitest'
import { addWords, createI18n, toLanguage } from './i18n.ts'
import { wordsIn } from './words/namespaces.ts'

type Words = { [key: string]: string | Words }

const keysOf = (words: Words, path = ''): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : keysOf(value, `${path}${key}.`),
  )
const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name ?? '')

const bothLanguages = () => {
  const words = createI18n('en', wordsIn('en'))
  addWords(words, 'zh-CN', wordsIn('zh-CN'))
  return words
}

describe('the texts of the page', () => {
  // Chinese has one form for every count, English has two.
  const forEveryCount = (keys: string[]) => keys.filter((key) => !key.endsWith('_one')).toSorted()

  it('have the same keys in both languages', () => {
    const words = bothLanguages()
    const english = keysOf(words.getDataByLanguage('en') as Words)
    expect(english.length).toBeGreaterThan(200)
    expect(forEveryCount(keysOf(words.getDataByLanguage('zh-CN') as Words))).toEqual(forEveryCount(english))
  })

  it('use the same values in both languages', () => {
    const words = bothLanguages()
    const english = words.getDataByLanguage('en') as Words
    for (const key of forEveryCount(keysOf(english))) {
      const [namespace = '', ...rest] = key.split('.')
      const textIn = (language: string): string =>
        words.getResource(language, namespace, rest.join('.')) as string
      expect(placeholdersOf(textIn('zh-CN')).toSorted(), key).toEqual(placeholdersOf(textIn('en')).toSorted())
    }
  })
})

describe('the language', () => {
  it('is the chosen one', () => expect(toLanguage('zh-CN', ['en'])).toBe('zh-CN'))

  it('follows the first system language that is supported', () => {
    expect(toLanguage('system', ['de-DE', 'zh-Hans-CN', 'en'])).toBe('zh-CN')
    expect(toLanguage('system', ['en-GB', 'zh'])).toBe('en')
    expect(toLanguage('system', ['zhx', 'fr'])).toBe('en')
  })
})
