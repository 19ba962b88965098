import { Failure, type FailureCode, isFailure } from '../../../../shared/contract/failures.ts'
import type { ServiceDialect } from '../../../../shared/domain/app/dialect.ts'
import type { BatchState } from '../../../../shared/domain/samples/importing.ts'
import type { Throttle } from '../../../../shared/throttle.ts'
import { joinMessages, type Message, message } from '../../../../shared/words/message.ts'
import { backoffMs, withJitter } from '../../../concurrency/backoff.ts'
import { isClosing, type JobProgress } from '../../../concurrency/jobs.ts'
import { holdLease } from '../../../concurrency/lease.ts'
import { forEachConcurrently } from '../../../concurrency/pool.ts'
import {
  type Clock,
  type LogEntry,
  type OrderResponse,
  OutcomeUnknown,
  type Random,
  type RemoteService,
  type ServiceResponse,
} from '../../../ports.ts'
import type { Journal } from '../../../store/journal.ts'
import { countRows, endBatch, recordInterruption } from '../batches/batches.ts'
import { leaseLost, renewLease } from '../ledger/batchLease.ts'
import {
  markSending,
  type OrderRow,
  type RowOutcome,
  recordOutcome,
  resendableLines,
  rowsToSend,
  type SendableState,
  toCreatedEntry,
} from '../ledger/ledger.ts'

export type SendDeps = SendRowDeps & {
  journal: Journal
  changeNotifier: Throttle
  /** Writes to the order log, bypassing the journal. Throws if the log cannot be written either. */
  appendToLog(entry: LogEntry): void
  /** Called with the created samples when the sending ends, unless the user stopped it. */
  afterBatch(sampleIds: string[], batchId: string): void
  /** Aborted when the app or the profile closes. */
  closing: AbortSignal
}

export type SendTask = {
  batchId: string
  owner: string
  from: SendableState
  /** The rows to send; all others stay. */
  scope: Scope
  /** Lines of unknown outcome to send again after the queued rows, if that is still safe by then. */
  linesAgain: readonly number[]
  /** The state of the batch once none of its rows is queued. */
  finished: BatchState
}

const maxInFlight = 4
/** The time that requests in flight get to complete when the app closes or the lease is lost. */
const graceMs = 2000
/** After three lost responses in a row, further orders would probably end with unknown outcome too. */
const maxLostInRow = 3

/**
 * Sends the selected rows of a batch whose lease `owner` holds, and returns a summary for the user. Throws the failure
 * that stopped the sending, with advice on how to continue. Rows that are still queued stay queued.
 */
export async function sendBatch(
  deps: SendDeps,
  task: SendTask,
  progress: JobProgress,
  signal: AbortSignal,
): Promise<Message> {
  const { batchId, owner, from, scope, linesAgain } = task
  const { journal, clock, changeNotifier } = deps
  const stopControl = createStopControl(deps, scope.close)
  const sender = createRowSender(deps, task, progress, stopControl)
  const { tally, unsaved } = sender

  const sendRound = async (selection: {
    from: SendableState
    only: ReadonlySet<number> | undefined
  }): Promise<void> => {
    const rows = rowsToSend(journal.query, { batchId, ...selection })
    const options = { limit: maxInFlight, signal: stopControl.signal, onError: stopControl.stop }
    await forEachConcurrently(rows, options, (row) => sender.send(row, selection.from)).catch(
      stopControl.stop,
    )
  }
  const updateTotal = async (resendLines: readonly number[]): Promise<void> => {
    const { queued } = await countRows(journal.query, batchId, scope.lines())
    progress.total(tally.created.length + tally.failed + tally.unknown + queued + resendLines.length)
  }
  /** Sending the queue may have taken hours, so the known behavior of the service is read again. */
  const resendUnknown = async (): Promise<void> => {
    const isSafe = !stopControl.stopped() && deps.idempotency() === 'honoured'
    const resendable = new Set(isSafe ? await resendableLines(journal.query, batchId, clock.now()) : [])
    const resendLines = linesAgain.filter((line) => resendable.has(line))
    if (resendLines.length < linesAgain.length) await updateTotal(resendLines)
    if (resendLines.length > 0) await sendRound({ from: 'unknown', only: new Set(resendLines) })
  }
  const sendAll = async (): Promise<void> => {
    await sendRound({ from, only: scope.lines() })
    // Rows that joined are sent when no row is in flight, so that none is sent twice.
    while (from === 'queued' && !stopControl.stopped() && scope.hasMore()) {
      await updateTotal(linesAgain).catch(stopControl.stop)
      await sendRound({ from, only: scope.lines() })
    }
    scope.close()
    if (linesAgain.length > 0) await resendUnknown().catch(stopControl.stop)
  }
  const renew = async (): Promise<void> => {
    const lease = { batchId, owner, nowMs: clock.now() }
    if (!(await journal.transaction((query) => renewLease(query, lease)))) throw leaseLost()
  }
  // `recordEnd` below releases the lease when it records the state of the batch.
  await holdLease({ clock, renew }, signal, async (leaseSignal) => {
    stopControl.stopWith(signal, leaseSignal)
    await sendAll()
    stopControl.end()
  })
  const waiting = await recordEnd(deps, task, signal, stopControl)
  changeNotifier.flush()
  if (!signal.aborted && tally.created.length > 0) deps.afterBatch(tally.created, batchId)
  if (signal.aborted && unsaved.length > 0) return formatUnsaved(unsaved)
  if (signal.aborted) return formatStopped(tally.created.length)
  const reason = stopControl.reason()
  if (reason !== null) throw pausedFailure(reason, tally.created.length, unsaved)
  return formatSummary({ ...tally, created: tally.created.length, waiting })
}

