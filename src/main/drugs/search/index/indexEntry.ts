import { z } from 'zod'
import { type Direction, drugPathwaySchema } from '../../../../shared/domain/drugs/drug.ts'
import { fold } from '../../../../shared/format/fold.ts'
import type { DrugRow } from '../../../store/drugs.ts'
import type { StoreFilter } from '../../rows/drugStore.ts'
import { allowsTypos, hashOf, isLong, keysOf, tokensOf } from './tokens.ts'

export type Filter = Omit<StoreFilter, 'text'>
/** A pathway and what the drug does to it. */
export type Association = [pathway: string, direction: Direction]

/** What a drug can be filtered by, each as one text. `association`: both of the very same one. */
export const tagOf = {
  category: (category: string) => `c:${fold(category)}`,
  pathway: (name: string) => `p:${name}`,
  direction: (direction: Direction) => `d:${direction}`,
  association: (name: string, direction: Direction) => `a:${direction}:${name}`,
}

export const isDirectionTag = (tag: string): boolean => tag.startsWith('d:')

/** `category` and one of `acts` have to hold; null: whatever it is. No `acts` at all: nothing can be found. */
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

/** No text can hold it, it is for private use; all tags begin alike, so that the index of beginnings has them once. */
const mark = '\ue1ff'.repeat(5)
/** A tag as a word among the words of a drug. */
export const tokenOf = (tag: string): string => `${mark}${hashOf(tag).toString(36)}`

/** 0: drugs' own names, 1: their other names; of all drugs or, two scopes for each, of those with a tag. */
export const scopeOf = (tag: string | null, kind: 0 | 1): number =>
  tag === null ? kind : 2 + hashOf(tag) * 2 + kind

/** Associations as they are cached with the class of a drug; what is looked for in it can begin and end nowhere else. */
const actsText = (acts: readonly Association[]): string => JSON.stringify(acts)

/** Joins the class `c` of each drug, named by its rowid. */
export const joinClass = (id: string): string =>
  `CROSS JOIN drug_class_of AS o ON o.id = ${id} CROSS JOIN drug_classes AS c ON c.class = o.class`

/** The condition, on `drug_classes AS c`, that a drug passes the filter. */
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
  /** Words of which no index holds all the beginnings; see searchSteps.ts. */
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
    forgiven: [...nameTokens].filter(allowsTypos),
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

export type FacetKind = 'all' | 'category' | 'pathway' | 'direction'
type Facet = [kind: FacetKind, value: string]
/** How many drugs have a value among those that a filter leaves. */
type Cell = [within: string, kind: FacetKind, value: string]

type Within = {
  category?: string | undefined
  pathway?: string | undefined
  direction?: Direction | undefined
}

/** A filter by at most one pathway name as the key of its counts. */
export const withinOf = ({ category, pathway, direction }: Within): string =>
  JSON.stringify([category === undefined ? null : fold(category), pathway ?? null, direction ?? null])

const toFacets = (category: string | null, acts: readonly Association[]): Facet[] => [
  ['all', ''],
  ...(category === null ? [] : [['category', category] satisfies Facet]),
  ...[...new Set(acts.map(([pathway]) => pathway))].map((value): Facet => ['pathway', value]),
  ...[...new Set(acts.map(([, direction]) => direction))].map((value): Facet => ['direction', value]),
]

/** Every count under a filter that one drug adds one to; the counts of a facet leave out its own filter. */
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
