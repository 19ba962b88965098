import { isFailure } from '../../../shared/contract/failures.ts'
import type { JobProgress } from '../../jobs/jobs.ts'
import type { CallOptions, RemoteService } from '../../ports.ts'
import { joinMessages } from '../messages.ts'
import type { Pass } from './listPass.ts'
import type { LivePlan } from './livePlan.ts'
import type { OfflineSyncDeps } from './offlineSyncDeps.ts'
import type { Plan } from './plans.ts'
import { itemsToDo } from './planView.ts'
import type { Retrier } from './retrier.ts'

/** One run of a plan: what it works with, and where it tells how far it is. */
export type Run = {
  deps: OfflineSyncDeps
  live: LivePlan
  /** What was wished when the run began. */
  plan: Plan
  retrier: Retrier
  progress: JobProgress
  options: CallOptions
  /** Gives up what is under way. */
  stop(error: unknown): void
}

type Query = Parameters<RemoteService['searchDrugs']>[0]

/** The most that a page holds (service-interface, "Common parameters"). */
const pageSize = 100
/** What finding a drug by its names takes. */
const nameFields = 'drug_id,name,synonyms,category'

const notSortedMessage =
  'The service does not sort its list. Drugs that were added or removed while it was read may be missing; make it available once more to be sure.'

/** Reads the list of the plan's scope, page by page, from where an earlier run stopped. False: it has to begin anew. */
export async function fetchList(run: Run, startedPass: Pass): Promise<boolean> {
  const { deps, live, plan } = run
  const fetchPage = createPageCall(run)
  let pass = startedPass
  while (!pass.listEnded) {
    const answer = await fetchPage(pass)
    if (answer === null) {
      const ended = await deps.syncStore.endList(plan.planId)
      if (!ended) return false
      pass = ended
    } else {
      const { value, fetchedAt, synthetic } = answer
      await deps.store.cacheDrugs(
        value.items.map((drug, index) => {
          const partial = plan.detail === 'names'
          return { drug, raw: value.raws[index] ?? drug, fetchedAt, synthetic, partial }
        }),
      )
      const noted = await deps.syncStore.notePage(plan.planId, {
        page: pass.nextPage,
        limit: pageSize,
        items: value.items.length + value.skipped,
        drugIds: value.items.map(({ drugId }) => drugId),
        reportedTotal: value.reportedTotal === undefined ? value.total : value.reportedTotal,
        next: value.next,
        more: value.more,
        fetchedAt,
      })
      if (!noted) return false
      pass = noted.pass
      reportPage(run, pass, noted.fresh)
    }
    live.pass = pass
  }
  live.note = joinMessages(live.note, pass.doubt ?? repeatedIdsMessage(pass))
  run.progress.total(itemsToDo(live.counts, pass))
  return true
}

/** Said of a list whose pages overlap, though all of its drugs were found. */
const repeatedIdsMessage = ({ repeatedIds: count }: Pass): string | null => {
  if (count === 0) return null
  return count === 1
    ? 'One entry of the list came again on a later page; it was stored once.'
    : `${count} entries of the list came again on later pages; each was stored once.`
}

function reportPage({ live, plan, progress }: Run, pass: Pass, fresh: number): void {
  const { counts } = live
  live.counts = { ...counts, members: counts.members + fresh, listed: counts.listed + fresh }
  progress.total(itemsToDo(live.counts, pass))
  if (plan.detail === 'names' || plan.detail === 'list') {
    live.done += fresh
    progress.advance({ done: fresh })
  }
  live.notifyDrugsChanged()
  live.notifyChanged()
}

/**
 * Asks for a page; null where there is none behind the last one. A service that refuses a parameter is asked without
 * it: first `sort`, which only keeps the order while the list changes, then `fields`, which only saves traffic.
 */
function createPageCall({ deps, live, plan, retrier, options }: Run) {
  let sort: Query = { sort: 'drug_id', order: 'asc' }
  let fields: Query = plan.detail === 'names' ? { fields: nameFields } : {}
  let accepted = false
  const category = plan.scope.kind === 'category' ? { category: plan.scope.category } : {}

  /** Whether there is something left to leave out. */
  const dropParameter = (): boolean => {
    if (sort.sort !== undefined) {
      sort = {}
      live.note = notSortedMessage
      return true
    }
    const hasDropped = fields.fields !== undefined
    fields = {}
    return hasDropped
  }

  return async ({ nextPage: page, nextAddress, total, seen }: Pass) => {
    const isPageExpected = nextAddress === null && total !== null && total > seen
    for (;;)
      try {
        const next = nextAddress === null ? {} : { next: nextAddress }
        const query = { ...category, ...sort, ...fields, page, limit: pageSize, ...next }
        const answer = await retrier.run(() => deps.remote.searchDrugs(query, options), 'list')
        accepted = true
        return answer
      } catch (error) {
        // An address that an earlier run was given may have been for that time only.
        const isKnown = accepted || nextAddress !== null
        const isNoPage = isFailure(error, 'notFound') || (isFailure(error, 'rejected') && isKnown)
        if (isNoPage && page > 1 && !isPageExpected) return null
        if (!isFailure(error, 'rejected') || accepted || !dropParameter()) throw error
      }
  }
}
