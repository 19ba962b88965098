import { createContext, use } from 'react'
import { type Message, toEnglish } from '../../../shared/messages/message.ts'

/** A message in the language of the screen. */
export type Translator = (message: Message) => string

/** Without a translator around it, a message is English. */
export const TranslatorContext = createContext<Translator>(toEnglish)

export const useTranslator = (): Translator => use(TranslatorContext)

/** A message where it stays shown for long, as in a notice: it follows the language. */
export function TranslatedMessage({ text }: { text: Message }) {
  return useTranslator()(text)
}

/** A message in a cell of a table, whole in its tip; a dash for none. */
export function MessageCell({ text }: { text: Message | null }) {
  const translate = useTranslator()
  return (
    <span title={text === null ? undefined : translate(text)}>{text === null ? '–' : translate(text)}</span>
  )
}
