import { type Failure, isFailure } from '../../../shared/contract/failures.ts'
import { joinNotices, message } from '../../../shared/words/message.ts'
import type { JobProgress } from '../../concurrency/jobs.ts'
import { forEachConcurrently } from '../../concurrency/pool.ts'
import type { CallOptions, RemoteService } from '../../ports.ts'
import type { Plan, Requirements } from './plans.ts'
import { itemsToDo } from './planView.ts'
import { isFailedResponse, type Retrier } from './retrier.ts'
import type { OfflineSyncDeps, RunningPlan } from './runningPlan.ts'
import { type Pass, pageSize } from './store/listPass.ts'
import type { DueDrug, Slice } from './store/offlineSyncStore.ts'

const maxInFlight = 4
/** This many failed drugs in a row mean that the service fails, not the drugs. */
const maxSkippedInRow = 20

/**
 * Fetches the missing or old parts of each drug. A drug that fails is skipped, and requested once more after all
 * others if the failure may be temporary. After that it counts as failed.
 */
export async function fetchDrugs(run: Run, requirements: Requirements): Promise<void> {
  const retries: DueDrug[] = []
  await runInPool(run, dueDrugs(run, requirements), async (due) => {
    const failure = await fetchDue(run, requirements, due)
    if (failure && isRetryable(failure)) retries.push(due)
    else if (failure) countFailed(run)
    return failure
  })
  await runInPool(run, retries, async (due) => {
    if (await fetchDue(run, requirements, due)) countFailed(run)
    return null
  })
}

/** Runs `work` for each drug; it returns the failure of a skipped drug. */
async function runInPool(
  run: Run,
  drugs: Iterable<DueDrug> | AsyncIterable<DueDrug>,
  work: (due: DueDrug) => Promise<Failure | null>,
): Promise<void> {
  let skippedInRow = 0
  // Other calls may be waiting to retry, so they are stopped too.
  const options = { limit: maxInFlight, signal: run.signal, onError: run.stop }
  await forEachConcurrently(drugs, options, async (due) => {
    const failure = await work(due)
    skippedInRow = failure ? skippedInRow + 1 : 0
    if (failure && skippedInRow >= maxSkippedInRow) throw failure
  })
}

function countFailed({ live, progress }: Run): void {
  live.failed += 1
  progress.advance({ failed: 1 })
  live.notifyChanged()
}

/** Yields the due drugs by id, each once in a run. */
async function* dueDrugs({ deps, plan }: Run, requirements: Requirements): AsyncGenerator<DueDrug, void> {
  for (let after: string | null = ''; after !== null; ) {
    // The current time, so that drugs fetched during the run are not dated after it.
    const now = new Date(deps.clock.now()).toISOString()
    const slice: Slice<DueDrug[]> = await deps.syncStore.due(plan.planId, { ...requirements, now }, after)
    yield* slice.found
    after = slice.after
  }
}

/** Returns the failure for which a drug was skipped; null if all of it was cached. */
async function fetchDue(run: Run, requirements: Requirements, due: DueDrug): Promise<Failure | null> {
  const { live, progress } = run
  try {
    await fetchDrug(run, due)
    const isNew = due.drug && (requirements.drug === 'seen' || !due.isCached)
    live.counts = {
      ...live.counts,
      listed: live.counts.listed + (isNew ? 1 : 0),
      detailed: live.counts.detailed + (requirements.pathways ? 1 : 0),
    }
    live.done += 1
    progress.advance({ done: 1 })
    return null
  } catch (error) {
    if (!isFailure(error) || !isDrugSpecific(error)) throw error
    return error
  } finally {
    live.notifyDrugsChanged()
    live.notifyChanged()
  }
}

async function fetchDrug({ deps, retrier, options }: Run, due: DueDrug): Promise<void> {
  const { store, remote } = deps
  const { drugId } = due
  if (due.drug) {
    const { value, raw, fetchedAt, synthetic } = await retrier.run(() => remote.drug(drugId, options), 'one')
    await store.cacheDrugs([{ drug: { ...value, drugId }, raw, fetchedAt, synthetic }], true)
  }
  if (due.pathways) {
    const answer = await retrier.run(() => remote.drugPathways(drugId, options), 'one')
    await store.cachePathways(drugId, answer)
  }
}

/** True if another request for the same drug may succeed. */
const isRetryable = ({ code }: Failure): boolean => code !== 'notFound' && code !== 'rejected'

/** True if the failure concerns this drug only, not the credential, the network or the disk. */
const isDrugSpecific = (failure: Failure): boolean =>
  isFailure(failure, 'serviceFailed')
    ? isFailedResponse(failure)
    : ['notFound', 'rejected', 'unreadable', 'timeout'].includes(failure.code)

/** One run of a plan: its tools and its progress reports. */
export type Run = {
  deps: OfflineSyncDeps
  live: RunningPlan
  /** The plan's settings when the run began. */
  plan: Plan
  retrier: Retrier
  progress: JobProgress
  options: CallOptions
  signal: AbortSignal
  /** Aborts all calls of the run. */
  stop(error: unknown): void
}

type Query = Parameters<RemoteService['searchDrugs']>[0]

const nameFields = 'drug_id,name,synonyms,category'

const notSortedMessage = message('catalogue.serviceNotSortList')

/** Reads the list page by page, from where an earlier run stopped. Returns false if the plan must start over. */
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
  live.note = joinNotices(live.note, pass.doubt)
  run.progress.total(itemsToDo(live.counts, pass))
  return true
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
 * Requests a page; null after the last one. If the service rejects a parameter, repeats the call without `sort`, which
 * only keeps the order stable, then without `fields`, which only saves traffic.
 */
function createPageCall({ deps, live, plan, retrier, options }: Run) {
  let sort: Query = { sort: 'drug_id', order: 'asc' }
  let fields: Query = plan.detail === 'names' ? { fields: nameFields } : {}
  let accepted = false
  const category = plan.scope.kind === 'category' ? { category: plan.scope.category } : {}

  /** Drops the next optional parameter. Returns false if none is left. */
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
        // An address from an earlier run may have been valid only for a limited time.
        const isKnown = accepted || nextAddress !== null
        const isNoPage = isFailure(error, 'notFound') || (isFailure(error, 'rejected') && isKnown)
        if (isNoPage && page > 1 && !isPageExpected) return null
        if (!isFailure(error, 'rejected') || accepted || !dropParameter()) throw error
      }
  }
}
