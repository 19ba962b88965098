import { useEffect, useState } from 'react'
import { createTranslator } from '../../shared/words/translator.ts'
import type { Translator } from '../ui/TranslatedMessage.tsx'
import type { Language } from './i18n.ts'

const untranslated: Translator = (english) => english

/** How sentences of the services are said on this screen. They are English until the words of the language are there. */
export function useLanguageTranslator(language: Language): Translator {
  const [chinese, setChinese] = useState<Translator | null>(null)
  const needsChinese = language === 'zh-CN' && !chinese
  useEffect(() => {
    if (!needsChinese) return
    // Nobody who reads English fetches them.
    void import('../../shared/words/zhCN.ts').then(({ zhCN }) => {
      const translate = createTranslator(zhCN)
      setChinese(() => translate)
    })
  }, [needsChinese])
  return (language === 'zh-CN' && chinese) || untranslated
}
