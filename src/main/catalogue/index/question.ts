import { foldings } from '../fold.ts'
import { keysOf, type QueryWord, toQueryWords } from './tokens.ts'

export type Question = {
  words: QueryWord[]
  keys: string[]
  category: string | undefined
  /** Of names, within one kind of match; null: in order of rank. */
  byName: 'ASC' | 'DESC' | null
}

/** Null when the text asks for nothing that could be found: it is of separators only. */
export function toQuestion(
  text: string,
  category?: string,
  byName: 'ASC' | 'DESC' | null = null,
): Question | null {
  const words = toQueryWords(text)
  const isEmpty = foldings(text).every((folded) => folded === '')
  return words.length === 0 && !isEmpty
    ? null
    : { words, keys: words.length > 0 ? keysOf(text) : [], category, byName }
}
