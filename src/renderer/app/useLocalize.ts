import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Words } from '../../shared/contract/commands.ts'

/** Says words that come in both languages in the one that is shown. */
export function useLocalize(): (words: Words) => string {
  const { language } = useTranslation().i18n
  return useCallback((words) => words[language === 'zh-CN' ? 'zh-CN' : 'en'], [language])
}
