import { type Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { Run } from './fetchList.ts'
import type { DueDrug, Slice } from './members.ts'
import type { Requirements } from './requirements.ts'

const maxInFlight = 4
/** So many drugs passed over in a row, and it is not about them. */
const maxSkippedInRow = 20

/**
 * Asks for what is missing or old of each drug of the plan. A drug that cannot be had is passed over; where that may
 * pass, it is asked for once more after all others, since a service that now and then fails may fail at the same one
 * again and again. Then it is counted.
 */
export async function fetchDrugs(run: Run, requirements: Requirements): Promise<void> {
  const retries: DueDrug[] = []
  await runInPool(run, dueDrugs(run, requirements), async (due) => {
    const failure = await fetchDue(run, requirements, due)
    if (failure && isRetryable(failure)) retries.push(due)
    else if (failure) countFailed(run)
    return failure
  })
  await runInPool(run, retries.values(), async (due) => {
    if (await fetchDue(run, requirements, due)) countFailed(run)
    return null
  })
}

/** `work` gives the failure for which a drug was passed over. */
async function runInPool(
  run: Run,
  drugs: Iterator<DueDrug> | AsyncIterator<DueDrug>,
  work: (due: DueDrug) => Promise<Failure | null>,
): Promise<void> {
  let skippedInRow = 0
  const worker = async (): Promise<void> => {
    for (;;) {
      const next = await drugs.next()
      if (next.done) return
      const failure = await work(next.value)
      skippedInRow = failure ? skippedInRow + 1 : 0
      if (failure && skippedInRow >= maxSkippedInRow) throw failure
    }
  }
  const workers = Array.from({ length: maxInFlight }, worker)
  try {
    await Promise.all(workers)
  } catch (error) {
    // The others may be waiting for better times.
    run.stop(error)
    await Promise.allSettled(workers)
    throw error
  }
}

function countFailed({ live, progress }: Run): void {
  live.failed += 1
  progress.advance({ failed: 1 })
  live.notifyChanged()
}

/** What was fetched since the run began is from no later than now. */
export const requirementsNow = ({ deps }: Pick<Run, 'deps'>, requirements: Requirements): Requirements => ({
  ...requirements,
  now: new Date(deps.clock.now()).toISOString(),
})

/** In the order of their ids, each once in a run. */
async function* dueDrugs({ deps, plan }: Run, requirements: Requirements): AsyncGenerator<DueDrug, void> {
  for (let after: string | null = ''; after !== null; ) {
    const slice: Slice<DueDrug[]> = await deps.syncStore.due(
      plan.planId,
      requirementsNow({ deps }, requirements),
      after,
    )
    yield* slice.found
    after = slice.after
  }
}

/** The failure for which a drug was passed over; null where all of it was kept. */
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
    await store.cachePathways(drugId, answer.value, answer.raw, answer.fetchedAt, answer.synthetic)
  }
}

/** Another answer may come for the same drug; what it does not know or refuses stays so. */
const isRetryable = ({ code }: Failure): boolean => code !== 'notFound' && code !== 'rejected'

/** Neither the credential, the network nor the disk: another drug may well be had. */
const isDrugSpecific = (failure: Failure): boolean =>
  isFailure(failure, 'serviceFailed')
    ? failure.details.status >= 400 || failure.details.status === 200
    : ['notFound', 'rejected', 'unreadable', 'timeout'].includes(failure.code)
