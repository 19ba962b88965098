import type { Handlers } from '../../shared/contract/contract.ts'
import { byMatch, matchOf, type SearchHit } from '../../shared/domain/app/search.ts'

type Named = Omit<SearchHit, 'match'>

/** Sources that search names and IDs, best match first, at most `limit`. */
export type SearchSources = {
  studies(): Promise<{ studyId: string; name: string; question: string }[]>
  samples(text: string, limit: number): Promise<{ sampleId: string; clientReference: string }[]>
  pathways(): Promise<readonly { pathway: string; title: string; names: readonly string[] }[]>
  drugs(text: string, limit: number): Promise<{ drugId: string; name: string; category: string | null }[]>
}

/** Searches a workspace without requests to the service. An empty text only preloads the pathway names. */
export const createSearchEverything = ({
  studies,
  samples,
  pathways,
  drugs,
}: SearchSources): Handlers['search.everything'] => {
  return async ({ text, limit }) => {
    const query = text.trim()
    if (query === '') {
      void pathways().catch(() => undefined)
      return []
    }
    const found = await Promise.all([
      studies().then((all) =>
        among(
          query,
          all.map(({ studyId: id, name, question }) => ({
            hit: { kind: 'study', id, name, detail: question || null },
            names: [name],
          })),
        ),
      ),
      samples(query, limit).then((some) =>
        some.map(({ sampleId: id, clientReference: name }) => {
          const hit: Named = { kind: 'sample', id, name, detail: name === id ? null : id }
          return { ...hit, match: matchOf(query, [name, id]) ?? 'elsewhere' }
        }),
      ),
      pathways().then((all) =>
        among(
          query,
          all.map(({ pathway: id, title, names }) => ({
            hit: { kind: 'pathway', id, name: title, detail: null },
            names: [title, ...names],
          })),
        ),
      ),
      drugs(query, limit).then((some) =>
        some.map(({ drugId: id, name, category: detail }): SearchHit => {
          const hit: Named = { kind: 'drug', id, name, detail }
          return { ...hit, match: matchOf(query, [name, id]) ?? 'elsewhere' }
        }),
      ),
    ])
    return found.flatMap((some) => some.toSorted(byMatch).slice(0, limit)).toSorted(byMatch)
  }
}

/** Returns the entries with a name that contains the text. */
const among = (query: string, all: readonly { hit: Named; names: readonly string[] }[]): SearchHit[] =>
  all.flatMap(({ hit, names }) => {
    const match = matchOf(query, names)
    return match ? { ...hit, match } : []
  })
