import type { Checked, Services } from '../../../shared/contract/contract.ts'
import { type Failure, rejected } from '../../../shared/contract/failures.ts'
import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { type CostContext, toOrdersCall, withAnalyses } from '../../../shared/domain/requests/paidCall.ts'
import type {
  Batch,
  BatchState,
  KnownOrderState,
  Person,
  SettleCheck,
} from '../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { lazy } from '../../../shared/lazy.ts'
import { joinMessages, type Message, message } from '../../../shared/words/message.ts'
import type { Jobs } from '../../concurrency/jobs.ts'
import { isLeaseExpired } from '../../concurrency/lease.ts'
import type { Clock, Emit, LeaseOwners, LogEntry, Random, RemoteService } from '../../ports.ts'
import { boundList } from '../../store/boundList.ts'
import type { Journal, JournalQuery } from '../../store/journal.ts'
import { findRow, findRows } from '../../store/rows.ts'
import { createSampleChangeNotifier } from '../register/sampleRows.ts'
import {
  type Actor,
  cancelQueued,
  countRows,
  endBatch,
  getBatch,
  historyOf,
  listBatches,
  listRows,
  type NewBatchEvent,
  recordEvents,
  recordInterruption,
  requeue,
  selectFailed,
} from './batches/batches.ts'
import {
  checkPlaced,
  settlementTodo,
  settleNotPlaced,
  settlePlaced,
  undoSettled,
} from './batches/settleOrders.ts'
import { acquireLease, requireBatch } from './ledger/batchLease.ts'
import {
  addBatch,
  countResendable,
  markInterrupted,
  type NewBatch,
  requireUndamaged,
  resendableLines,
  type SendableState,
  withdrawRegistered,
} from './ledger/ledger.ts'
import { type KnownOrder, knownOrders } from './ledger/placedOrders.ts'
import { createScope, type Scope, sendBatch } from './submission/sendBatch.ts'

export type Orders = Services['batches'] & {
  /** Stores a batch with all its rows queued and returns its ID. Nothing is sent. */
  createBatch(batch: NewBatch): Promise<string>
  /** Starts sending the queued rows and returns the ID of the job, that of the running one if there is one. */
  send(batchId: string): Promise<string>
  /**
   * Pauses batches that an earlier run left behind, as soon as their leases expire, and notifies the screens. Ends when
   * none is left, or when the signal is aborted.
   */
  watchAbandoned(signal: AbortSignal): Promise<void>
  /**
   * Returns the references that have an order or may have one. Failed rows do not count, nor do queued rows of a batch
   * without a sender, which a new batch takes over.
   */
  known(references: string[]): Promise<Map<string, KnownOrder>>
}

export type OrdersDeps = {
  journal: Journal
  remote: Pick<RemoteService, 'createOrder' | 'sampleStatus'>
  form: () => Promise<OrderForm>
  /** Returns when each sample was last analyzed. Samples without an analysis are absent. */
  analysedAt: (sampleIds: readonly string[]) => Promise<Map<string, string>>
  jobs: Jobs
  clock: Clock
  random: Random
  leaseOwners: LeaseOwners
  emit: Emit
  profileId: string
  /** The address of the service. Each response carries the address it came from. */
  service: string
  costContext: () => Promise<CostContext>
  /** False for a single command, which ends with its own work and does not poll states afterwards. */
  follows: boolean
  idempotency: () => ServiceDialect['idempotency']
  /** Writes to the order log, for outcomes that the journal cannot store. */
  appendToLog(entry: LogEntry): void
  /** Corrects the journal from the order log, once, before the first lookup of earlier orders. */
  reconcile(): Promise<void>
  who: () => Person
  /** Called with the created samples when the sending of a batch ends, unless it was stopped. */
  afterBatch(sampleIds: string[], batchId: string): void
}

/**
 * Creates the orders service. It sends batches through the import ledger: a row is marked as being sent before its
 * request leaves, and a row whose response was lost is sent again only if the service is known to place it once. A
 * batch has one sender at a time across all windows and processes.
 */
