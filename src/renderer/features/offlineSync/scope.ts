import type { DrugList } from '../../../shared/domain/drugs/drug.ts'
import type {
  OfflineSyncDetail,
  OfflineSyncPlan,
  OfflineSyncScope,
} from '../../../shared/domain/drugs/offlineSync.ts'
import type { SearchParams } from '../../state/searchParams.ts'

export type Kind = Exclude<OfflineSyncScope['kind'], 'cached'>
/** The form values so far. Of `category` and `listId`, only the one for `kind` counts. */
export type SyncDraft = {
  kind: Kind
  category: string | null
  listId: string | null
  detail: OfflineSyncDetail
  perHour: number | null
  refreshDays: number | null
}

export const parseSyncDraft = ({ set, category }: SearchParams<'/library/offline'>): SyncDraft => ({
  kind: set === undefined ? (category === undefined ? 'catalogue' : 'category') : 'list',
  category: category ?? null,
  listId: set ?? null,
  detail: 'list',
  perHour: 1000,
  refreshDays: 30,
})

/** Returns the scope of the request; null while no category or list is chosen. */
export function toScope({ kind, category, listId }: SyncDraft): OfflineSyncScope | null {
  if (kind === 'category') return category === null ? null : { kind, category }
  if (kind === 'list') return listId === null ? null : { kind, listId }
  return { kind }
}

export const sameScope = (a: OfflineSyncScope, b: OfflineSyncScope): boolean =>
  a.kind === b.kind &&
  (a.kind !== 'category' || b.kind !== 'category' || a.category === b.category) &&
  (a.kind !== 'list' || b.kind !== 'list' || a.listId === b.listId)

/** The most drugs on one page of the service's list. */
const pageSize = 100

/** Returns the most requests that a sync takes with an empty cache: pages of lists, plus the requests for each drug. */
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

/** Returns the known number of drugs in the scope, and if there may be more; null if it is unknown. */
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

/** The reason why no request can be sent now; null if it can. */
export type Blocked = 'switch' | 'signedOut' | null
