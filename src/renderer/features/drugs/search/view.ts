import type { SearchParams } from '../../../state/searchParams.ts'
import { searchSchemas } from '../../../state/searchSchemas.ts'

type DrugsSearch = SearchParams<'/library/drugs'>
type Sort = NonNullable<DrugsSearch['sort']>
type Order = NonNullable<DrugsSearch['order']>

/** What is searched for among the drugs. `pathway`: its key in the alias table. No `sort`: the best matches first. */
export type Question = {
  text: string
  category: string | undefined
  pathway: string | undefined
  direction: DrugsSearch['direction']
  sort: Sort | undefined
  /** Left out: as people expect of `sort`, see `orderOf`. */
  order: Order | undefined
}

/** What the address of the drug section holds: the question, the drug that is open, and whether it fills the width. */
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

/** The view as an address holds it: nothing of what is not set. */
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

/** The question as the query part of an address, as a saved search keeps it. */
export const toAddress = (question: Question): string =>
  new URLSearchParams(
    Object.entries(question).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString()

/** The question that a saved search asks; the drug that is open stays out of it. */
export const fromAddress = (address: string): Question =>
  questionOf(
    parseView(searchSchemas()['/library/drugs'].parse(Object.fromEntries(new URLSearchParams(address)))),
  )

/** Names from A, ages from the newest, unless the other way was asked for. */
export const orderOf = ({ sort, order }: Pick<Question, 'sort' | 'order'>): Order =>
  order ?? (sort === 'age' ? 'desc' : 'asc')

export const noFilters = { category: undefined, pathway: undefined, direction: undefined } as const

export const hasFilters = ({ category, pathway, direction }: Question): boolean =>
  [category, pathway, direction].some((value) => value !== undefined)
