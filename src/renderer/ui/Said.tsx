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