/** Sends rows, records each outcome, and counts the outcomes. */
function createRowSender(
  deps: SendDeps,
  { batchId, owner }: SendTask,
  progress: JobProgress,
  stopControl: StopControl,
) {
  const { journal, clock, changeNotifier } = deps
  const lease = () => ({ batchId, owner, nowMs: clock.now() })
  const tally = { created: [] as string[], failed: 0, unknown: 0 }
  let lostInRow = 0
  /** Placed orders that could not be saved to disk. The user must see their sample IDs. */
  const unsaved: Message[] = []

  /** Returns true if the order log took the outcome, from which the journal reads it later. */
  const logCreated = (row: OrderRow, answer: ServiceResponse<OrderResponse>): boolean => {
    try {
      deps.appendToLog(toCreatedEntry(row, answer, new Date(clock.now()).toISOString()))
      return true
    } catch {
      return false
    }
  }
  const record = async (row: OrderRow, outcome: RowOutcome): Promise<RowOutcome> => {
    try {
      return await recordOutcome(journal, row, outcome, new Date(clock.now()).toISOString())
    } catch (error) {
      if (outcome.state === 'created' && !logCreated(row, outcome.answer))
        unsaved.push(
          message('samples.asSample', {
            clientReference: row.fields.client_reference,
            sampleId: outcome.answer.value.sampleId,
          }),
        )
      throw error
    }
  }
  const count = (outcome: Exclude<RowOutcome, { state: 'queued' }>): void => {
    if (outcome.state === 'created') tally.created.push(outcome.answer.value.sampleId)
    else tally[outcome.state] += 1
    progress.advance(outcome.state === 'created' ? { done: 1 } : { failed: 1 })
    if (outcome.state === 'created') changeNotifier.trigger()
  }
  return {
    tally,
    unsaved,
    async send(row: OrderRow & { message: Message | null }, from: SendableState): Promise<void> {
      const result = await sendRow(deps, row, {
        signal: stopControl.requests,
        queueSignal: stopControl.signal,
        async beforeSend() {
          if (stopControl.stopped()) throw requestAborted()
          await markSending(journal, lease(), row.row, from)
        },
      })
      const isRepetition = from === 'unknown'
      const outcome = await record(
        row,
        isRepetition ? toResendOutcome(result.outcome, row.message) : result.outcome,
      )
      if (result.stop) stopControl.stop(result.stop)
      if (outcome.state === 'queued') return
      // A refused repetition got a response, so it does not count as lost. The outcome of the first request stays
      // unknown.
      const isLost = outcome.state === 'unknown' && result.outcome.state !== 'failed'
      lostInRow = isLost ? lostInRow + 1 : 0
      if (lostInRow >= maxLostInRow) stopControl.stop(tooManyLost())
      count(outcome)
    },
  }
}

/** Records the state of the batch, unless the lease was lost. Returns the number of rows still queued. */
async function recordEnd(
  { journal, clock }: SendDeps,
  { batchId, owner, from, finished }: SendTask,
  signal: AbortSignal,
  stopControl: StopControl,
): Promise<number> {
  try {
    return await journal.transaction(async (query) => {
      if (!(await renewLease(query, { batchId, owner, nowMs: clock.now() }))) return 0
      const waiting = await endBatch(query, batchId, clock.now(), finished)
      const cause = from === 'queued' && waiting > 0 ? interruption(signal, stopControl.reason()) : null
      if (cause !== null) await recordInterruption(query, batchId, clock.now(), cause)
      return waiting
    })
  } catch (error) {
    // The lease expires on its own. If the sending stopped earlier, that first reason is the one reported.
    stopControl.stop(error)
    return 0
  }
}

