import { z } from 'zod'
import { type Direction, drugPathwaySchema } from '../../../../shared/domain/drugs/drug.ts'
import { fold } from '../../../../shared/format/fold.ts'
import type { DrugRow } from '../../../store/drugs.ts'
import type { StoreFilter } from '../../rows/drugStore.ts'
import { allowsTypos, hashOf, isLong, keysOf, tokensOf } from './tokens.ts'

export type Filter = Omit<StoreFilter, 'text'>
/** A pathway and the drug's effect on it. */
export type Association = [pathway: string, direction: Direction]

/** The filterable properties of a drug, each as one text. `association`: a pathway with a direction. */
export const tagOf = {
  category: (category: string) => `c:${fold(category)}`,
  pathway: (name: string) => `p:${name}`,
  direction: (direction: Direction) => `d:${direction}`,
  association: (name: string, direction: Direction) => `a:${direction}:${name}`,
}

export const isDirectionTag = (tag: string): boolean => tag.startsWith('d:')

/** A filter by tags: `category` and one of `acts` must match. Null accepts all; an empty `acts` matches nothing. */
export type TagFilter = { category: string | null; acts: readonly string[] | null }

export function toTagFilter({ category, pathwayNames, direction }: Filter): TagFilter {
  const acts = pathwayNames?.map((name) =>
    direction === undefined ? tagOf.pathway(name) : tagOf.association(name, direction),
  )
  return {
    category: category === undefined ? null : tagOf.category(category),
    acts: acts ?? (direction === undefined ? null : [tagOf.direction(direction)]),
  }
}

/** Private-use characters. All tags start with them, so that the prefix index stores them once. */
const mark = '\ue1ff'.repeat(5)
/** Returns a tag as a word among the words of a drug. */
export const tokenOf = (tag: string): string => `${mark}${hashOf(tag).toString(36)}`

/** Returns the scope of names: 0 for primary names and 1 for other names of all drugs; each tag has two scopes more. */
export const scopeOf = (tag: string | null, kind: 0 | 1): number =>
  tag === null ? kind : 2 + hashOf(tag) * 2 + kind

/** Returns the associations stored with a class. Patterns include JSON brackets or quotes, to match whole values. */
const actsText = (acts: readonly Association[]): string => JSON.stringify(acts)

/** Joins the class `c` of each drug, given the SQL of its rowid. */
export const joinClass = (id: string): string =>
  `CROSS JOIN drug_class_of AS o ON o.id = ${id} CROSS JOIN drug_classes AS c ON c.class = o.class`

/** Returns the SQL condition on `drug_classes AS c` that a drug passes the filter. */
export function classCondition({ category, pathwayNames, direction }: Filter): {
  sql: string
  values: (string | number)[]
} {
  const needles = pathwayNames?.map((name) =>
    direction === undefined ? `[${JSON.stringify(name)},` : JSON.stringify([name, direction]),
  )
  const patterns = needles ?? (direction === undefined ? null : [`,"${direction}"]`])
  const holds = 'EXISTS (SELECT 1 FROM json_each(?) WHERE instr(c.acts, value) > 0)'
  return {
    sql: [category === undefined ? 'TRUE' : 'c.scope = ?', patterns === null ? 'TRUE' : holds].join(' AND '),
    values: [
      ...(category === undefined ? [] : [scopeOf(tagOf.category(category), 0)]),
      ...(patterns === null ? [] : [JSON.stringify(patterns)]),
    ],
  }
}

/** Increase it when the entry of a drug changes: an index of another version is built again. */
export const indexVersion = 3

/** The indexed characters of a text; the rest of a description of 1 MB adds nothing. */
const maxTextLength = 20_000
const maxNames = 200
/** Further pathways of a drug, and pathways with a longer name, are not indexed; its other data still finds it. */
const maxActs = 300
const maxPathwayLength = 1000

export type IndexedRow = Pick<
  DrugRow,
  'drug_id' | 'name' | 'synonyms' | 'category' | 'description' | 'pathways'
>

/** The index entry of one drug. It depends only on the row, so that it can be removed again. */
export type Entry = {
  keys: [scope: number, key: string][]
  nameWords: string
  words: string
  /** Words that have no complete prefix index; see searchSteps.ts. */
  terms: string[]
  grams: string
  /** Words of the names that accept typos. */
  forgiven: string[]
  facets: Facet[]
  cells: Cell[]
  category: string | null
  /** The scope of its category; 0 without one. */
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
    forgiven: [...nameTokens].filter(allowsTypos),
    facets: toFacets(category, acts),
    cells: toCells(category, acts),
    category,
    scope: category === null ? 0 : scopeOf(tagOf.category(category), 0),
    acts: actsText(acts),
  }
}

/** Returns each pathway and direction once, whatever the evidence. */
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

export type FacetKind = 'all' | 'category' | 'pathway' | 'direction'
type Facet = [kind: FacetKind, value: string]
/** A count of drugs with a value among those that pass a filter. */
type Cell = [within: string, kind: FacetKind, value: string]

type Within = {
  category?: string | undefined
  pathway?: string | undefined
  direction?: Direction | undefined
}

/** Returns the key for the counts of a filter with at most one pathway name. */
export const withinOf = ({ category, pathway, direction }: Within): string =>
  JSON.stringify([category === undefined ? null : fold(category), pathway ?? null, direction ?? null])

const toFacets = (category: string | null, acts: readonly Association[]): Facet[] => [
  ['all', ''],
  ...(category === null ? [] : [['category', category] satisfies Facet]),
  ...[...new Set(acts.map(([pathway]) => pathway))].map((value): Facet => ['pathway', value]),
  ...[...new Set(acts.map(([, direction]) => direction))].map((value): Facet => ['direction', value]),
]

/** Returns the filtered counts to which a drug adds one; the counts of a facet ignore its own filter. */
function toCells(category: string | null, acts: readonly Association[]): Cell[] {
  const cells = new Map<string, Cell>()
  const add = (within: Within, kind: FacetKind, value: string) => {
    const cell: Cell = [withinOf(within), kind, value]
    if (Object.keys(within).length > 0) cells.set(cell.join('\n'), cell)
  }
  const ofAct = acts.flatMap(([pathway, direction]): Within[] => [
    { pathway },
    { direction },
    { pathway, direction },
  ])
  const ofCategory: Within[] = category === null ? [{}] : [{}, { category }]
  for (const within of ofCategory) {
    for (const act of [{}, ...ofAct]) add({ ...within, ...act }, 'all', '')
    for (const [pathway, direction] of acts) {
      add(within, 'pathway', pathway)
      add({ ...within, direction }, 'pathway', pathway)
      add(within, 'direction', direction)
      add({ ...within, pathway }, 'direction', direction)
    }
  }
  if (category !== null) for (const act of ofAct) add(act, 'category', category)
  return [...cells.values()]
}
