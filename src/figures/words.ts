import i18next from 'i18next'
import type { Words } from './drawing.ts'
import { locale } from './locale.ts'

/** The words of figures for where there is no page. */
export function createFigureWords(language: keyof typeof locale): Words {
  const words = i18next.createInstance()
  void words.init({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'charts',
    resources: { en: { charts: locale.en }, 'zh-CN': { charts: locale['zh-CN'] } },
    // Text is put into the SVG as text.
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return words.getFixedT(language, 'charts')
}
