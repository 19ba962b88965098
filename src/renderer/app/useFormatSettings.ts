import type { i18n } from 'i18next'
import { useEffect, useRef } from 'react'
import type { Settings } from '../../shared/domain/settings.ts'
import { setFormats } from '../ui/formats.ts'

/** Has numbers and days written as they are set; a change is told as one of the language is, since it reaches as far. */
export function useFormatSettings(i18nInstance: i18n | null, { numberFormat, dateFormat }: Settings): void {
  const before = useRef('')
  setFormats({ numberFormat, dateFormat })
  useEffect(() => {
    const now = `${numberFormat} ${dateFormat}`
    if (before.current !== '' && before.current !== now)
      i18nInstance?.emit('languageChanged', i18nInstance.language)
    before.current = now
  }, [i18nInstance, numberFormat, dateFormat])
}
