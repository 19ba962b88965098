import { type Failure, rejected } from '../../../shared/contract/failures.ts'
import type { OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import type { OrderFields } from '../../../shared/domain/samples/sample.ts'
import { isRecord } from '../../../shared/json.ts'
import { message } from '../../../shared/words/message.ts'

/** Our name of a field → the name it is sent under. */
export type SendAs = Readonly<Record<string, string>>

export const toSendAs = (form: OrderForm): SendAs =>
  Object.fromEntries(form.map(({ field, sendAs }) => [field, sendAs]))

/** Applies the names from the profile's settings, unless the form has a `sendAs` for the field. */
export const withSentNames = (form: OrderForm, names: SendAs): OrderForm =>
  form.map((rule) =>
    rule.sendAs === rule.field && Object.hasOwn(names, rule.field)
      ? { ...rule, sendAs: names[rule.field] ?? rule.field }
      : rule,
  )

/**
 * Returns the order with its fields renamed as its form says; fields without a form rule keep their names. Throws
 * `rejected` if two fields would get the same name, since one value would be lost.
 */
export function toSentNames(fields: OrderFields, sendAs: SendAs): Record<string, string | number> {
  const body = new Map<string, string | number>()
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue
    const name = Object.hasOwn(sendAs, field) ? (sendAs[field] ?? field) : field
    if (body.has(name)) throw duplicateName(name)
    body.set(name, value)
  }
  return Object.fromEntries(body)
}

const duplicateName = (field: string): Failure =>
  rejected(message('samples.twoFieldsOrderSent', { field }), [
    { field, message: message('samples.nameTwoFields') },
  ])

/** Fields that the service assigns. Everything else in its response came from the order. */
const serviceFields: ReadonlySet<string> = new Set([
  'sampleid',
  'id',
  'status',
  'state',
  'createdat',
  'updatedat',
  'synthetic',
])

const normalizeKey = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')

/**
 * Returns the string and number fields of an order from a response body, with or without a `data` envelope. Fields that
 * the form sends under another name get our names back.
 */
export function sentFields(raw: unknown, form: OrderForm): Record<string, string | number> {
  const fieldBySentName = new Map(form.map(({ field, sendAs }) => [sendAs, field]))
  const data = isRecord(raw) && isRecord(raw['data']) ? raw['data'] : raw
  if (!isRecord(data)) return {}
  const fields = Object.entries(data).flatMap(([name, value]) => {
    const isFlat = typeof value === 'string' || typeof value === 'number'
    // Fields assigned by the service are left out, even if a form sends a field under the same name.
    if (!isFlat || serviceFields.has(normalizeKey(name)) || name === '__proto__') return []
    const field = normalizeKey(name) === 'clientreference' ? 'client_reference' : name
    return [[fieldBySentName.get(name) ?? field, value] as const]
  })
  return Object.fromEntries(fields)
}
