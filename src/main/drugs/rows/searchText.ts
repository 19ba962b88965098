import { spellingVariants } from '../../../shared/format/fold.ts'

/** The searchable fields of a drug. */
type Named = { name: string; synonyms: string[]; category: string | null; description: string | null }

// Folded text contains neither of these, so a name cannot imitate them.
const nameMark = '\n'
const restMark = '\u001f'

/** Returns a drug as one text: the names between marks, the primary name first, then the other fields. */
export function toSearchText(drug: Named): string {
  const [name = '', ...spelledOut] = spellingVariants(drug.name)
  const names = [name, ...spelledOut, ...drug.synonyms.flatMap(spellingVariants)].filter(
    (text) => text !== '',
  )
  const rest = [drug.category ?? '', drug.description ?? ''].flatMap(spellingVariants)
  return `${nameMark}${[...new Set(names)].join(nameMark)}${nameMark}${restMark}${rest.join(restMark)}`
}

/** One word of a query in all its spellings; a drug must contain one of them. */
export type Term = string[]

// More words than any name has; a pasted page must not create a huge condition.
const maxTerms = 60

/** Returns the distinct words of a query, folded; all of them must match. */
export function toTerms(text: string): Term[] {
  const words = text.split(/\s+/).map(spellingVariants)
  const once = new Map(words.map((spellings) => [spellings.join(nameMark), spellings]))
  once.delete('')
  return [...once.values()].slice(0, maxTerms)
}
