import { useEffect, useState } from 'react'
import { createTranslator } from '../../shared/words/translator.ts'
import type { Say } from '../ui/Said.tsx'
import type { Language } from './i18n.ts'

const asItIs: Say = (english) => english

/** How sentences of the services are said on this screen. They are English until the words of the language are there. */
export function useSentences(language: Language): Say {
  const [chinese, setChinese] = useState<Say | null>(null)
  const isWanted = language === 'zh-CN' && !chinese
  useEffect(() => {
    if (!isWanted) return
    // Nobody who reads English fetches them.
    void import('../../shared/words/zhCN.ts').then(({ zhCN }) => {
      const say = createTranslator(zhCN)
      setChinese(() => say)
    })
  }, [isWanted])
  return (language === 'zh-CN' && chinese) || asItIs
}
