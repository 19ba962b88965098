import { createContext, use } from 'react'
import { type Message, toEnglish } from '../../../shared/words/message.ts'

/** A message in the language of the screen. */
export type Translator = (message: Message) => string

/** The translator of the page. Without a provider, messages are in English. */
export const TranslatorContext = createContext<Translator>(toEnglish)

export const useTranslator = (): Translator => use(TranslatorContext)

/** A message that stays visible, such as a notice, and follows a change of language. */
export function TranslatedMessage({ text }: { text: Message }) {
  return useTranslator()(text)
}

/** A message in a table cell with the full text as its tooltip; a dash for null. */
export function MessageCell({ text }: { text: Message | null }) {
  const translate = useTranslator()
  return (
    <span title={text === null ? undefined : translate(text)}>{text === null ? '–' : translate(text)}</span>
  )
}