/** Returns the reason why the sending was interrupted, or null if the user stopped it or it ended normally. */
function interruption(signal: AbortSignal, reason: { error: unknown } | null): Message | null {
  if (signal.aborted) return isClosing(signal) ? message('samples.pathclockClosed') : null
  if (reason === null) return null
  return isFailure(reason.error) ? reason.error.userMessage : message('samples.somethingWentWrongPathclock')
}

type StopControl = ReturnType<typeof createStopControl>

/**
 * Stops all lanes together: no further request leaves. Requests in flight may complete within their own deadlines, so a
 * pause leaves no order of unknown outcome. If the app closes or the lease is lost, they are aborted after `graceMs`.
 */
function createStopControl({ clock, closing }: Pick<SendDeps, 'clock' | 'closing'>, onStop: () => void) {
  const requests = new AbortController()
  const stopped = new AbortController()
  const ended = new AbortController()
  let firstError: { error: unknown } | null = null

  /** Only the first error is reported. */
  const stop = (error: unknown): void => {
    firstError ??= { error }
    if (stopped.signal.aborted) return
    stopped.abort(error)
    onStop()
  }
  const giveUpSoon = (): void => {
    clock.sleep(graceMs, ended.signal).then(
      () => requests.abort(requestAborted()),
      // All lanes ended in time.
      () => undefined,
    )
  }
  const onAbort = (signal: AbortSignal, act: () => void): void => {
    if (signal.aborted) act()
    else signal.addEventListener('abort', act, { once: true, signal: ended.signal })
  }

  return {
    requests: requests.signal,
    signal: stopped.signal,
    stopped: () => stopped.signal.aborted,
    stop,
    /** Stops with the abort reason of the job (the user or the closing app) or of the lost lease. */
    stopWith(job: AbortSignal, jobOrLease: AbortSignal): void {
      onAbort(jobOrLease, () => {
        stop(jobOrLease.reason)
        if (!job.aborted) giveUpSoon()
      })
      onAbort(closing, giveUpSoon)
    },
    reason: () => firstError,
    /** Called when all lanes have ended. */
    end: (): void => ended.abort(),
  }
}

const requestAborted = (): Failure => new Failure('cancelled', message('samples.requestStopped'), {})

const formatUnsaved = (unsaved: readonly Message[]): Message =>
  message('samples.pathclockCouldNotSave', { unsaved: joinMessages(unsaved, ', ') })

const tooManyLost = (): Failure =>
  new Failure('serviceFailed', message('samples.serviceGaveNoUsable', { maxLostInRow }), {
    status: 0,
    endpoint: 'POST /samples',
  })

function pausedFailure({ error }: { error: unknown }, created: number, unsaved: readonly Message[]): unknown {
  if (!isFailure(error)) return error
  return error.withMore(
    message('samples.batchPausedOrdersPlaced', { count: created }),
    unsaved.length > 0 ? formatUnsaved(unsaved) : null,
  )
}

type Counts = Record<'created' | 'failed' | 'unknown' | 'waiting', number>

function formatSummary({ created, failed, unknown, waiting }: Counts): Message {
  const parts = [
    message('samples.ordersPlaced', { count: created }),
    failed > 0 ? message('samples.refusedService', { failed }) : null,
    unknown > 0 ? message('samples.unknownOutcomeLookService', { unknown }) : null,
  ]
  return joinMessages([
    message('shared.sentence', { text: joinMessages(parts, ', ') }),
    waiting > 0 ? message('samples.rowsWait', { count: waiting }) : null,
  ])
}

const formatStopped = (created: number): Message =>
  message('samples.stoppedOrdersPlacedFar', { count: created })

/** Returns the outcome of a repeated order. Only `created` settles it; after any other outcome it stays unknown. */
function toResendOutcome(outcome: RowOutcome, text: Message | null): RowOutcome {
  if (outcome.state === 'created' || outcome.state === 'unknown') return outcome
  if (outcome.state !== 'failed') return { state: 'unknown', message: text ?? message('samples.orderPlaced') }
  const refused = joinMessages([
    outcome.message,
    message('samples.serviceSaidWhenOrder'),
    message('samples.saysReferenceExistsOrder'),
  ])
  return { state: 'unknown', message: refused }
}

/** The rows of one sending. More rows may join until it closes. */
export type Scope = {
  /** The lines to send; undefined: all queued rows. */
  lines(): ReadonlySet<number> | undefined
  /** Returns false if the sending is closed and takes no more rows. */
  join(more: Iterable<number> | undefined): boolean
  /** Returns true if rows have joined since the last call. */
  hasMore(): boolean
  /** Closes the scope to further rows. */
  close(): void
}

/** `initialLines`: the lines to send; undefined: all queued rows. */
export function createScope(initialLines: Iterable<number> | undefined): Scope {
  let lines = initialLines && new Set(initialLines)
  let joined = false
  let open = true
  return {
    lines: () => lines,
    join(more) {
      if (!open) return false
      lines = lines && more && new Set([...lines, ...more])
      joined = true
      return true
    },
    hasMore() {
      const more = joined
      joined = false
      return more
    },
    close() {
      open = false
    },
  }
}

