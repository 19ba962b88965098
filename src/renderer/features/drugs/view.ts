import type { DrugHit } from '../../../shared/domain/drug.ts'

/** What the address of the drug section holds. */
export type View = { text: string; category: string | undefined; drug: string | undefined }

/** Reads an address, whatever someone wrote into it. */
export function parseView(search: Record<string, unknown>): View {
  const read = (name: string) => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return { text: read('text') ?? '', category: read('category'), drug: read('drug') }
}

/** The id of the drug that a key leads to; null where the key means nothing here. */
export function nextHit(key: string, activeId: string | null, hits: readonly DrugHit[]): string | null {
  const at = hits.findIndex(({ drugId }) => drugId === activeId)
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + 10,
    PageUp: at - 10,
  }
  const to = moves[key]
  if (to === undefined) return null
  return hits[Math.max(0, Math.min(hits.length - 1, to))]?.drugId ?? null
}

/** The id of a drug's option in the page; ids of drugs may hold anything. */
export const optionId = (list: string, drugId: string): string => `${list}-${encodeURIComponent(drugId)}`

/** The words that matches are marked by. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** Synonyms worth showing: those that hold a word of the query which the name does not. */
export function matchingSynonyms(
  { name, synonyms }: Pick<DrugHit, 'name' | 'synonyms'>,
  text: string,
): string[] {
  const missed = wordsOf(text.toLowerCase()).filter((word) => !name.toLowerCase().includes(word))
  return synonyms.filter((synonym) => missed.some((word) => synonym.toLowerCase().includes(word))).slice(0, 3)
}
