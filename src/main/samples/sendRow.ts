import { type Failure, type FailureCode, isFailure } from '../../shared/contract/failures.ts'
import type { ConventionSettings } from '../../shared/domain/convention.ts'
import { type Clock, OutcomeUnknown, type Random, type RemoteService } from '../ports.ts'
import type { OrderRow, RowOutcome } from './sending.ts'

/** `stop`: why nothing more should be sent until a person acts; null to go on. */
export type Sent = { outcome: RowOutcome; stop: Failure | null }

export type SendRowParts = {
  remote: Pick<RemoteService, 'createOrder'>
  clock: Clock
  random: Random
  /** What the service is known to do with a repeated order, read anew for each row. */
  idempotency: () => ConventionSettings['idempotency']
}

type Turn = { signal: AbortSignal; leave: () => Promise<void> }

/** Every other row would meet the same, and none of them was placed: they wait until a person has acted. */
const stoppingCodes: ReadonlySet<FailureCode> = new Set([
  'offline',
  'notSignedIn',
  'rateLimited',
  'forbidden',
  'keychain',
  // A redirect, or an address without this endpoint: of the services themselves, not of one row.
  'serviceFailed',
  'notFound',
])

/** Before each of the two repetitions, half of it to one and a half. */
const pausesMs = [2000, 8000]

/**
 * Places one order and says how it ended. An order whose answer was lost is sent again, with the same key, only where
 * the service is known to place it once for one key; else, and after two repetitions, nobody here can tell.
 */
export async function sendRow(
  parts: SendRowParts,
  row: Pick<OrderRow, 'body' | 'idempotencyKey'>,
  turn: Turn,
): Promise<Sent> {
  const first = await sendOnce(parts, row, turn)
  let last = first
  if (first.outcome.state !== 'unknown') return first
  for (const pauseMs of pausesMs) {
    if (!mayRepeat(last) || parts.idempotency() !== 'honoured') break
    try {
      await parts.clock.sleep(pauseMs * (0.5 + parts.random.next()), turn.signal)
    } catch {
      break
    }
    last = await sendOnce(parts, row, turn)
  }
  if (last.outcome.state === 'created') return last
  // A refusal of the repetition, or that it was never sent, says nothing about the request that was lost.
  return { outcome: first.outcome, stop: last.stop }
}

const mayRepeat = ({ outcome, stop }: Sent): boolean =>
  outcome.state === 'unknown' || (outcome.state === 'queued' && stop?.code === 'offline')

/**
 * A `Failure` of `createOrder` means that the order was surely not placed, `OutcomeUnknown` that nobody here can tell.
 * Any other error is thrown: it is the program's fault. So is what `leave` throws, which is awaited right before the
 * request leaves: nothing has left then.
 */
async function sendOnce(
  { remote }: SendRowParts,
  { body, idempotencyKey }: Pick<OrderRow, 'body' | 'idempotencyKey'>,
  { signal, leave }: Turn,
): Promise<Sent> {
  const held: unknown[] = []
  let left = false
  const onLeave = async (): Promise<void> => {
    try {
      await leave()
      left = true
    } catch (error) {
      held.push(error)
      throw error
    }
  }
  try {
    const answer = await remote.createOrder(body, { idempotencyKey, signal, priority: 'batch', onLeave })
    return { outcome: { state: 'created', answer }, stop: null }
  } catch (error) {
    if (error instanceof OutcomeUnknown) {
      const gone = isFailure(error.failure, 'offline') || isFailure(error.failure, 'notSignedIn')
      return { outcome: { state: 'unknown', message: inDoubt(error) }, stop: gone ? error.failure : null }
    }
    if (!isFailure(error)) throw error
    if (error.code === 'cancelled') return { outcome: { state: 'queued' }, stop: null }
    if (held.includes(error)) throw error
    // What keeps an order from leaving at all, as a service that cannot be found, keeps them all.
    if (!left || stoppingCodes.has(error.code)) return { outcome: { state: 'queued' }, stop: error }
    return { outcome: { state: 'failed', message: error.message }, stop: null }
  }
}

const inDoubt = ({ message }: OutcomeUnknown): string =>
  `${message} The order may have been placed: look for it at the service before ordering this sample again.`
