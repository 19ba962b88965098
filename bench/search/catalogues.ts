import { createCatalogue, type DrugEntry } from '../../src/demoService/model/catalogue.ts'
import type { FetchedDrug } from '../../src/main/drugs/rows/drugRows.ts'
import { createSeededRandom } from '../../src/main/testing/seededRandom.ts'
import type { Direction, DrugPathway } from '../../src/shared/domain/drugs/drug.ts'

export const fetchedAt = '2026-01-01T00:00:00.000Z'
const seed = 7

export const generate = (count: number): DrugEntry[] => createCatalogue(seed, count).drugs()

export const toSeen = (entry: DrugEntry): FetchedDrug => {
  const { drugId, name, synonyms, category, mechanism } = entry
  return {
    drug: { drugId, name, synonyms, category, description: mechanism },
    raw: { drug_id: drugId, name, synonyms, category, description: mechanism },
    fetchedAt,
  }
}

export const pathwaysOf = ({ pathways }: DrugEntry): DrugPathway[] =>
  pathways.map(({ pathway, sign }) => ({
    pathway,
    direction: sign > 0 ? 'activates' : 'inhibits',
    evidence: null,
  }))

type Typo = { typed: string; drugId: string; name: string }
export type Queries = {
  letters: Record<1 | 2 | 4, string[]>
  words: string[]
  filtered: { text: string; category: string }[]
  acting: { text: string; pathway: string; direction: Direction }[]
  /** The queries for facets: empty, letters, words, each with and without filters. */
  faceted: { text: string; category?: string; pathwayNames?: string[]; direction?: Direction }[]
  typos: Typo[]
}

/** Questions about drugs all over the catalogue, the same for every run and every candidate. */
export function toQueries(entries: readonly DrugEntry[], each: number): Queries {
  const random = createSeededRandom(11)
  const pick = (): DrugEntry => entries[Math.floor(random() * entries.length)] as DrugEntry
  const some = <T>(make: () => T): T[] => Array.from({ length: each }, make)
  const begin = (letters: number) => some(() => pick().name.slice(0, letters).toLowerCase())
  return {
    letters: { 1: begin(1), 2: begin(2), 4: begin(4) },
    words: some(() => {
      const { name, category, mechanism } = pick()
      const [first = ''] = category.split(' ')
      return random() < 0.5 ? `${first} ${name.slice(0, 3)}` : `${mechanism.split(' ').at(-1)} ${first}`
    }),
    filtered: some(() => {
      const { name, category } = pick()
      return { text: name.slice(0, random() < 0.5 ? 1 : 2), category }
    }),
    acting: some(() => {
      const entry = pick()
      const { pathway = '', direction = 'unknown' } = pathwaysOf(entry)[0] ?? {}
      return { text: entry.name.slice(0, random() < 0.5 ? 1 : 2), pathway, direction }
    }),
    faceted: some(() => {
      const entry = pick()
      const { pathway = '', direction = 'unknown' } = pathwaysOf(entry)[0] ?? {}
      const [first = ''] = entry.category.split(' ')
      const texts = ['', entry.name.slice(0, 1), entry.name.slice(0, 2), entry.name.slice(0, 4), first]
      return {
        text: texts[Math.floor(random() * texts.length)] ?? '',
        ...(random() < 0.3 ? { category: entry.category } : {}),
        ...(random() < 0.3 ? { pathwayNames: [pathway] } : {}),
        ...(random() < 0.3 ? { direction } : {}),
      }
    }),
    typos: some(() => {
      for (;;) {
        const { drugId, name } = pick()
        if (/^[A-Za-z]{5,}$/.test(name)) return { typed: misspell(name.toLowerCase(), random), drugId, name }
      }
    }),
  }
}

/** One letter left out, put in, replaced or swapped with the next, anywhere but at the very start. */
function misspell(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2))
  const letter = String.fromCharCode(97 + Math.floor(random() * 26))
  const before = word.slice(0, at)
  const kinds = [
    before + word.slice(at + 1),
    before + letter + word.slice(at),
    before + letter + word.slice(at + 1),
    `${before}${word[at + 1]}${word[at]}${word.slice(at + 2)}`,
  ]
  return kinds[Math.floor(random() * kinds.length)] ?? word
}
