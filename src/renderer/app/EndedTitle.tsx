import { useTranslation } from 'react-i18next'
import type { Job } from '../../shared/contract/state.ts'
import { useTranslator } from '../ui/TranslatedMessage.tsx'

/** How work ended and which; a toast that stays follows the language. */
export function EndedTitle({ state, title }: { state: Exclude<Job['state'], 'running'>; title: string }) {
  const { t } = useTranslation('app')
  const translate = useTranslator()
  return t(`ended.${state}`, { title: translate(title) })
}