export function createOrders(deps: OrdersDeps): Orders {
  const { journal, clock, random, profileId, idempotency, who } = deps
  const sending = createSending(deps)
  /** Adds the orders of unknown outcome that can safely be sent again to the resumable count. */
  const resumableAmong = async (batches: readonly Batch[]): Promise<(batch: Batch) => Batch> => {
    const batchIds = batches.flatMap(({ batchId, unknown }) => (unknown > 0 ? batchId : []))
    if (batchIds.length === 0 || idempotency() !== 'honoured') return (batch) => batch
    const counts = await countResendable(journal.query, batchIds, clock.now())
    return (batch) => ({ ...batch, resumable: batch.resumable + (counts.get(batch.batchId) ?? 0) })
  }
  const withResumable = async (batch: Batch): Promise<Batch> => (await resumableAmong([batch]))(batch)
  const getBatchWithResumable = async (batchId: string): Promise<Batch> =>
    withResumable(await getBatch(journal.query, batchId))
  const countToSend = async ({ batchId, action, rows }: Checked<'batches.estimate'>): Promise<ToSend> => {
    const batch = await getBatchWithResumable(batchId)
    if (action === 'lookUp') return { inDoubt: (await countRows(journal.query, batchId, rows)).unknown }
    if (action === 'retryFailed') {
      const failed = await selectFailed(journal.query, { batchId, rows }, 'refused', clock.now())
      return { refused: failed.unordered.length, skipped: failed.skipped }
    }
    const inDoubt = batch.resumable - batch.queued
    if (batch.state !== 'cancelled') return { waiting: batch.queued, inDoubt }
    const cancelled = await selectFailed(
      journal.query,
      { batchId, rows: undefined },
      'cancelled',
      clock.now(),
    )
    return { waiting: batch.queued + cancelled.unordered.length, inDoubt, skipped: cancelled.skipped }
  }
  const currentActor = (): Actor => ({ who: who(), nowIso: new Date(clock.now()).toISOString() })
  const recordEvent = (event: NewBatchEvent): Promise<void> =>
    journal.transaction((query) => recordEvents(query, currentActor(), event))
  const checkSettlement = async ({ batchId, rows, sampleId }: Checked<'batches.checkSettlement'>) => {
    await requireBatch(journal.query, batchId)
    return (await checkPlaced(deps, journal.query, { batchId, rows }, sampleId)).check
  }
  const settleUnknown = async ({ batchId, rows, as, check }: Checked<'batches.settleUnknown'>) => {
    await requireBatch(journal.query, batchId)
    const chosen = { batchId, rows }
    const checked =
      as.kind === 'placed' && check ? await checkPlaced(deps, journal.query, chosen, as.sampleId) : null
    const settled = await journal.transaction((query) => {
      if (as.kind === 'notPlaced') return settleNotPlaced(query, chosen, currentActor())
      const placed = { sampleId: as.sampleId, service: deps.service, answer: checked?.answer ?? null }
      return settlePlaced(query, chosen, placed, currentActor())
    })
    if (as.kind === 'notPlaced') sending.joinAll(batchId)
    deps.emit('samples.changed', { batchId })
    if (as.kind === 'placed') deps.afterBatch([as.sampleId], batchId)
    return { batch: await getBatchWithResumable(batchId), ...settled, serviceSays: checked?.check ?? null }
  }
  const undoSettlement = async ({ batchId, rows }: Checked<'batches.undoSettlement'>) => {
    await requireBatch(journal.query, batchId)
    const orders = await findRows(journal.query, 'ledger', { batch_id: batchId, row: rows }, 'row')
    const samples = orders.flatMap(({ sample_id }) => sample_id ?? [])
    const analyzed = new Set((await deps.analysedAt(samples)).keys())
    const undone = await journal.transaction((query) =>
      undoSettled(query, { batchId, rows }, analyzed, clock.now(), currentActor()),
    )
    deps.emit('samples.changed', { batchId })
    return { batch: await getBatchWithResumable(batchId), rows: undone }
  }

  return {
    async createBatch(batch) {
      const batchId = random.id()
      await addBatch(journal, batch, { batchId, profileId, nowMs: clock.now(), who: who() })
      return batchId
    },
    send: (batchId) => sending.send(batchId),
    async list() {
      await sending.settleAbandoned()
      const batches = await listBatches(journal.query)
      return batches.map(await resumableAmong(batches))
    },
    rows: (input) => listRows(journal.query, input),
    async estimate(input) {
      const { waiting = 0, inDoubt = 0, refused = 0, skipped = [] } = await countToSend(input)
      const left = (['ordered', 'underWay', 'inDoubt'] as const).map((what) => ({
        what,
        count: skipped.filter(({ state }) => state === what).length,
        repeated: false,
      }))
      const before = [
        ...left,
        { what: 'inDoubt' as const, count: inDoubt, repeated: true },
        { what: 'refused' as const, count: refused, repeated: true },
      ].filter(({ count }) => count > 0)
      const count = waiting + inDoubt + refused
      const orders = toOrdersCall({ ...(await deps.costContext()), count, before }, deps.follows)
      return deps.follows && (await isAnalyzed(journal.query, input.batchId)) ? withAnalyses(orders) : orders
    },
    async resume({ batchId }) {
      if ((await requireBatch(journal.query, batchId)).state === 'cancelled')
        await journal.transaction((query) =>
          requeue(query, { batchId, rows: undefined }, 'cancelled', clock.now(), currentActor()),
        )
      const isJoining = sending.now(batchId) !== null
      const jobId = await sending.resume(batchId)
      if (!isJoining) await recordEvent({ batchId, what: 'resumed' })
      return { jobId }
    },
    async pause({ batchId }) {
      await sending.stop(batchId)
      const batch = await getBatchWithResumable(batchId)
      if (batch.state === 'running') throw rejected(message('samples.anotherPathclockSendingBatchPause'))
      await recordEvent({ batchId, what: 'paused' })
      deps.emit('samples.changed', { batchId })
      return batch
    },
    async cancel({ batchId }) {
      await sending.stop(batchId)
      await journal.transaction((query) => cancelQueued(query, batchId, clock.now(), currentActor()))
      deps.emit('samples.changed', { batchId })
      const batch = await getBatchWithResumable(batchId)
      return { batch, message: afterCancelling(batch) }
    },
    async retryFailed({ batchId, rows }) {
      const joinedOwner = sending.now(batchId) === 'queued' ? sending.owner() : undefined
      const { queued, skipped } = await journal.transaction((query) =>
        requeue(query, { batchId, rows }, 'refused', clock.now(), currentActor(), joinedOwner),
      )
      if (queued.length === 0) throw nothingToRetry(skipped.length)
      return { jobId: await sending.send(batchId, queued), rows: queued.length, skipped }
    },
    async lookUpUnknown({ batchId, rows }) {
      const mode = idempotency()
      if (mode !== 'honoured' && mode !== 'client_reference')
        throw rejected(message('samples.pathclockCannotLookUp'))
      const jobId = await sending.lookUp(batchId, rows)
      await recordEvent({ batchId, what: 'looked-up', detail: joinMessages([mode]) })
      return { jobId }
    },
    checkSettlement,
    settleUnknown,
    undoSettlement,
    async settleListed({ check, undo, dryRun, ...settlement }) {
      const { batchId, row, as } = settlement
      const outcome = await settlementTodo(journal.query, { ...settlement, undo })
      const chosen = { batchId, rows: [row] }
      let serviceSays: SettleCheck | null = null
      if (outcome === 'undone') {
        if (!dryRun) await undoSettlement(chosen)
      } else if (outcome !== 'already') {
        if (!dryRun) serviceSays = (await settleUnknown({ ...chosen, as, check })).serviceSays
        else if (as.kind === 'placed' && check)
          serviceSays = await checkSettlement({ ...chosen, sampleId: as.sampleId })
      }
      return { outcome, serviceSays }
    },
    async history({ batchId }) {
      const history = await historyOf(journal.query, batchId)
      return { ...history, batch: await withResumable(history.batch) }
    },
    watchAbandoned: sending.watchAbandoned,
    async known(references) {
      await deps.reconcile()
      return knownOrders(journal.query, references, clock.now())
    },
  }
}

