import { type Direction, directionSchema } from '../../../../shared/domain/drugs/drug.ts'

type Sort = 'name' | 'category' | 'age'
type Order = 'asc' | 'desc'

/** What is asked of the drugs. `pathway`: its key in the alias table. No `sort`: the best matches first. */
export type Question = {
  text: string
  category: string | undefined
  pathway: string | undefined
  direction: Direction | undefined
  sort: Sort | undefined
  /** Left out: as people expect of `sort`, see `orderOf`. */
  order: Order | undefined
}

/** What the address of the drug section holds: the question, the drug that is open, and whether it fills the width. */
export type View = Question & { drug: string | undefined; wide: boolean }

export const sorts: readonly Sort[] = ['name', 'category', 'age']

/** Reads an address, whatever someone wrote into it. */
export function parseView(search: Record<string, unknown>): View {
  // The router reads `text=5` as a number.
  const read = (name: string) => {
    const value = search[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined
  }
  const order = read('order')
  return {
    text: read('text') ?? '',
    category: read('category'),
    pathway: read('pathway'),
    direction: directionSchema.safeParse(search['direction']).data,
    sort: sorts.find((sort) => sort === search['sort']),
    order: order === 'asc' || order === 'desc' ? order : undefined,
    drug: read('drug'),
    wide: search['wide'] === true || search['wide'] === 'true',
  }
}

/** The view as an address holds it: nothing of what is not set. */
export const toSearch = (view: Partial<View>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(view).filter(([, value]) => value !== undefined && value !== '' && value !== false),
  )

export const questionOf = ({ text, category, pathway, direction, sort, order }: View): Question => ({
  text,
  category,
  pathway,
  direction,
  sort,
  order,
})

/** The question as the query part of an address, as a saved search keeps it. */
export const toAddress = (question: Question): string =>
  new URLSearchParams(
    Object.entries(toSearch(question)).map(([name, value]) => [name, String(value)]),
  ).toString()

/** The question that a saved search asks; the drug that is open stays out of it. */
export const fromAddress = (address: string): Question =>
  questionOf(parseView(Object.fromEntries(new URLSearchParams(address))))

/** Names from A, ages from the newest, unless the other way was asked for. */
export const orderOf = ({ sort, order }: Pick<Question, 'sort' | 'order'>): Order =>
  order ?? (sort === 'age' ? 'desc' : 'asc')

export const noFilters = { category: undefined, pathway: undefined, direction: undefined } as const

export const hasFilters = ({ category, pathway, direction }: Question): boolean =>
  [category, pathway, direction].some((value) => value !== undefined)
