import { fold } from '../../format/fold.ts'

/**
 * The position of a search text in a name: the whole name, its beginning, or elsewhere. Hits are sorted in this order.
 */
export const textMatches = ['whole', 'beginning', 'elsewhere'] as const
export type TextMatch = (typeof textMatches)[number]

/** Returns the best position of a text among names, ignoring case, accents and Greek letters, or null. */
export function matchOf(text: string, names: readonly string[]): TextMatch | null {
  const sought = fold(text.trim())
  const folded = names.map(fold)
  if (folded.includes(sought)) return 'whole'
  if (folded.some((name) => name.startsWith(sought))) return 'beginning'
  return folded.some((name) => name.includes(sought)) ? 'elsewhere' : null
}

/** Sorts whole matches first. A stable sort keeps the order of equal matches. */
export const byMatch = (a: { match: TextMatch }, b: { match: TextMatch }): number =>
  textMatches.indexOf(a.match) - textMatches.indexOf(b.match)

/** A hit of the global search. `id`: the id of the sample, study, pathway or drug. */
export type SearchHit = {
  kind: 'study' | 'sample' | 'pathway' | 'drug'
  id: string
  name: string
  /**
   * A detail that distinguishes the hit: a sample's id, a study's question or a drug's category; null if there is none.
   */
  detail: string | null
  /** The best match among its name, id and other names. */
  match: TextMatch
}
