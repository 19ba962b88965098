import type { FormatterModule, i18n, ResourceKey } from 'i18next'
import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { initReactI18next } from 'react-i18next'
import type { Settings } from '../../shared/domain/app/settings.ts'
import { applyNumberFormat } from '../../shared/format/numbers.ts'
import { type Language, toLanguage as languageOf } from '../../shared/messages/language.ts'
import { type Message, toEnglish } from '../../shared/messages/message.ts'
import { translate } from '../../shared/messages/translate.ts'
import { type NumberFormatter, numberFormatter } from '../ui/text/formats.ts'
import type { Translator } from '../ui/text/TranslatedMessage.tsx'

export type { Language }

const wordFiles = {
  en: () => import('./words/en.ts'),
  'zh-CN': () => import('./words/zhCN.ts'),
} as const satisfies Record<Language, unknown>

/** Numbers within sentences are spelled as they are elsewhere on the page. */
function createNumberFormatModule(): FormatterModule {
  // Making a formatter costs more than using it.
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

/** Every word of the page in one language, whose file is loaded the first time. */
export const loadWords = async (language: Language): Promise<Words> => (await wordFiles[language]()).words

/** Speaks one language; it learns others by `addWords`. */
export function createI18n(language: Language, words: Words): i18n {
  const instance = i18next.createInstance()
  void instance
    .use(initReactI18next)
    .use(createNumberFormatModule())
    .init({
      lng: language,
      // No word is missing in one of the languages.
      fallbackLng: false,
      defaultNS: 'app',
      resources: { [language]: words },
      initAsync: false,
      // React escapes already.
      interpolation: { escapeValue: false, alwaysFormat: true },
    })
  return instance
}

export function addWords(instance: i18n, language: Language, words: Words): void {
  for (const [namespace, texts] of Object.entries(words))
    instance.addResourceBundle(language, namespace, texts)
}

/** The language to show, by what this browser says of its person's languages. */
export const toLanguage = (chosen: Settings['language'], system = navigator.languages): Language =>
  languageOf(chosen, system)

/** How sentences of the services are said on this screen. They are English until the words of the language are there. */
export function useLanguageTranslator(language: Language): Translator {
  const [chinese, setChinese] = useState<Translator | null>(null)
  const needsChinese = language === 'zh-CN' && !chinese
  useEffect(() => {
    if (!needsChinese) return
    // Nobody who reads English fetches them.
    void import('../../shared/messages/zhCN.ts').then(({ zhCN }) =>
      setChinese(() => (message: Message) => translate(message, zhCN)),
    )
  }, [needsChinese])
  return (language === 'zh-CN' && chinese) || toEnglish
}
