import type { DrugList } from '../../../shared/domain/drugs/drug.ts'
import type {
  OfflineSyncDetail,
  OfflineSyncPlan,
  OfflineSyncScope,
} from '../../../shared/domain/drugs/offlineSync.ts'
import type { SearchParams } from '../../state/searchParams.ts'

export type Kind = Exclude<OfflineSyncScope['kind'], 'cached'>
/** What is filled in so far; of `category` and `listId` only the one of `kind` counts. */
export type SyncDraft = {
  kind: Kind
  category: string | null
  listId: string | null
  detail: OfflineSyncDetail
  perHour: number | null
  refreshDays: number | null
}

/** What the address asks for. */
export const parseSyncDraft = ({ set, category }: SearchParams<'/library/offline'>): SyncDraft => ({
  kind: set === undefined ? (category === undefined ? 'catalogue' : 'category') : 'list',
  category: category ?? null,
  listId: set ?? null,
  detail: 'list',
  perHour: 1000,
  refreshDays: 30,
})

/** The scope as it is requested; null while a category or list has not been chosen. */
export function toScope({ kind, category, listId }: SyncDraft): OfflineSyncScope | null {
  if (kind === 'category') return category === null ? null : { kind, category }
  if (kind === 'list') return listId === null ? null : { kind, listId }
  return { kind }
}

export const sameScope = (a: OfflineSyncScope, b: OfflineSyncScope): boolean =>
  a.kind === b.kind &&
  (a.kind !== 'category' || b.kind !== 'category' || a.category === b.category) &&
  (a.kind !== 'list' || b.kind !== 'list' || a.listId === b.listId)

/** Drugs on one page of the service's list, at most. */
const pageSize = 100

/** Requests that a wish takes at most, when nothing of it is cached: pages of lists, and what each drug needs of its own. */
export function mostRequests(kind: Kind, detail: OfflineSyncDetail, drugs: number): number {
  const lists = kind === 'list' ? (detail === 'all' ? 0 : drugs) : Math.ceil(drugs / pageSize)
  return lists + drugs * { names: 0, list: 0, pathways: 1, all: 2 }[detail]
}

type Known = {
  plans: readonly OfflineSyncPlan[]
  cached: number
  categories: readonly { value: string; count: number }[]
  sets: readonly DrugList[]
}

/** How many drugs a wish is about as far as is known here, and whether there may be more; null where nothing is known. */
export function knownDrugs(draft: SyncDraft, { plans, cached, categories, sets }: Known) {
  const scope = toScope(draft)
  if (scope === null) return null
  if (scope.kind === 'list') {
    const count = sets.find(({ listId }) => listId === scope.listId)?.count
    return count === undefined ? null : { drugs: count, orMore: false }
  }
  const total = plans.find((plan) => sameScope(plan.scope, scope))?.total ?? null
  if (total !== null) return { drugs: total, orMore: false }
  const here =
    scope.kind === 'category'
      ? (categories.find(({ value }) => value === scope.category)?.count ?? 0)
      : cached
  return here === 0 ? null : { drugs: here, orMore: true }
}

/** Why no request can leave now; null when it can. */
export type Blocked = 'switch' | 'signedOut' | null
