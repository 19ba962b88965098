import { fold } from '../../format/fold.ts'

/** How a text stands in a name: it is the whole of it, its beginning, or elsewhere. In this order they are listed. */
export const textMatches = ['whole', 'beginning', 'elsewhere'] as const
export type TextMatch = (typeof textMatches)[number]

/** How a text stands in the best of several names, whatever its case, accents and Greek letters; null: in none. */
export function matchOf(text: string, names: readonly string[]): TextMatch | null {
  const sought = fold(text.trim())
  const folded = names.map(fold)
  if (folded.includes(sought)) return 'whole'
  if (folded.some((name) => name.startsWith(sought))) return 'beginning'
  return folded.some((name) => name.includes(sought)) ? 'elsewhere' : null
}

/** The whole first; what stands alike keeps its order. */
export const byMatch = (a: { match: TextMatch }, b: { match: TextMatch }): number =>
  textMatches.indexOf(a.match) - textMatches.indexOf(b.match)

/** What a search of everything finds; `id`: of the sample, study, pathway or drug. */
export type SearchHit = {
  kind: 'study' | 'sample' | 'pathway' | 'drug'
  id: string
  name: string
  /** What else tells it from others: the id of a sample, the question of a study, the category of a drug; null: nothing. */
  detail: string | null
  /** In its name, its id, or another of its names. */
  match: TextMatch
}
