import type { Direction } from '../../../shared/domain/drug.ts'
import { fold } from '../fold.ts'
import type { Association } from './tags.ts'

export type FacetKind = 'all' | 'category' | 'pathway' | 'direction'
export type Facet = [kind: FacetKind, value: string]
/** How many drugs have a value among those that a filter leaves. */
export type Cell = [within: string, kind: FacetKind, value: string]

type Within = {
  category?: string | undefined
  pathway?: string | undefined
  direction?: Direction | undefined
}

/** A filter by at most one pathway name as the key of its counts. */
export const withinOf = ({ category, pathway, direction }: Within): string =>
  JSON.stringify([category === undefined ? null : fold(category), pathway ?? null, direction ?? null])

export const toFacets = (category: string | null, acts: readonly Association[]): Facet[] => [
  ['all', ''],
  ...(category === null ? [] : [['category', category] satisfies Facet]),
  ...[...new Set(acts.map(([pathway]) => pathway))].map((value): Facet => ['pathway', value]),
  ...[...new Set(acts.map(([, direction]) => direction))].map((value): Facet => ['direction', value]),
]

/** Every count under a filter that one drug adds one to; the counts of a facet leave out its own filter. */
export function toCells(category: string | null, acts: readonly Association[]): Cell[] {
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
