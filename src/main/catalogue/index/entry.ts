import { z } from 'zod'
import { drugPathwaySchema } from '../../../shared/domain/drug.ts'
import type { DrugRow } from '../../store/drugs.ts'
import { fold } from '../fold.ts'
import { keysOf, tokensOf } from './tokens.ts'
import { deleteHashes, forgivesTypos, hashOf } from './typos.ts'

/** Raised with every change of what is made of a drug here: an index of another version is built anew. */
export const indexVersion = 1

/** What of a long text is indexed, in characters; a description of a megabyte says nothing more in the rest. */
const longestText = 20_000
const mostNames = 200

export type IndexedRow = Pick<
  DrugRow,
  'drug_id' | 'name' | 'synonyms' | 'category' | 'description' | 'pathways'
>
export type Facet = ['all' | 'category' | 'pathway' | 'direction', value: string]

/** All that the index holds of one drug; the same row always gives the same, so it can be taken out again. */
export type Entry = {
  keys: [scope: number, key: string][]
  nameWords: string
  words: string
  grams: string
  deletes: number[]
  facets: Facet[]
}

/** 0: its own names, 1: other names; of all drugs or, two scopes for each, of one category. */
export const scopeOf = (category: string | null | undefined, kind: 0 | 1): number =>
  category === null || category === undefined ? kind : 2 + hashOf(fold(category)) * 2 + kind

/** Stands for “is of this category” among the words; no text can hold it, its first letter is for private use. */
export const categoryToken = (category: string): string => `\ue1ff${hashOf(fold(category)).toString(36)}`

const synonymsSchema = z.array(z.string())
const pathwaysSchema = z.array(drugPathwaySchema)

export function toEntry(row: IndexedRow): Entry {
  const synonyms = synonymsSchema.parse(JSON.parse(row.synonyms)).slice(0, mostNames)
  const pathways = row.pathways === null ? [] : pathwaysSchema.parse(JSON.parse(row.pathways))
  const [key = '', ...otherKeys] = keysOf(row.name)
  const others = [...new Set([...otherKeys, ...synonyms.flatMap(keysOf)])].filter((one) => one !== key)
  const nameTokens = tokensOf([row.name, ...synonyms].join(' ').slice(0, longestText))
  const rest = [row.drug_id, row.category ?? '', ...pathways.map(({ pathway }) => pathway)]
  const words = new Set([...nameTokens, ...tokensOf(rest.join(' ').slice(0, longestText))])
  for (const token of tokensOf((row.description ?? '').slice(0, longestText))) words.add(token)
  const inCategory = row.category === null ? [] : [categoryToken(row.category)]
  return {
    keys: toKeys(row.category, key, others),
    nameWords: [...nameTokens, ...inCategory].join(' '),
    words: [...words, ...inCategory].join(' '),
    grams: [key, ...others].join(' '),
    deletes: [...new Set([...nameTokens].filter(forgivesTypos).flatMap(deleteHashes))].sort((a, b) => a - b),
    facets: toFacets(row.category, pathways),
  }
}

const toKeys = (category: string | null, key: string, others: string[]): Entry['keys'] =>
  [null, ...(category === null ? [] : [category])].flatMap((scope): Entry['keys'] => [
    [scopeOf(scope, 0), key],
    ...others.map((other): [number, string] => [scopeOf(scope, 1), other]),
  ])

const toFacets = (category: string | null, pathways: z.infer<typeof pathwaysSchema>): Facet[] => [
  ['all', ''],
  ...(category === null ? [] : [['category', category] satisfies Facet]),
  ...[...new Set(pathways.map(({ pathway }) => pathway))].map((value): Facet => ['pathway', value]),
  ...[...new Set(pathways.map(({ direction }) => direction))].map((value): Facet => ['direction', value]),
]
