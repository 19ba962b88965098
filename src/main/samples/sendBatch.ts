import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { BatchState } from '../../shared/domain/importing.ts'
import { isClosing, type JobProgress } from '../jobs/jobs.ts'
import type { Clock, Database } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { Announcer } from './announcer.ts'
import { keepInterruption } from './batchEvents.ts'
import { countRows, endBatch } from './batches.ts'
import { leaseLost, renewEveryMs, renewLease } from './lease.ts'
import type { Scope } from './scope.ts'
import {
  type From,
  linesToSendAgain,
  markSending,
  type OrderRow,
  type RowOutcome,
  recordOutcome,
  rowsToSend,
} from './sending.ts'
import { type SendRowParts, sendRow } from './sendRow.ts'

export type SendParts = SendRowParts & {
  journal: Database<JournalSchema>
  announcer: Announcer
  /** Called with what was created when the sending ends, unless a person ended it. */
  afterBatch(sampleIds: string[]): void
}

export type SendTask = {
  batchId: string
  owner: string
  from: From
  /** The rows that are meant; no other leaves. */
  scope: Scope
  /** Lines of unknown outcome that are sent once more after those, as far as that is safe then. */
  linesAgain: readonly number[]
  /** How the batch stands when none of its rows is queued any more. */
  finished: BatchState
}

const maxInFlight = 4
/** Requests on their way when the sending stops get this long to be answered; then they are given up. A stop takes 3 s in all. */
const graceMs = 2000
/** So many lost answers in a row, and it is the service that fails: more orders would only be in doubt too. */
const maxLostInRow = 3

/**
 * Sends the rows that are meant of a batch whose lease `owner` has, and gives the sentence that tells how it went.
 * Throws the failure that stopped it, with how to go on; all that is queued stays queued.
 */
export async function sendBatch(
  parts: SendParts,
  { batchId, owner, from, scope, linesAgain, finished }: SendTask,
  progress: JobProgress,
  signal: AbortSignal,
): Promise<string> {
  const { journal, clock, announcer } = parts
  const nowIso = () => new Date(clock.now()).toISOString()
  const lease = () => ({ batchId, owner, nowMs: clock.now() })
  const tally = { created: [] as string[], failed: 0, unknown: 0, lostInRow: 0 }
  /** Orders that stand and whose numbers are known, though the disk refused them: they must reach a person. */
  const unkept: string[] = []
  const stopping = createStopping(clock, signal, scope.close)

  const settle = async (row: OrderRow & { message: string | null }, from: From): Promise<void> => {
    const sent = await sendRow(parts, row, {
      signal: stopping.requests,
      async leave() {
        if (stopping.stopped()) throw givenUp()
        await markSending(journal, lease(), row.row, from)
      },
    })
    const { stop } = sent
    const answered = from === 'unknown' ? stillInDoubt(sent.outcome, row.message) : sent.outcome
    const outcome = await recordOutcome(journal, row, answered, nowIso()).catch((error: unknown) => {
      if (answered.state === 'created')
        unkept.push(`“${row.fields.client_reference}” as sample ${answered.answer.value.sampleId}`)
      throw error
    })
    if (stop) stopping.stop(stop)
    if (outcome.state === 'queued') return
    // A refused repetition was answered, though that says nothing of the first request.
    const isLost = outcome.state === 'unknown' && sent.outcome.state !== 'failed'
    tally.lostInRow = isLost ? tally.lostInRow + 1 : 0
    if (tally.lostInRow >= maxLostInRow) stopping.stop(manyLost())
    if (outcome.state === 'created') tally.created.push(outcome.answer.value.sampleId)
    else tally[outcome.state] += 1
    progress.advance(outcome.state === 'created' ? { done: 1 } : { failed: 1 })
    if (outcome.state === 'created') announcer.changed()
  }

  const lane = async (rows: ReturnType<typeof rowsToSend>, from: From): Promise<void> => {
    try {
      while (!stopping.stopped()) {
        const next = await rows.next()
        if (next.done) return
        await settle(next.value, from)
      }
    } catch (error) {
      stopping.stop(error)
    }
  }

  const heartbeat = keepLease(clock, stopping, () =>
    journal.transaction((query) => renewLease(query, lease())),
  )
  const sendRound = async (meant: { from: From; only: ReadonlySet<number> | undefined }): Promise<void> => {
    const rows = rowsToSend(journal.query, { batchId, ...meant })
    await Promise.all(Array.from({ length: maxInFlight }, () => lane(rows, meant.from)))
  }
  const countAgain = async (again: readonly number[]): Promise<void> => {
    const { queued } = await countRows(journal.query, batchId, scope.lines())
    progress.total(tally.created.length + tally.failed + tally.unknown + queued + again.length)
  }
  /** The queue may have taken hours, and what the service is known to do may have been changed. */
  const sendAgain = async (): Promise<void> => {
    const isSafe = !stopping.stopped() && parts.idempotency() === 'honoured'
    const safe = new Set(isSafe ? await linesToSendAgain(journal.query, batchId, clock.now()) : [])
    const again = linesAgain.filter((line) => safe.has(line))
    if (again.length < linesAgain.length) await countAgain(again)
    if (again.length > 0) await sendRound({ from: 'unknown', only: new Set(again) })
  }
  await sendRound({ from, only: scope.lines() })
  // What joined goes when no row is in anybody's hands, so that none is taken twice.
  while (from === 'queued' && !stopping.stopped() && scope.hasMore()) {
    await countAgain(linesAgain).catch(stopping.stop)
    await sendRound({ from, only: scope.lines() })
  }
  scope.close()
  if (linesAgain.length > 0) await sendAgain().catch(stopping.stop)
  stopping.end()
  await heartbeat
  let waiting = 0
  try {
    await journal.transaction(async (query) => {
      if (!(await renewLease(query, lease()))) return
      waiting = await endBatch(query, batchId, clock.now(), finished)
      const cause = from === 'queued' && waiting > 0 ? interruption(signal, stopping.reason()) : null
      if (cause !== null) await keepInterruption(query, batchId, clock.now(), cause)
    })
  } catch (error) {
    // The lease runs out by itself; why the sending stopped is told before this.
    stopping.stop(error)
  }
  announcer.flush()
  if (!signal.aborted && tally.created.length > 0) parts.afterBatch(tally.created)
  if (signal.aborted && unkept.length > 0) return writeDown(unkept)
  if (signal.aborted) return stopped(tally.created.length)
  const reason = stopping.reason()
  if (reason !== null) throw paused(reason, tally.created.length, unkept)
  return summary({ ...tally, created: tally.created.length, waiting })
}