/**
 * The rows that an action would send: rows never sent, orders of unknown outcome, and refused rows. `skipped`: the rows
 * it leaves out because another batch orders them.
 */
type ToSend = { waiting?: number; inDoubt?: number; refused?: number; skipped?: { state: KnownOrderState }[] }

/** Returns true if the results of the batch's samples are fetched automatically (“Analyze when ready”). */
const isAnalyzed = async (query: JournalQuery, batchId: string): Promise<boolean> =>
  (await findRow(query, 'study_batches', { batch_id: batchId, analyze: ['whenReady', 'done'] })) !== undefined

const nothingToRetry = (skipped: number): Failure =>
  rejected(
    skipped === 0
      ? message('samples.noRowBatchFailed')
      : message('samples.anotherBatchOrderedAll', { skipped }),
  )

const afterCancelling = ({ created, unknown, cancelled }: Batch): Message =>
  joinMessages([
    created === 0
      ? message('samples.noOrderPlaced')
      : message('samples.ordersPlacedStayPlaced', { count: created }),
    message('samples.notSent', { cancelled }),
    unknown === 0 ? null : message('samples.unknownOutcomePlaced', { unknown }),
  ])

/** `started` resolves with the ID of the job; `ended` never rejects. */
type ActiveSending = { from: SendableState; scope: Scope; started: Promise<string>; ended: Promise<void> }

