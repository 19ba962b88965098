import { type Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { Run } from './fetchList.ts'
import type { DueDrug, Slice } from './members.ts'
import type { Wanted } from './wanted.ts'

const maxInFlight = 4
/** So many drugs passed over in a row, and it is not about them. */
const maxPassedInRow = 20

/**
 * Asks for what is missing or old of each drug of the plan. A drug that cannot be had is passed over; where that may
 * pass, it is asked for once more after all others, since a service that now and then fails may fail at the same one
 * again and again. Then it is counted.
 */
export async function fetchDrugs(run: Run, wanted: Wanted): Promise<void> {
  const later: DueDrug[] = []
  await inLanes(run, dueDrugs(run, wanted), async (due) => {
    const lost = await settle(run, wanted, due)
    if (lost && mayPass(lost)) later.push(due)
    else if (lost) countLost(run)
    return lost
  })
  await inLanes(run, later.values(), async (due) => {
    if (await settle(run, wanted, due)) countLost(run)
    return null
  })
}

/** `work` gives the failure for which a drug was passed over. */
async function inLanes(
  run: Run,
  drugs: Iterator<DueDrug> | AsyncIterator<DueDrug>,
  work: (due: DueDrug) => Promise<Failure | null>,
): Promise<void> {
  let passedInRow = 0
  const lane = async (): Promise<void> => {
    for (;;) {
      const next = await drugs.next()
      if (next.done) return
      const lost = await work(next.value)
      passedInRow = lost ? passedInRow + 1 : 0
      if (lost && passedInRow >= maxPassedInRow) throw lost
    }
  }
  const lanes = Array.from({ length: maxInFlight }, lane)
  try {
    await Promise.all(lanes)
  } catch (error) {
    // The others may be waiting for better times.
    run.stop(error)
    await Promise.allSettled(lanes)
    throw error
  }
}

function countLost({ live, progress }: Run): void {
  live.failed += 1
  progress.advance({ failed: 1 })
  live.changed()
}

/** What was fetched since the run began is from no later than now. */
export const wantedNow = ({ parts }: Pick<Run, 'parts'>, wanted: Wanted): Wanted => ({
  ...wanted,
  now: new Date(parts.clock.now()).toISOString(),
})

/** In the order of their ids, each once in a run. */
async function* dueDrugs({ parts, plan }: Run, wanted: Wanted): AsyncGenerator<DueDrug, void> {
  for (let after: string | null = ''; after !== null; ) {
    const slice: Slice<DueDrug[]> = await parts.book.due(plan.planId, wantedNow({ parts }, wanted), after)
    yield* slice.found
    after = slice.after
  }
}

/** The failure for which a drug was passed over; null where all of it was kept. */
async function settle(run: Run, wanted: Wanted, due: DueDrug): Promise<Failure | null> {
  const { live, progress } = run
  try {
    await fetchDrug(run, due)
    const isNew = due.drug && (wanted.drug === 'seen' || !due.kept)
    live.counts = {
      ...live.counts,
      listed: live.counts.listed + (isNew ? 1 : 0),
      detailed: live.counts.detailed + (wanted.pathways ? 1 : 0),
    }
    live.done += 1
    progress.advance({ done: 1 })
    return null
  } catch (error) {
    if (!isFailure(error) || !isAboutOne(error)) throw error
    return error
  } finally {
    live.kept()
    live.changed()
  }
}

async function fetchDrug({ parts, patience, options }: Run, due: DueDrug): Promise<void> {
  const { store, remote } = parts
  const { drugId } = due
  if (due.drug) {
    const { value, raw, fetchedAt, synthetic } = await patience.ask(() => remote.drug(drugId, options), 'one')
    await store.keep([{ drug: { ...value, drugId }, raw, fetchedAt, synthetic }], true)
  }
  if (due.pathways) {
    const answer = await patience.ask(() => remote.drugPathways(drugId, options), 'one')
    await store.keepPathways(drugId, answer.value, answer.raw, answer.fetchedAt, answer.synthetic)
  }
}

/** Another answer may come for the same drug; what it does not know or refuses stays so. */
const mayPass = ({ code }: Failure): boolean => code !== 'notFound' && code !== 'rejected'

/** Neither the credential, the network nor the disk: another drug may well be had. */
const isAboutOne = (failure: Failure): boolean =>
  isFailure(failure, 'serviceFailed')
    ? failure.details.status >= 400 || failure.details.status === 200
    : ['notFound', 'rejected', 'unreadable', 'timeout'].includes(failure.code)
