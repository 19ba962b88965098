import type { Kysely } from 'kysely'
import { Failure } from '../../../../shared/contract/failures.ts'
import type { ConventionSettings } from '../../../../shared/domain/app/convention.ts'
import type { BatchState } from '../../../../shared/domain/samples/importing.ts'
import type { Jobs } from '../../../concurrency/jobs.ts'
import type { Clock, Database, Emit, Random, RemoteService } from '../../../ports.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import { createSampleChangeNotifier } from '../../register/sampleRows.ts'
import { countRows, endBatch, recordInterruption } from '../batches/batches.ts'
import { acquireLease, batchStateOf, isLeaseExpired } from '../batches/lease.ts'
import {
  markInterrupted,
  resendableLines,
  type SendableState,
  withdrawRegistered,
} from '../ledger/sendLedger.ts'
import { createScope, type Scope, sendBatch } from './sendBatch.ts'

/** `started` gives the id of the job; `ended` never rejects. */
type ActiveSending = { from: SendableState; scope: Scope; started: Promise<string>; ended: Promise<void> }

/** `resendsUnknown`: orders of unknown outcome are sent too, after those that are queued. */
type SendRequest = { from: SendableState; resendsUnknown: boolean }

/** The batches that are sent from here, each by one job. */
export type Senders = {
  /** As the lease has it. */
  readonly owner: string
  /** What is being done with a batch here now. */
  now(batchId: string): SendableState | null
  /**
   * Sends the queued rows of these lines and no others, or all that are queued, and gives the job's id. Where the batch
   * is being sent they join that job. Throws `rejected` while its unknown orders are looked up.
   */
  send(batchId: string, lines?: readonly number[]): Promise<string>
  /**
   * Goes on with a batch: sends all that is queued, then once more those orders of unknown outcome that the service
   * is known to place only once. Joins a sending that is under way.
   */
  resume(batchId: string): Promise<string>
  /** Queued rows join a sending of all that wait; where there is none, they wait too. */
  joinAll(batchId: string): void
  /** Sends orders of unknown outcome once more. Throws `rejected` while the batch is being sent. */
  lookUp(batchId: string, lines?: readonly number[]): Promise<string>
  /** Stops the sending of this process and waits until its last answer is written down. */
  stop(batchId: string): Promise<void>
  /** Pauses the batches whose senders are gone, wherever these were. */
  settleAbandoned(): Promise<void>
  /** Does so as soon as their leases are over, until none is left or the signal ends it. */
  watchAbandoned(signal: AbortSignal): Promise<void>
}

/** A lease that far in the past or the future is no reason to ask without a pause. */
const minWaitMs = 1000

export function createSenders(deps: {
  journal: Database<JournalSchema>
  remote: Pick<RemoteService, 'createOrder'>
  jobs: Jobs
  clock: Clock
  random: Random
  emit: Emit
  idempotency: () => ConventionSettings['idempotency']
  afterBatch(sampleIds: string[]): void
}): Senders {
  const { journal, jobs, clock } = deps
  const owner = deps.random.id()
  const active = new Map<string, ActiveSending>()

  const start = async (
    batchId: string,
    { from, resendsUnknown }: SendRequest,
    scope: Scope,
  ): Promise<string> => {
    const lease = { batchId, owner, nowMs: clock.now() }
    const request = { from, resendsUnknown: resendsUnknown && deps.idempotency() === 'honoured' }
    const { counts, finished, linesAgain } = await claimBatch(journal, lease, request, scope.lines())
    const total = counts[from] + linesAgain.length
    if (total === 0)
      throw from === 'queued'
        ? nothingQueued(counts.unknown)
        : refused('No row of this batch is of unknown outcome.')
    const samples = `${total} ${total === 1 ? 'sample' : 'samples'}`
    const title =
      from === 'queued' && counts.queued > 0
        ? `Order ${samples}`
        : `Look up or place the orders of ${samples}`
    // It runs now, however long its first request has to wait for its turn.
    deps.emit('samples.changed', { batchId })
    const changeNotifier = createSampleChangeNotifier(deps, batchId)
    const task = { batchId, owner, from, scope, linesAgain, finished }
    return jobs.start({ kind: 'import', title, total, batchId }, (progress, signal) =>
      sendBatch({ ...deps, changeNotifier }, task, progress, signal),
    )
  }

  const startSending = (
    batchId: string,
    request: SendRequest,
    lines: readonly number[] | undefined,
  ): Promise<string> => {
    const scope = createScope(lines)
    const started = start(batchId, request, scope)
    const release = () => {
      scope.close()
      active.delete(batchId)
    }
    const ended = started.then((jobId) => jobs.finished(jobId)).then(release, release)
    active.set(batchId, { from: request.from, scope, started, ended })
    return started
  }

  const join = async (
    batchId: string,
    resendsUnknown: boolean,
    lines: readonly number[] | undefined,
  ): Promise<string> => {
    for (;;) {
      const sending = active.get(batchId)
      if (!sending) return startSending(batchId, { from: 'queued', resendsUnknown }, lines)
      if (sending.from === 'unknown') throw lookupInProgress()
      if (sending.scope.join(lines)) return sending.started
      await sending.ended
    }
  }

  return {
    owner,
    now: (batchId) => active.get(batchId)?.from ?? null,
    send: (batchId, lines) => join(batchId, false, lines),
    resume: (batchId) => join(batchId, true, undefined),
    joinAll(batchId) {
      const sending = active.get(batchId)
      if (sending?.from === 'queued' && sending.scope.lines() === undefined) sending.scope.join(undefined)
    },
    async lookUp(batchId, lines) {
      if (active.has(batchId))
        throw refused('This batch is being sent. Pause it, or wait until it has ended.')
      return startSending(batchId, { from: 'unknown', resendsUnknown: false }, lines)
    },
    async stop(batchId) {
      const jobId = await active.get(batchId)?.started.catch(() => null)
      if (jobId) {
        jobs.cancel(jobId)
        await jobs.finished(jobId)
      }
      const others = [...active.keys()].filter((id) => id !== batchId)
      await settleAbandoned(journal, clock.now(), others)
    },
    async settleAbandoned() {
      await settleAbandoned(journal, clock.now(), active.keys())
    },
    async watchAbandoned(signal) {
      while (!signal.aborted) {
        const settled = await settleAbandoned(journal, clock.now(), active.keys())
        if (settled > 0) deps.emit('samples.changed', { batchId: null })
        const atMs = await nextLeaseExpiry(journal.query, active.keys())
        if (atMs === null) return
        // Whoever is alive renews it before.
        await clock.sleep(Math.max(minWaitMs, atMs - clock.now()), signal).catch(() => undefined)
      }
    },
  }
}

