import { Refusal } from '../httpMessages.ts'
import type { OrderFields } from '../state.ts'

const maxTextLength = 500
const maxFields = 60
const maxAgeYears = 130

/** Names that the service gives itself. */
const reserved = ['sample_id', 'status', 'created_at', 'updated_at', 'synthetic']
const texts = ['sex', 'tissue', 'treatment', 'group', 'donor_id']

/**
 * Checks the body of an order: `client_reference` is required; fields we do not know are kept as they are, when
 * they hold a single value. Throws a Refusal (400) that names the field.
 */
export function checkOrder(body: Record<string, unknown>): OrderFields {
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
    // Not an assignment: a field called __proto__ must stay a field.
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
