import type { i18n } from 'i18next'
import { useEffect, useRef } from 'react'
import type { Settings } from '../../shared/domain/settings.ts'
import { writeAs } from '../ui/formats.ts'

/** Has numbers and days written as they are set; a change is told as one of the language is, since it reaches as far. */
export function useWriting(words: i18n | null, { numberFormat, dateFormat }: Settings): void {
  const before = useRef('')
  writeAs({ numberFormat, dateFormat })
  useEffect(() => {
    const now = `${numberFormat} ${dateFormat}`
    if (before.current !== '' && before.current !== now) words?.emit('languageChanged', words.language)
    before.current = now
  }, [words, numberFormat, dateFormat])
}