/** `resendsUnknown`: send orders of unknown outcome again after the queued rows. */
type SendRequest = { from: SendableState; resendsUnknown: boolean }

/** The minimum wait between checks, so that a deadline in the past does not cause a busy loop. */
const minWaitMs = 1000

/** Creates the part that sends the batches of this process, each in one job. */
function createSending(deps: OrdersDeps) {
  const { journal, jobs, clock } = deps
  const owner = lazy(deps.leaseOwners.newOwner)
  const active = new Map<string, ActiveSending>()

  const start = async (
    batchId: string,
    { from, resendsUnknown }: SendRequest,
    scope: Scope,
  ): Promise<string> => {
    const lease = { batchId, owner: owner(), nowMs: clock.now() }
    const request = { from, resendsUnknown: resendsUnknown && deps.idempotency() === 'honoured' }
    const { counts, finished, linesAgain } = await claimBatch(journal, lease, request, scope.lines())
    const total = counts[from] + linesAgain.length
    if (total === 0)
      throw from === 'queued' ? nothingQueued(counts.unknown) : rejected(message('samples.noRowBatchUnknown'))
    const title =
      from === 'queued' && counts.queued > 0
        ? message('samples.orderSamples', { count: total })
        : message('samples.lookUpPlaceOrders', { count: total })
    // The batch counts as running from now on, even if its first request has to wait for the quota.
    deps.emit('samples.changed', { batchId })
    const changeNotifier = createSampleChangeNotifier(deps, batchId)
    const task = { batchId, owner: owner(), from, scope, linesAgain, finished }
    const spec = { kind: 'import', title, total, batchId, requestsPerItem: 1 } as const
    return jobs.start(spec, (progress, signal) =>
      sendBatch({ ...deps, changeNotifier, closing: jobs.closing() }, task, progress, signal),
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
    lines?: readonly number[],
  ): Promise<string> => {
    for (;;) {
      const current = active.get(batchId)
      if (!current) return startSending(batchId, { from: 'queued', resendsUnknown }, lines)
      if (current.from === 'unknown') throw rejected(message('samples.pathclockLookingUpBatchs'))
      if (current.scope.join(lines)) return current.started
      await current.ended
    }
  }

  return {
    /** Returns the owner name in the leases of this process. */
    owner,
    /**
     * Returns whether this process is sending the batch's queued rows or its rows of unknown outcome; null: neither.
     */
    now: (batchId: string): SendableState | null => active.get(batchId)?.from ?? null,

    /**
     * Sends the queued rows of these lines (undefined: all) and returns the ID of the job. If the batch is being sent,
     * they join that job. Throws `rejected` while its orders of unknown outcome are looked up.
     */
    send: (batchId: string, lines?: readonly number[]): Promise<string> => join(batchId, false, lines),

    /**
     * Resumes a batch: sends all queued rows, then resends the orders of unknown outcome if the service is known to
     * place them only once. Joins the running job, if any.
     */
    resume: (batchId: string): Promise<string> => join(batchId, true),

    /** Adds newly queued rows to a running job that sends all rows. Without such a job they stay queued. */
    joinAll(batchId: string): void {
      const current = active.get(batchId)
      if (current?.from === 'queued' && current.scope.lines() === undefined) current.scope.join(undefined)
    },

    /** Resends orders of unknown outcome. Throws `rejected` while the batch is being sent. */
    async lookUp(batchId: string, lines?: readonly number[]): Promise<string> {
      if (active.has(batchId)) throw rejected(message('samples.pathclockSendingBatchPauseWait'))
      return startSending(batchId, { from: 'unknown', resendsUnknown: false }, lines)
    },

    /** Stops this process's job for the batch and waits until its last outcome is recorded. */
    async stop(batchId: string): Promise<void> {
      const jobId = await active.get(batchId)?.started.catch(() => null)
      if (jobId) {
        jobs.cancel(jobId)
        await jobs.finished(jobId)
      }
      const others = [...active.keys()].filter((id) => id !== batchId)
      await settleAbandoned(journal, clock.now(), others)
    },

    /** Pauses the batches whose senders are gone, on this or another computer. */
    async settleAbandoned(): Promise<void> {
      await settleAbandoned(journal, clock.now(), active.keys())
    },

    /** Pauses them as soon as their leases expire, until none is left or the signal is aborted. */
    async watchAbandoned(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const settled = await settleAbandoned(journal, clock.now(), active.keys())
        if (settled > 0) deps.emit('samples.changed', { batchId: null })
        const atMs = await nextLeaseExpiry(journal.query, active.keys())
        if (atMs === null) return
        // A live sender renews its lease before then.
        await clock.sleep(Math.max(minWaitMs, atMs - clock.now()), signal).catch(() => undefined)
      }
    },
  }
}

