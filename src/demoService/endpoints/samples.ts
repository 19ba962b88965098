import { createHash } from 'node:crypto'
import { created, type EndpointResponse, ok, Refusal } from '../http/httpMessages.ts'
import { token } from '../model/noise.ts'
import type { ApiCall, Backend, Endpoints, Order, OrderFields } from '../state.ts'
import { clockPayload, findOrder, finishedProfile, iso, samplePayload, scorePayload } from './orders.ts'

const maxTextLength = 500
const maxFields = 60
const maxAgeYears = 130

/** Names that the service gives itself. */
const reserved = ['sample_id', 'status', 'created_at', 'updated_at', 'synthetic']
const texts = ['sex', 'tissue', 'treatment', 'group', 'donor_id']

/**
 * Checks the body of an order: `client_reference` is required; unknown fields are stored unchanged if they hold a
 * single value. Throws a Refusal (400) that names the field.
 */
function checkOrder(body: Record<string, unknown>): OrderFields {
  const { client_reference: reference } = body
  if (typeof reference !== 'string' || reference.trim() === '')
    throw new Refusal(400, 'client_reference is required: a text that names the sample in your lab.')
  if (Object.keys(body).length > maxFields)
    throw new Refusal(
      400,
      `An order has at most ${maxFields} fields; this one has ${Object.keys(body).length}.`,
    )
  const fields: OrderFields = { client_reference: reference }
  for (const [name, value] of Object.entries(body)) {
    if (reserved.includes(name)) throw new Refusal(400, `${name} is given by the service and cannot be sent.`)
    if (isSingle(value)) checkValue(name, value)
    else throw new Refusal(400, `${name} must be a single value: a text, a number, true, false or null.`)
    // An assignment would lose a field named __proto__.
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return fields
}

type Single = OrderFields[string]

const isSingle = (value: unknown): value is Single =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

function checkValue(name: string, value: Single): void {
  if (typeof value === 'string' && value.length > maxTextLength)
    throw new Refusal(400, `${name} is longer than ${maxTextLength} characters.`)
  if (value === null) return
  if (name === 'age') checkAge(value)
  if (name === 'collected_at') checkDate(value)
  if (texts.includes(name) && typeof value !== 'string') throw new Refusal(400, `${name} must be a text.`)
}

function checkAge(value: Single): void {
  if (typeof value !== 'number' || value < 0 || value > maxAgeYears)
    throw new Refusal(400, `age must be a number of years from 0 to ${maxAgeYears}.`)
}

/** A day, with or without a time after it; 31 February is no day. */
function checkDate(value: Single): void {
  const text = typeof value === 'string' ? value : ''
  const day = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text)?.[1]
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  if (
    Number.isNaN(time) ||
    new Date(time).toISOString().slice(0, 10) !== day ||
    Number.isNaN(Date.parse(text))
  )
    throw new Refusal(400, 'collected_at must be a date written as YYYY-MM-DD.')
}

const maxKeyLength = 255

export const sampleEndpoints: Endpoints = {
  'POST /samples': [null, createSample],
  'GET /samples/:id': [
    'read:sample',
    ({ id }, backend) => ok(samplePayload(findOrder(backend, id), backend)),
  ],
  'GET /samples/:id/report': ['read:sample', report],
}

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

/** Creates an order. The id is derived from seed and reference, so it does not depend on the order of a batch. */
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