/**
 * Takes the lease and settles what an earlier sender left behind; gives the lease back when none of the rows is left.
 * `finished`: how the batch stands when nothing of it is queued any more.
 */
function claimBatch(
  journal: Database<JournalSchema>,
  lease: { batchId: string; owner: string; nowMs: number },
  { from, resendsUnknown }: SendRequest,
  only: ReadonlySet<number> | undefined,
): Promise<{ counts: { queued: number; unknown: number }; linesAgain: number[]; finished: BatchState }> {
  const { batchId, nowMs } = lease
  return journal.transaction(async (query) => {
    const finished = (await batchStateOf(query, batchId)) === 'cancelled' ? 'cancelled' : 'done'
    await acquireLease(query, lease)
    const nowIso = new Date(nowMs).toISOString()
    await markInterrupted(query, batchId, nowIso)
    await withdrawRegistered(query, batchId, nowIso)
    const counts = await countRows(query, batchId, only)
    const linesAgain = resendsUnknown ? await resendableLines(query, batchId, nowMs) : []
    if (counts[from] + linesAgain.length === 0) await endBatch(query, batchId, nowMs, finished)
    return { counts, linesAgain, finished }
  })
}

const refused = (message: string): Failure => new Failure('rejected', message, { problems: [] })

const lookupInProgress = (): Failure =>
  refused(
    'The orders of unknown outcome of this batch are being looked up. Wait until that has ended; then try again.',
  )

function nothingQueued(unknown: number): Failure {
  const doubt =
    unknown === 0
      ? ''
      : ` ${unknown} of its orders ended with unknown outcome and are not sent again by themselves, since they may have been placed: look for them at the service, then settle each as placed or not placed.`
  return refused(`Nothing of this batch is left to send.${doubt}`)
}

/**
 * Batches whose sender is gone without a word are paused, so that a person sees them as they are; gives how many.
 * `ownBatchIds`: those that are sent from here; a computer that slept has let their leases run out, and they are renewed in a
 * moment.
 */
async function settleAbandoned(
  journal: Database<JournalSchema>,
  nowMs: number,
  ownBatchIds: Iterable<string>,
): Promise<number> {
  const ownBatches = boundList(ownBatchIds)
  const abandoned = (query: Kysely<JournalSchema>) =>
    query
      .selectFrom('batches')
      .select('batch_id')
      .where('state', '=', 'running')
      .where('batch_id', 'not in', ownBatches)
      .where(isLeaseExpired(nowMs), '=', 1)
      .execute()
  if ((await abandoned(journal.query)).length === 0) return 0
  return journal.transaction(async (query) => {
    const batches = await abandoned(query)
    for (const { batch_id: batchId } of batches) {
      const waiting = await endBatch(query, batchId, nowMs, await finishedStateOf(query, batchId))
      if (waiting > 0) await recordInterruption(query, batchId, nowMs, 'Pathclock ended in the middle of it.')
    }
    return batches.length
  })
}

/** When the next of the batches that are sent, but not from here, may turn out to be abandoned; null: none can. */
async function nextLeaseExpiry(
  query: Kysely<JournalSchema>,
  ownBatchIds: Iterable<string>,
): Promise<number | null> {
  const running = await query
    .selectFrom('batches')
    .select((eb) => eb.fn.min<number | null>('lease_until_ms').as('atMs'))
    .where('state', '=', 'running')
    .where('batch_id', 'not in', boundList(ownBatchIds))
    .executeTakeFirst()
  return running?.atMs ?? null
}

/** `cancelled` while rows are kept back that can be gone on with: its sender did not leave what it was before. */
async function finishedStateOf(query: Kysely<JournalSchema>, batchId: string): Promise<BatchState> {
  const row = await query
    .selectFrom('ledger')
    .select('row')
    .where('batch_id', '=', batchId)
    .where('state', '=', 'failed')
    .where('withdrawn', '=', 'cancelled')
    .limit(1)
    .executeTakeFirst()
  return row ? 'cancelled' : 'done'
}
