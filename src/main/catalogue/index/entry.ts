import { z } from 'zod'
import { drugPathwaySchema } from '../../../shared/domain/drug.ts'
import type { DrugRow } from '../../store/drugs.ts'
import { type Cell, type Facet, toCells, toFacets } from './cells.ts'
import { type Association, actsText, scopeOf, tagOf, tokenOf } from './tags.ts'
import { isLong, keysOf, tokensOf } from './tokens.ts'
import { forgivesTypos } from './typos.ts'

/** Raised with every change of what is made of a drug here: an index of another version is built anew. */
export const indexVersion = 3

/** What of a long text is indexed, in characters; a description of a megabyte says nothing more in the rest. */
const maxTextLength = 20_000
const maxNames = 200
/** A drug with more, or a name longer than a page may ask for, is found by the rest of what it holds. */
const maxActs = 300
const maxPathwayLength = 1000

export type IndexedRow = Pick<
  DrugRow,
  'drug_id' | 'name' | 'synonyms' | 'category' | 'description' | 'pathways'
>

/** All that the index holds of one drug; the same row always gives the same, so it can be taken out again. */
export type Entry = {
  keys: [scope: number, key: string][]
  nameWords: string
  words: string
  /** Words of which no index holds all the beginnings; see indexQuery.ts. */
  terms: string[]
  grams: string
  /** Words of the names in which typos are forgiven. */
  forgiven: string[]
  facets: Facet[]
  cells: Cell[]
  category: string | null
  /** Of its category; 0 without. */
  scope: number
  acts: string
}

const synonymsSchema = z.array(z.string())
const pathwaysSchema = z.array(drugPathwaySchema)

export function toEntry(row: IndexedRow): Entry {
  const { category } = row
  const synonyms = synonymsSchema.parse(JSON.parse(row.synonyms)).slice(0, maxNames)
  const acts = toActs(row)
  const tags = toTags(category, acts)
  const tokens = tags.map(tokenOf)
  const [key = '', ...otherKeys] = keysOf(row.name)
  const others = [...new Set([...otherKeys, ...synonyms.flatMap(keysOf)])].filter((one) => one !== key)
  const nameTokens = tokensOf([row.name, ...synonyms].join(' ').slice(0, maxTextLength))
  const rest = [row.drug_id, category ?? '', ...new Set(acts.map(([pathway]) => pathway))]
  const words = new Set([...nameTokens, ...tokensOf(rest.join(' ').slice(0, maxTextLength))])
  for (const token of tokensOf((row.description ?? '').slice(0, maxTextLength))) words.add(token)
  return {
    keys: toKeys(tags, key, others),
    nameWords: [...nameTokens, ...tokens].join(' '),
    words: [...words, ...tokens].join(' '),
    terms: [...words].filter(isLong).sort(),
    grams: [key, ...others].join(' '),
    forgiven: [...nameTokens].filter(forgivesTypos),
    facets: toFacets(category, acts),
    cells: toCells(category, acts),
    category,
    scope: category === null ? 0 : scopeOf(tagOf.category(category), 0),
    acts: actsText(acts),
  }
}

/** Each pathway and direction once, whatever the evidence. */
export function toActs({ pathways }: Pick<DrugRow, 'pathways'>): Association[] {
  const parsed = pathways === null ? [] : pathwaysSchema.parse(JSON.parse(pathways))
  const acts = parsed
    .filter(({ pathway }) => pathway.length <= maxPathwayLength)
    .map(({ pathway, direction }): Association => [pathway, direction])
  return [...new Map(acts.map((act) => [JSON.stringify(act), act])).values()].slice(0, maxActs)
}

const toTags = (category: string | null, acts: readonly Association[]): string[] => [
  ...new Set([
    ...(category === null ? [] : [tagOf.category(category)]),
    ...acts.flatMap(([pathway, direction]) => [
      tagOf.pathway(pathway),
      tagOf.direction(direction),
      tagOf.association(pathway, direction),
    ]),
  ]),
]

const toKeys = (tags: readonly string[], key: string, others: readonly string[]): Entry['keys'] =>
  [null, ...tags].flatMap((tag): Entry['keys'] => [
    [scopeOf(tag, 0), key],
    ...others.map((other): [number, string] => [scopeOf(tag, 1), other]),
  ])
