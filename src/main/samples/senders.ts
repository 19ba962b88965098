import { Failure } from '../../shared/contract/failures.ts'
import type { ConventionSettings } from '../../shared/domain/convention.ts'
import type { BatchState } from '../../shared/domain/importing.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Clock, Database, Emit, Random, RemoteService } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import { nextLeaseEnd, settleAbandoned } from './abandoned.ts'
import { createAnnouncer } from './announcer.ts'
import { countRows, endBatch } from './batches.ts'
import { stateOf, takeLease } from './lease.ts'
import { createScope, type Scope } from './scope.ts'
import { sendBatch } from './sendBatch.ts'
import { type From, giveUpSending, leaveOutRegistered, linesToSendAgain } from './sending.ts'

/** `started` gives the id of the job; `ended` never rejects. */
type Sending = { from: From; scope: Scope; started: Promise<string>; ended: Promise<void> }

/** `again`: orders of unknown outcome are sent too, after those that are queued. */
type Work = { from: From; again: boolean }

/** The batches that are sent from here, each by one job. */
export type Senders = {
  /** As the lease has it. */
  readonly owner: string
  /** What is being done with a batch here now. */
  now(batchId: string): From | null
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
const leastWaitMs = 1000

export function createSenders(options: {
  journal: Database<JournalSchema>
  remote: Pick<RemoteService, 'createOrder'>
  jobs: Jobs
  clock: Clock
  random: Random
  emit: Emit
  idempotency: () => ConventionSettings['idempotency']
  afterBatch(sampleIds: string[]): void
}): Senders {
  const { journal, jobs, clock } = options
  const owner = options.random.id()
  const underWay = new Map<string, Sending>()

  const start = async (batchId: string, { from, again }: Work, scope: Scope): Promise<string> => {
    const lease = { batchId, owner, nowMs: clock.now() }
    const work = { from, again: again && options.idempotency() === 'honoured' }
    const { counts, finished, linesAgain } = await claim(journal, lease, work, scope.lines())
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
    options.emit('samples.changed', { batchId })
    const announcer = createAnnouncer(options, batchId)
    const task = { batchId, owner, from, scope, linesAgain, finished }
    return jobs.start({ kind: 'import', title, total, batchId }, (progress, signal) =>
      sendBatch({ ...options, announcer }, task, progress, signal),
    )
  }

  const begin = (batchId: string, work: Work, lines: readonly number[] | undefined): Promise<string> => {
    const scope = createScope(lines)
    const started = start(batchId, work, scope)
    const forget = () => {
      scope.close()
      underWay.delete(batchId)
    }
    const ended = started.then((jobId) => jobs.finished(jobId)).then(forget, forget)
    underWay.set(batchId, { from: work.from, scope, started, ended })
    return started
  }

  const join = async (
    batchId: string,
    again: boolean,
    lines: readonly number[] | undefined,
  ): Promise<string> => {
    for (;;) {
      const sending = underWay.get(batchId)
      if (!sending) return begin(batchId, { from: 'queued', again }, lines)
      if (sending.from === 'unknown') throw lookingUp()
      if (sending.scope.join(lines)) return sending.started
      await sending.ended
    }
  }

  return {
    owner,
    now: (batchId) => underWay.get(batchId)?.from ?? null,
    send: (batchId, lines) => join(batchId, false, lines),
    resume: (batchId) => join(batchId, true, undefined),
    joinAll(batchId) {
      const sending = underWay.get(batchId)
      if (sending?.from === 'queued' && sending.scope.lines() === undefined) sending.scope.join(undefined)
    },
    async lookUp(batchId, lines) {
      if (underWay.has(batchId))
        throw refused('This batch is being sent. Pause it, or wait until it has ended.')
      return begin(batchId, { from: 'unknown', again: false }, lines)
    },
    async stop(batchId) {
      const jobId = await underWay.get(batchId)?.started.catch(() => null)
      if (jobId) {
        jobs.cancel(jobId)
        await jobs.finished(jobId)
      }
      const others = [...underWay.keys()].filter((id) => id !== batchId)
      await settleAbandoned(journal, clock.now(), others)
    },
    async settleAbandoned() {
      await settleAbandoned(journal, clock.now(), underWay.keys())
    },
    async watchAbandoned(signal) {
      while (!signal.aborted) {
        const settled = await settleAbandoned(journal, clock.now(), underWay.keys())
        if (settled > 0) options.emit('samples.changed', { batchId: null })
        const atMs = await nextLeaseEnd(journal.query, underWay.keys())
        if (atMs === null) return
        // Whoever is alive renews it before.
        await clock.sleep(Math.max(leastWaitMs, atMs - clock.now()), signal).catch(() => undefined)
      }
    },
  }
}

/**
 * Takes the lease and settles what an earlier sender left behind; gives the lease back when none of the rows is left.
 * `finished`: how the batch stands when nothing of it is queued any more.
 */
function claim(
  journal: Database<JournalSchema>,
  lease: { batchId: string; owner: string; nowMs: number },
  { from, again }: Work,
  only: ReadonlySet<number> | undefined,
): Promise<{ counts: { queued: number; unknown: number }; linesAgain: number[]; finished: BatchState }> {
  const { batchId, nowMs } = lease
  return journal.transaction(async (query) => {
    const finished = (await stateOf(query, batchId)) === 'cancelled' ? 'cancelled' : 'done'
    await takeLease(query, lease)
    const nowIso = new Date(nowMs).toISOString()
    await giveUpSending(query, batchId, nowIso)
    await leaveOutRegistered(query, batchId, nowIso)
    const counts = await countRows(query, batchId, only)
    const linesAgain = again ? await linesToSendAgain(query, batchId, nowMs) : []
    if (counts[from] + linesAgain.length === 0) await endBatch(query, batchId, nowMs, finished)
    return { counts, linesAgain, finished }
  })
}

const refused = (message: string): Failure => new Failure('rejected', message, { problems: [] })

const lookingUp = (): Failure =>
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
