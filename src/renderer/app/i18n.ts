import type { FormatterModule, i18n } from 'i18next'
import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { locale as charts } from '../../figures/locale.ts'
import type { Settings } from '../../shared/domain/app/settings.ts'
import { applyNumberFormat } from '../../shared/format/numbers.ts'
import { type Language, toLanguage as languageOf } from '../../shared/messages/language.ts'
import { type Message, toEnglish } from '../../shared/messages/message.ts'
import { translate } from '../../shared/messages/translate.ts'
import { locale as figure } from '../charts/saving/locale.ts'
import { locale as capsule } from '../features/capsule/locale.ts'
import { locale as compare } from '../features/compare/locale.ts'
import { locale as drugs } from '../features/drugs/locale.ts'
import { locale as explore } from '../features/explore/locale.ts'
import { locale as board } from '../features/export/boards/locale.ts'
import { locale as exporting } from '../features/export/locale.ts'
import { locale as help } from '../features/help/locale.ts'
import { locale as home } from '../features/home/locale.ts'
import { locale as importing } from '../features/import/locale.ts'
import { locale as lists } from '../features/lists/locale.ts'
import { locale as offlineSync } from '../features/offlineSync/locale.ts'
import { locale as tour } from '../features/onboarding/locale.ts'
import { locale as pathways } from '../features/pathways/locale.ts'
import { locale as samples } from '../features/samples/locale.ts'
import { locale as screening } from '../features/screening/locale.ts'
import { locale as connection } from '../features/settings/connection/locale.ts'
import { locale as journal } from '../features/settings/journal/locale.ts'
import { locale as settings } from '../features/settings/locale.ts'
import { locale as study } from '../features/study/locale.ts'
import { locale as welcome } from '../features/welcome/locale.ts'
import { locale as hint } from '../state/help/locale.ts'
import { locale as state } from '../state/locale.ts'
import { locale as ui } from '../ui/locale.ts'
import { type NumberFormatter, numberFormatter } from '../ui/text/formats.ts'
import type { Translator } from '../ui/text/TranslatedMessage.tsx'
import { locale as app } from './locale.ts'
import { locale as tray } from './statusBar/locale.ts'

export type { Language }

const resourcesOf = (language: Language) => ({
  app: app[language],
  tray: tray[language],
  ui: ui[language],
  charts: charts[language],
  figure: figure[language],
  state: state[language],
  welcome: welcome[language],
  tour: tour[language],
  help: help[language],
  home: home[language],
  study: study[language],
  hint: hint[language],
  capsule: capsule[language],
  drugs: drugs[language],
  lists: lists[language],
  pathways: pathways[language],
  offlineSync: offlineSync[language],
  settings: settings[language],
  connection: connection[language],
  journal: journal[language],
  export: exporting[language],
  board: board[language],
  import: importing[language],
  samples: samples[language],
  explore: explore[language],
  compare: compare[language],
  screening: screening[language],
})

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

/** Every word of the page, in both languages: a change of language needs no loading. */
export async function createI18n(language: Language): Promise<i18n> {
  const instance = i18next.createInstance()
  await instance
    .use(initReactI18next)
    .use(createNumberFormatModule())
    .init({
      lng: language,
      fallbackLng: 'en',
      defaultNS: 'app',
      resources: { en: resourcesOf('en'), 'zh-CN': resourcesOf('zh-CN') },
      // React escapes already.
      interpolation: { escapeValue: false, alwaysFormat: true },
    })
  return instance
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
