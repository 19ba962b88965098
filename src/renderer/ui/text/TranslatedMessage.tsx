import { createContext, use } from 'react'

/** Says a sentence of the services in the language of the screen. */
export type Translator = (english: string) => string

/** What services say comes in English; without a translator around it stays so. */
export const TranslatorContext = createContext<Translator>((english) => english)

export const useTranslator = (): Translator => use(TranslatorContext)

/** A sentence of the services where it stays shown for long, as in a notice: it follows the language. */
export function TranslatedMessage({ text }: { text: string }) {
  return useTranslator()(text)
}

/** A sentence in a cell of a table, whole in its tip; a dash for none. */
export function MessageCell({ text }: { text: string | null }) {
  const translate = useTranslator()
  return (
    <span title={text === null ? undefined : translate(text)}>{text === null ? '–' : translate(text)}</span>
  )
}
