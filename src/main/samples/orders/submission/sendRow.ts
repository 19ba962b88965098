import { type Failure, type FailureCode, isFailure } from '../../../../shared/contract/failures.ts'
import type { ConventionSettings } from '../../../../shared/domain/app/convention.ts'
import { type Clock, OutcomeUnknown, type Random, type RemoteService } from '../../../ports.ts'
import type { OrderRow, RowOutcome } from '../ledger/sendLedger.ts'

/** `stop`: why nothing more should be sent until a person acts; null to go on. */
export type SendResult = { outcome: RowOutcome; stop: Failure | null }

export type SendRowDeps = {
  remote: Pick<RemoteService, 'createOrder'>
  clock: Clock
  random: Random
  /** What the service is known to do with a repeated order, read anew for each row. */
  idempotency: () => ConventionSettings['idempotency']
}

type SendContext = { signal: AbortSignal; beforeSend: () => Promise<void> }

/** Every other row would meet the same, and none of them was placed: they wait until a person has acted. */
const fatalCodes: ReadonlySet<FailureCode> = new Set([
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
const retryDelaysMs = [2000, 8000]

/**
 * Places one order and says how it ended. An order whose answer was lost is sent again, with the same key, only where
 * the service is known to place it once for one key; else, and after two repetitions, nobody here can tell.
 */
export async function sendRow(
  deps: SendRowDeps,
  row: Pick<OrderRow, 'body' | 'idempotencyKey'>,
  context: SendContext,
): Promise<SendResult> {
  const firstResult = await sendOnce(deps, row, context)
  let lastResult = firstResult
  if (firstResult.outcome.state !== 'unknown') return firstResult
  for (const delayMs of retryDelaysMs) {
    if (!canRetry(lastResult) || deps.idempotency() !== 'honoured') break
    try {
      await deps.clock.sleep(delayMs * (0.5 + deps.random.next()), context.signal)
    } catch {
      break
    }
    lastResult = await sendOnce(deps, row, context)
  }
  if (lastResult.outcome.state === 'created') return lastResult
  // A refusal of the repetition, or that it was never sent, says nothing about the request that was lost.
  return { outcome: firstResult.outcome, stop: lastResult.stop }
}

const canRetry = ({ outcome, stop }: SendResult): boolean =>
  outcome.state === 'unknown' || (outcome.state === 'queued' && stop?.code === 'offline')

/**
 * A `Failure` of `createOrder` means that the order was surely not placed, `OutcomeUnknown` that nobody here can tell.
 * Any other error is thrown: it is the program's fault. So is what `beforeSend` throws, which is awaited right before the
 * request leaves: nothing has left then.
 */
async function sendOnce(
  { remote }: SendRowDeps,
  { body, idempotencyKey }: Pick<OrderRow, 'body' | 'idempotencyKey'>,
  { signal, beforeSend }: SendContext,
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
    // What keeps an order from leaving at all, as a service that cannot be found, keeps them all.
    if (!isSent || fatalCodes.has(error.code)) return { outcome: { state: 'queued' }, stop: error }
    return { outcome: { state: 'failed', message: error.message }, stop: null }
  }
}

const unknownOutcomeMessage = ({ message }: OutcomeUnknown): string =>
  `${message} The order may have been placed: look for it at the service before ordering this sample again.`
