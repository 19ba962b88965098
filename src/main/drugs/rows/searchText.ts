import { spellingVariants } from '../../../shared/format/fold.ts'

/** What a drug can be found by. */
type Named = { name: string; synonyms: string[]; category: string | null; description: string | null }

// Folded text holds neither of these, so they cannot be imitated.
const nameMark = '\n'
const restMark = '\u001f'

/** A drug as one text: each name between two marks, the drug's own name first, then the rest of it. */
export function toSearchText(drug: Named): string {
  const [name = '', ...spelledOut] = spellingVariants(drug.name)
  const names = [name, ...spelledOut, ...drug.synonyms.flatMap(spellingVariants)].filter(
    (text) => text !== '',
  )
  const rest = [drug.category ?? '', drug.description ?? ''].flatMap(spellingVariants)
  return `${nameMark}${[...new Set(names)].join(nameMark)}${nameMark}${restMark}${rest.join(restMark)}`
}

/** One word of a query in every way it may be written; a drug must hold one of them. */
export type Term = string[]

// More words than any name has; a pasted page must not become an endless condition.
const maxTerms = 60

/** The words of a query, each once, folded; all of them must match. */
export function toTerms(text: string): Term[] {
  const words = text.split(/\s+/).map(spellingVariants)
  const once = new Map(words.map((spellings) => [spellings.join(nameMark), spellings]))
  once.delete('')
  return [...once.values()].slice(0, maxTerms)
}
