import type { Direction } from '../../../shared/domain/drug.ts'
import type { StoreFilter } from '../drugStore.ts'
import { fold } from '../fold.ts'
import { hashOf } from './typos.ts'

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

/** Associations as they are kept with the class of a drug; what is looked for in it can begin and end nowhere else. */
export const actsText = (acts: readonly Association[]): string => JSON.stringify(acts)

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
