import { type Failure, type FailureCode, isFailure } from '../../shared/contract/failures.ts'
import { OutcomeUnknown, type RemoteService } from '../ports.ts'
import type { OrderRow, RowOutcome } from './sending.ts'

/** `stop`: why nothing more should be sent until a person acts; null to go on. */
export type Sent = { outcome: RowOutcome; stop: Failure | null }

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

/**
 * Places one order and says how it ended. A `Failure` of `createOrder` means that the order was surely not placed,
 * `OutcomeUnknown` that nobody here can tell. Any other error is thrown: it is the program's fault. So is what `leave`
 * throws, which is awaited right before the request leaves: nothing has left then.
 */
export async function sendRow(
  remote: Pick<RemoteService, 'createOrder'>,
  { fields, idempotencyKey }: OrderRow,
  { signal, leave }: { signal: AbortSignal; leave: () => Promise<void> },
): Promise<Sent> {
  const held: unknown[] = []
  const onLeave = async (): Promise<void> => {
    try {
      await leave()
    } catch (error) {
      held.push(error)
      throw error
    }
  }
  try {
    const answer = await remote.createOrder(fields, { idempotencyKey, signal, priority: 'batch', onLeave })
    return { outcome: { state: 'created', answer }, stop: null }
  } catch (error) {
    if (error instanceof OutcomeUnknown) {
      const gone = isFailure(error.failure, 'offline') || isFailure(error.failure, 'notSignedIn')
      return { outcome: { state: 'unknown', message: inDoubt(error) }, stop: gone ? error.failure : null }
    }
    if (!isFailure(error)) throw error
    if (error.code === 'cancelled') return { outcome: { state: 'queued' }, stop: null }
    if (held.includes(error)) throw error
    if (stoppingCodes.has(error.code)) return { outcome: { state: 'queued' }, stop: error }
    return { outcome: { state: 'failed', message: error.message }, stop: null }
  }
}

const inDoubt = ({ message }: OutcomeUnknown): string =>
  `${message} The order may have been placed: look for it at the service before ordering this sample again.`
