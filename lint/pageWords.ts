import type { i18n } from 'i18next'

type Language = 'en' | 'zh-CN'
type Words = Record<string, unknown>
type PageWords = {
  createI18n(language: Language, words: Words): i18n
  addWords(instance: i18n, language: Language, words: Words): void
}

/** A module of the page. Its files are of another project for the compiler, so it is named by address. */
const load = (path: string): Promise<unknown> =>
  import(/* @vite-ignore */ new URL(`../src/renderer/app/${path}`, import.meta.url).href)
const loadWords = async (file: string): Promise<Words> =>
  ((await load(`words/${file}.ts`)) as { words: Words }).words

/** All words of the page, in both languages. */
export async function wordsOfPage(): Promise<i18n> {
  const { createI18n, addWords } = (await load('i18n.ts')) as PageWords
  const instance = createI18n('en', await loadWords('en'))
  addWords(instance, 'zh-CN', await loadWords('zhCN'))
  return instance
}
