import { createContext, use } from 'react'

/** Says a sentence of the services in the language of the screen. */
export type Say = (english: string) => string

/** What services say comes in English; without a translator around it stays so. */
export const SayContext = createContext<Say>((english) => english)

export const useSay = (): Say => use(SayContext)

/** A sentence of the services where it stays shown for long, as in a notice: it follows the language. */
export function Said({ text }: { text: string }) {
  return useSay()(text)
}

/** A sentence in a cell of a table, whole in its tip; a dash for none. */
export function ToldCell({ text }: { text: string | null }) {
  const say = useSay()
  return <span title={text === null ? undefined : say(text)}>{text === null ? '–' : say(text)}</span>
}
