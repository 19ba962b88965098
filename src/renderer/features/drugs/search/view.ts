import type { SearchParams } from '../../../state/searchParams.ts'
import { searchSchemas } from '../../../state/searchSchemas.ts'

type DrugsSearch = SearchParams<'/library/drugs'>
type Sort = NonNullable<DrugsSearch['sort']>
type Order = NonNullable<DrugsSearch['order']>

/** A query for drugs. `pathway`: its key in the alias table. Without `sort`, the best matches come first. */
export type Question = {
  text: string
  category: string | undefined
  pathway: string | undefined
  direction: DrugsSearch['direction']
  sort: Sort | undefined
  /** undefined: the natural order of `sort`, see `orderOf`. */
  order: Order | undefined
}

/** The state in the address of the drug section: the query, the open drug, and whether it fills the width. */
export type View = Question & { drug: string | undefined; wide: boolean }

export const sorts: readonly Sort[] = ['name', 'category', 'age']

export const parseView = ({ text, wide, ...search }: DrugsSearch): View => ({
  text: text ?? '',
  category: undefined,
  pathway: undefined,
  direction: undefined,
  sort: undefined,
  order: undefined,
  drug: undefined,
  ...search,
  wide: wide ?? false,
})

/** Returns the search params of a view, without unset ones. */
export const toSearch = (view: View): DrugsSearch => ({
  ...view,
  text: view.text || undefined,
  wide: view.wide || undefined,
})

export const questionOf = ({ text, category, pathway, direction, sort, order }: View): Question => ({
  text,
  category,
  pathway,
  direction,
  sort,
  order,
})

/** Returns the query as the query string that a saved search stores. */
export const toAddress = (question: Question): string =>
  new URLSearchParams(
    Object.entries(question).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString()

/** Returns the query of a saved search, without the open drug. */
export const fromAddress = (address: string): Question =>
  questionOf(
    parseView(searchSchemas()['/library/drugs'].parse(Object.fromEntries(new URLSearchParams(address)))),
  )

/** Returns the order: by default, names from A and ages from the newest. */
export const orderOf = ({ sort, order }: Pick<Question, 'sort' | 'order'>): Order =>
  order ?? (sort === 'age' ? 'desc' : 'asc')

export const noFilters = { category: undefined, pathway: undefined, direction: undefined } as const

export const hasFilters = ({ category, pathway, direction }: Question): boolean =>
  [category, pathway, direction].some((value) => value !== undefined)
