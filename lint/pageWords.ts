import type { i18n } from 'i18next'

type WordsOfPage = { createI18n(language: 'en' | 'zh-CN'): Promise<i18n> }

/** All words of the page, in both languages. Its files are of another project for the compiler, so it is named by address. */
export async function wordsOfPage(): Promise<i18n> {
  const address = new URL('../src/renderer/app/i18n.ts', import.meta.url).href
  const { createI18n } = (await import(/* @vite-ignore */ address)) as WordsOfPage
  return createI18n('en')
}
