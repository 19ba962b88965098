import { createHash } from 'node:crypto'
import type { ApiCall, Backend, Endpoint } from '../backend.ts'
import { created, type EndpointResponse, ok, Refusal } from '../httpMessages.ts'
import { token } from '../model/noise.ts'
import type { Order, OrderFields } from '../state.ts'
import { checkOrder } from './orderFields.ts'
import { findOrder, finishedProfile, iso, samplePayload } from './orders.ts'
import { clockPayload, scorePayload } from './scores.ts'

const maxKeyLength = 255

export const sampleEndpoints: Endpoint[] = [
  { method: 'POST', path: '/samples', scope: null, handle: createSample },
  {
    method: 'GET',
    path: '/samples/:id',
    scope: 'read:sample',
    handle: ({ id }, backend) => ok(samplePayload(findOrder(backend, id), backend)),
  },
  { method: 'GET', path: '/samples/:id/report', scope: 'read:sample', handle: report },
]

/** The same key with the same body answers with the order made before; with another body it is refused. */
function createSample(call: ApiCall, backend: Backend): EndpointResponse {
  const { state, dialect } = backend
  const fields = checkOrder(call.body)
  const key = dialect.honoursKeys ? call.header('idempotency-key') : undefined
  if (key === undefined) return created(samplePayload(placeOrder(fields, backend), backend))
  if (key === '' || key.length > maxKeyLength)
    throw new Refusal(400, `Idempotency-Key must have 1 to ${maxKeyLength} characters.`)
  const owned = `${call.caller.userId}|${key}`
  const known = state.keys.get(owned)
  const fingerprint = fingerprintOf(fields)
  if (known && known.fingerprint !== fingerprint)
    throw new Refusal(
      400,
      'Idempotency-Key was used before, with another order. Send a new key for a new order.',
    )
  if (known) return replay(findOrder(backend, known.orderId), backend)
  const order = placeOrder(fields, backend)
  state.keys.set(owned, { fingerprint, orderId: order.id })
  return created(samplePayload(order, backend))
}

const replay = (order: Order, backend: Backend): EndpointResponse => ({
  kind: 'data',
  status: 200,
  data: samplePayload(order, backend),
  headers: { 'Idempotent-Replayed': 'true' },
})

/** The id follows from seed and reference, so that it does not depend on the order in which a batch arrives. */
function placeOrder(fields: OrderFields, { seed, state, now }: Backend): Order {
  let id = ''
  for (let nth = 0; id === '' || state.orders.has(id); nth++)
    id = `smp_${token(`${seed}|${fields.client_reference}|${nth}`, 12)}`
  const order = { id, createdAtMs: now(), fields }
  state.orders.set(id, order)
  state.changed()
  return order
}

const fingerprintOf = (fields: OrderFields): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')

function report({ id }: ApiCall, backend: Backend): EndpointResponse {
  const { order, profile } = finishedProfile(backend, id)
  const data = {
    title: 'Detection report',
    notice: 'Synthetic data of a reference service. Research use only.',
    sample: samplePayload(order, backend),
    generated_at: iso(backend.now()),
    ...clockPayload(order.id, profile),
    pathway_scores: scorePayload(profile.scores),
    synthetic: true,
  }
  return { kind: 'report', data }
}
