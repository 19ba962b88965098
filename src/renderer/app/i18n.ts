import type { FormatterModule, i18n, ResourceKey } from 'i18next'
import i18next from 'i18next'
import { useCallback, useEffect, useState } from 'react'
import { initReactI18next } from 'react-i18next'
import type { Settings } from '../../shared/domain/app/settings.ts'
import { applyNumberFormat } from '../../shared/format/numbers.ts'
import { type Language, toLanguage as languageOf } from '../../shared/words/language.ts'
import { type Message, setEnglish, type Texts, translate } from '../../shared/words/message.ts'
import { type NumberFormatter, numberFormatter, type Translator } from '../ui/text/formats.tsx'

export type { Language }

const wordFiles = {
  en: () => import('./words/en.ts'),
  'zh-CN': () => import('./words/zhCN.ts'),
} as const satisfies Record<Language, unknown>

/** Formats numbers within texts as elsewhere on the page. */
function createNumberFormatModule(): FormatterModule {
  // Cached, because creating a formatter costs more than using it.
  const formatters = new Map<string, NumberFormatter>()
  return {
    type: 'formatter',
    init: () => undefined,
    add: () => undefined,
    addCached: () => undefined,
    format(value: unknown, format?: string, language = 'en') {
      if (typeof value !== 'number') return value as string
      if (format !== 'number') return applyNumberFormat(String(value))
      const formatter = formatters.get(language) ?? numberFormatter(language)
      formatters.set(language, formatter)
      return formatter.format(value)
    },
  }
}

export type Words = Readonly<Record<string, ResourceKey>>

export const loadWords = async (language: Language): Promise<Words> => (await wordFiles[language]()).words

/** Creates an i18n instance with one language; `addWords` adds others. */
export function createI18n(language: Language, words: Words): i18n {
  const instance = i18next.createInstance()
  void instance
    .use(initReactI18next)
    .use(createNumberFormatModule())
    .init({
      lng: language,
      // Each language has all texts.
      fallbackLng: false,
      defaultNS: 'app',
      fallbackNS: 'ui',
      // A copy, because i18next adds to it, and `words` may be a module.
      resources: { [language]: { ...words } },
      initAsync: false,
      // React already escapes values.
      interpolation: { escapeValue: false, alwaysFormat: true },
    })
  return instance
}

export function addWords(instance: i18n, language: Language, words: Words): void {
  for (const [namespace, texts] of Object.entries(words))
    instance.addResourceBundle(language, namespace, texts)
}

export const toLanguage = (chosen: Settings['language'], system = navigator.languages): Language =>
  languageOf(chosen, system)

/** The texts of messages. They are loaded after the first screen, which rarely shows one. */
const messageFiles = {
  en: async () => (await import('../../shared/words/english.ts')).english,
  'zh-CN': async () => (await import('../../shared/words/chinese.ts')).chinese,
} as const satisfies Record<Language, () => Promise<Texts>>

/** A host that restarts is back within a few seconds. */
const retryMs = 3000

/** Calls `load` until it succeeds or the returned function is called. `load` fails if the host cannot be reached. */
export function loadUntilDone(load: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isEnded = false
  const attempt = (): void => {
    load().catch(() => {
      if (!isEnded) timer = setTimeout(attempt, retryMs)
    })
  }
  attempt()
  return () => {
    isEnded = true
    clearTimeout(timer)
  }
}

/**
 * Returns the translator of messages. While texts cannot be loaded, it prints English, or `missing` without any texts;
 * before that it prints nothing.
 */
export function useLanguageTranslator(
  language: Language,
  missing: string,
  files: Readonly<Record<Language, () => Promise<Texts>>> = messageFiles,
): Translator {
  const [texts, setTexts] = useState<Texts | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    let isChosen = true
    const end = loadUntilDone(async () => {
      const [english, chosen] = await Promise.allSettled([files.en(), files[language]()])
      // English is always loaded: copied tables are in English.
      if (english.status === 'fulfilled') setEnglish(english.value)
      if (!isChosen) return
      if (chosen.status === 'fulfilled') setTexts(chosen.value)
      else if (english.status === 'fulfilled') setTexts((shown) => shown ?? english.value)
      const failed = [english, chosen].find(({ status }) => status === 'rejected')
      if (!failed) return
      setHasFailed(true)
      throw new Error('The texts of messages could not be loaded.')
    })
    return () => {
      isChosen = false
      end()
    }
  }, [language, files])
  return useCallback(
    (message: Message) => (texts ? translate(message, texts) : hasFailed ? missing : ''),
    [texts, hasFailed, missing],
  )
}