/**
 * Acquires the lease and marks rows that an earlier sender left unfinished. Releases the lease if no row is left to
 * send. `finished`: the state of the batch once none of its rows is queued.
 */
function claimBatch(
  journal: Journal,
  lease: { batchId: string; owner: string; nowMs: number },
  { from, resendsUnknown }: SendRequest,
  only: ReadonlySet<number> | undefined,
): Promise<{ counts: { queued: number; unknown: number }; linesAgain: number[]; finished: BatchState }> {
  const { batchId, nowMs } = lease
  return journal.transaction(async (query) => {
    const finished = (await requireBatch(query, batchId)).state === 'cancelled' ? 'cancelled' : 'done'
    await acquireLease(query, lease)
    const nowIso = new Date(nowMs).toISOString()
    await markInterrupted(query, batchId, nowIso)
    await withdrawRegistered(query, batchId, nowIso)
    const counts = await countRows(query, batchId, only)
    if (from === 'queued' && counts.queued > 0) await requireUndamaged(query, batchId)
    const linesAgain = resendsUnknown ? await resendableLines(query, batchId, nowMs) : []
    if (counts[from] + linesAgain.length === 0) await endBatch(query, batchId, nowMs, finished)
    return { counts, linesAgain, finished }
  })
}

function nothingQueued(unknown: number): Failure {
  const doubt = unknown === 0 ? null : message('samples.ordersEndedUnknownOutcome', { unknown })
  return rejected(joinMessages([message('samples.batchNothingLeftSend'), doubt]))
}

/**
 * Pauses running batches whose sender is gone and returns their number. `ownBatchIds`: the batches that this process
 * sends. Their leases may have expired while the computer slept, but are about to be renewed.
 */
async function settleAbandoned(
  journal: Journal,
  nowMs: number,
  ownBatchIds: Iterable<string>,
): Promise<number> {
  const ownBatches = boundList(ownBatchIds)
  const abandoned = (query: JournalQuery) =>
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
      if (waiting > 0)
        await recordInterruption(query, batchId, nowMs, message('samples.pathclockEndedMiddle'))
    }
    return batches.length
  })
}

/** Returns the earliest lease deadline among the batches that other processes send; null: there are none. */
async function nextLeaseExpiry(query: JournalQuery, ownBatchIds: Iterable<string>): Promise<number | null> {
  const running = await query
    .selectFrom('batches')
    .select((eb) => eb.fn.min<number | null>('lease_until_ms').as('atMs'))
    .where('state', '=', 'running')
    .where('batch_id', 'not in', boundList(ownBatchIds))
    .executeTakeFirst()
  return running?.atMs ?? null
}

/** Returns `cancelled` while the batch has cancelled rows, else `done`, for a sender that is gone. */
async function finishedStateOf(query: JournalQuery, batchId: string): Promise<BatchState> {
  // Selecting nothing but `row` lets SQLite answer from an index instead of reading the batch.
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