/** `stop`: the failure that stops the sending until the user acts; null to continue. */
export type SendResult = { outcome: RowOutcome; stop: Failure | null }

type SendRowDeps = {
  remote: Pick<RemoteService, 'createOrder'>
  clock: Clock
  random: Random
  /** The known behavior of the service for repeated orders. It is read before each repetition. */
  idempotency: () => ServiceDialect['idempotency']
}

/** `queueSignal`: once aborted, no request leaves; requests in flight may complete. */
type SendContext = { signal: AbortSignal; queueSignal: AbortSignal; beforeSend: () => Promise<void> }

/** Failures that every other row would meet too. The order was not placed and stays queued until the user acts. */
const fatalCodes: ReadonlySet<FailureCode> = new Set([
  'offline',
  'notSignedIn',
  'rateLimited',
  'forbidden',
  'keychain',
  // A redirect, or an address without this endpoint: a problem of the service address, not of one row.
  'serviceFailed',
  'notFound',
])

const maxRetries = 2
/** 2 s, then 8 s, each multiplied by a random factor of 0.5–1.5. */
const retryDelays = { initialMs: 2000, factor: 4 }

/**
 * Places one order and returns its outcome. If the response is lost, the order is sent again with the same key (at most
 * twice), but only if the service is known to honor idempotency keys. Otherwise the outcome stays unknown.
 */
export async function sendRow(
  deps: SendRowDeps,
  row: Pick<OrderRow, 'body' | 'idempotencyKey'>,
  context: SendContext,
): Promise<SendResult> {
  const firstResult = await sendOnce(deps, row, context)
  let lastResult = firstResult
  if (firstResult.outcome.state !== 'unknown') return firstResult
  for (let attempt = 0; attempt < maxRetries; attempt += 1) {
    if (!canRetry(lastResult) || deps.idempotency() !== 'honoured') break
    try {
      const delayMs = withJitter(backoffMs(attempt, retryDelays), [0.5, 1.5], deps.random)
      await deps.clock.sleep(delayMs, context.queueSignal)
    } catch {
      break
    }
    lastResult = await sendOnce(deps, row, context)
  }
  if (lastResult.outcome.state === 'created') return lastResult
  // The lost first request may still have placed the order, even if the repetition was refused or never sent.
  return { outcome: firstResult.outcome, stop: lastResult.stop }
}

const canRetry = ({ outcome, stop }: SendResult): boolean =>
  outcome.state === 'unknown' || (outcome.state === 'queued' && stop?.code === 'offline')

/**
 * Sends an order once. A `Failure` of `createOrder` means that the order was not placed, `OutcomeUnknown` that it may
 * have been. Any other error is a bug and is thrown. Errors of `beforeSend` are thrown too: it runs right before the
 * request leaves, so nothing was sent.
 */
async function sendOnce(
  { remote }: SendRowDeps,
  { body, idempotencyKey }: Pick<OrderRow, 'body' | 'idempotencyKey'>,
  { signal, queueSignal, beforeSend }: SendContext,
): Promise<SendResult> {
  const beforeSendErrors: unknown[] = []
  let isSent = false
  const recordingBeforeSend = async (): Promise<void> => {
    try {
      await beforeSend()
      isSent = true
    } catch (error) {
      beforeSendErrors.push(error)
      throw error
    }
  }
  try {
    const answer = await remote.createOrder(body, {
      idempotencyKey,
      signal,
      queueSignal,
      priority: 'batch',
      beforeSend: recordingBeforeSend,
    })
    return { outcome: { state: 'created', answer }, stop: null }
  } catch (error) {
    if (error instanceof OutcomeUnknown) {
      const isConnectionLost = isFailure(error.failure, 'offline') || isFailure(error.failure, 'notSignedIn')
      return {
        outcome: { state: 'unknown', message: unknownOutcomeMessage(error) },
        stop: isConnectionLost ? error.failure : null,
      }
    }
    if (!isFailure(error)) throw error
    if (error.code === 'cancelled') return { outcome: { state: 'queued' }, stop: null }
    if (beforeSendErrors.includes(error)) throw error
    // A failure before the request left (the service cannot be found, for example) would affect every order.
    if (!isSent || fatalCodes.has(error.code)) return { outcome: { state: 'queued' }, stop: error }
    return { outcome: { state: 'failed', message: error.userMessage }, stop: null }
  }
}

const unknownOutcomeMessage = ({ failure }: OutcomeUnknown): Message =>
  joinMessages([failure.userMessage, message('samples.orderPlacedLookService')])