/** Why the sending stopped where no person stopped it; null otherwise. */
function interruption(signal: AbortSignal, reason: { error: unknown } | null): string | null {
  if (signal.aborted) return isClosing(signal) ? 'Pathclock was closed.' : null
  if (reason === null) return null
  return isFailure(reason.error) ? reason.error.message : 'Something went wrong inside the app.'
}

type Stopping = ReturnType<typeof createStopping>

/** One end for all lanes: no request leaves any more, and after the grace those under way are given up. */
function createStopping(clock: Clock, signal: AbortSignal, onStop: () => void) {
  const requests = new AbortController()
  const ended = new AbortController()
  let first: { error: unknown } | null = null
  let stopped = false

  const halt = (): void => {
    if (stopped) return
    stopped = true
    onStop()
    clock.sleep(graceMs, ended.signal).then(
      () => requests.abort(givenUp()),
      () => undefined,
    )
  }
  signal.addEventListener('abort', halt, { once: true })
  if (signal.aborted) halt()

  return {
    requests: requests.signal,
    /** Aborted when all lanes have ended. */
    ended: ended.signal,
    stopped: () => stopped,
    /** The first error is the one that is told. */
    stop(error: unknown): void {
      first ??= { error }
      halt()
    },
    reason: () => first,
    end(): void {
      signal.removeEventListener('abort', halt)
      ended.abort(new Failure('cancelled', 'The sending has ended.', {}))
    },
  }
}

const givenUp = (): Failure => new Failure('cancelled', 'The request was given up.', {})

/** Renews the lease while requests wait for their turn, which may take longer than the lease lasts. */
async function keepLease(clock: Clock, stopping: Stopping, renew: () => Promise<boolean>): Promise<void> {
  while (!stopping.ended.aborted) {
    try {
      await clock.sleep(renewEveryMs, stopping.ended)
    } catch {
      return
    }
    try {
      if (!(await renew())) stopping.stop(leaseLost())
    } catch (error) {
      stopping.stop(error)
    }
  }
}

const writeDown = (unkept: readonly string[]): string =>
  `Orders were placed that could not be kept here; write down their numbers: ${unkept.join(', ')}.`

const manyLost = (): Failure =>
  new Failure(
    'serviceFailed',
    `The service gave no usable answer to ${maxLostInRow} orders in a row, so no more were sent. Look for these orders at the service.`,
    { status: 0, endpoint: 'POST /samples' },
  )

function paused({ error }: { error: unknown }, created: number, unkept: readonly string[]): unknown {
  if (!isFailure(error)) return error
  const lost = unkept.length > 0 ? ` ${writeDown(unkept)}` : ''
  const message = `${error.message} The batch is paused: ${orders(created)} placed by now, the rest is kept. Resume the batch to go on.${lost}`
  return new Failure(error.code, message, error.details, { cause: error })
}

type Counts = Record<'created' | 'failed' | 'unknown' | 'waiting', number>

function summary({ created, failed, unknown, waiting }: Counts): string {
  const parts = [
    `${orders(created)} placed`,
    ...(failed > 0 ? [`${failed} refused by the service`] : []),
    ...(unknown > 0 ? [`${unknown} with unknown outcome: look for them at the service`] : []),
  ]
  const rest = waiting > 0 ? ` ${waiting} ${waiting === 1 ? 'row waits' : 'rows wait'}.` : ''
  return `${parts.join(', ')}.${rest}`
}

const stopped = (created: number): string =>
  `Stopped: ${orders(created)} placed by now and kept, the rest is not sent. Resume the batch to go on.`

/** What the repetition of an order whose outcome is unknown has found out: that it stands, or nothing. */
function stillInDoubt(outcome: RowOutcome, message: string | null): RowOutcome {
  if (outcome.state === 'created' || outcome.state === 'unknown') return outcome
  const said = outcome.state === 'failed' ? `${outcome.message} That was said of the repetition. ` : ''
  const advice =
    said === ''
      ? (message ?? 'The order may have been placed.')
      : 'If it says that the reference exists, the order was placed: look up its sample at the service and enter it here.'
  return { state: 'unknown', message: `${said}${advice}` }
}

const orders = (count: number): string => `${count} ${count === 1 ? 'order' : 'orders'}`
