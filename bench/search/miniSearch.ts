import type { DrugEntry } from '../../src/demoService/model/drugEntry.ts'
import type { Candidate } from './measure.ts'

type Hit = { id: string; name: string }
type Index = {
  addAll(documents: readonly object[]): void
  search(text: string, options: object): Hit[]
}

/** Null where the package is not installed. Its index lives in memory and is built at every start. */
export async function buildMiniSearch(entries: readonly DrugEntry[]): Promise<Candidate | null> {
  // By a variable: the compiler must not look for a package that need not be there.
  const packageName = 'minisearch'
  const found: { default: new (options: object) => Index } | null = await import(packageName).catch(
    () => null,
  )
  if (!found) return null
  const index = new found.default({
    fields: ['name', 'synonyms', 'category', 'description'],
    storeFields: ['name', 'category'],
    idField: 'drugId',
  })
  index.addAll(
    entries.map(({ drugId, name, synonyms, category, mechanism }) => ({
      drugId,
      name,
      synonyms: synonyms.join(' '),
      category,
      description: mechanism,
    })),
  )
  const ask = (text: string, more: object = {}) =>
    index.search(text, { prefix: true, combineWith: 'AND', ...more })
  return {
    name: 'MiniSearch',
    search: async (text) =>
      ask(text)
        .slice(0, 20)
        .map(({ id }) => id),
    filter: async ({ text, category }) =>
      ask(text, { filter: (hit: Hit & { category: string }) => hit.category === category })
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .slice(100, 150)
        .map(({ id }) => id),
    typo: async (text) =>
      ask(text, { fuzzy: 0.2 })
        .slice(0, 10)
        .map(({ id }) => id),
    close: async () => {},
  }
}
