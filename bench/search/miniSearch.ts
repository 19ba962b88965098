import MiniSearch, { type SearchOptions } from 'minisearch'
import type { DrugEntry } from '../../src/demoService/model/catalogue.ts'
import type { Candidate } from './measure.ts'

/** Its index lives in memory and is built at every start. */
export function buildMiniSearch(entries: readonly DrugEntry[]): Candidate {
  const index = new MiniSearch({
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
  const searchIndex = (text: string, more: SearchOptions = {}) =>
    index.search(text, { prefix: true, combineWith: 'AND', ...more })
  return {
    name: 'MiniSearch',
    search: async (text) =>
      searchIndex(text)
        .slice(0, 20)
        .map(({ id }) => id),
    filter: async ({ text, category }) =>
      searchIndex(text, { filter: (hit) => hit.category === category })
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .slice(100, 150)
        .map(({ id }) => id),
    typo: async (text) =>
      searchIndex(text, { fuzzy: 0.2 })
        .slice(0, 10)
        .map(({ id }) => id),
    close: async () => {},
  }
}
