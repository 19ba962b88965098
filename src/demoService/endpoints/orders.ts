import type { Backend } from '../backend.ts'
import { Refusal } from '../httpMessages.ts'
import { profileSample, type SampleProfile } from '../model/sampleModel.ts'
import { sampleDurations, stateAt } from '../simulatedState.ts'
import type { Order } from '../state.ts'

export const iso = (timeMs: number): string => new Date(timeMs).toISOString()

/** The order of that id. Throws a Refusal (404). */
export function findOrder({ state }: Backend, sampleId: string): Order {
  const order = state.orders.get(sampleId)
  if (!order) throw new Refusal(404, `There is no sample "${sampleId}".`)
  return order
}

const orderState = (order: Order, { now, speed }: Backend) =>
  stateAt(order, sampleDurations, { nowMs: now(), speed })

/** A sample as the service shows it: its state, and what was sent. */
export function samplePayload(order: Order, backend: Backend): Record<string, unknown> {
  const { state, sinceMs } = orderState(order, backend)
  return {
    sample_id: order.id,
    status: backend.dialect.stateWord(state),
    created_at: iso(order.createdAtMs),
    updated_at: iso(sinceMs),
    ...order.fields,
    synthetic: true,
  }
}

/** The results of a sample that has them. Throws a Refusal: 404 without such a sample, 400 before it succeeded. */
export function finishedProfile(
  backend: Backend,
  sampleId: string,
): { order: Order; profile: SampleProfile } {
  const order = findOrder(backend, sampleId)
  const { state } = orderState(order, backend)
  if (state !== 'succeeded') {
    const word = backend.dialect.stateWord(state)
    throw new Refusal(400, `Sample ${sampleId} has no results yet: its status is "${word}". Try again later.`)
  }
  return { order, profile: profileSample(backend.seed, order.fields) }
}
