import { type Failure, rejected } from '../../../shared/contract/failures.ts'
import type { OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import type { OrderFields } from '../../../shared/domain/samples/sample.ts'
import { isRecord } from '../../../shared/json.ts'
import { message } from '../../../shared/messages/message.ts'

/** Our name of a field -> the name it is sent under. */
export type SendAs = Readonly<Record<string, string>>

export const toSendAs = (form: OrderForm): SendAs =>
  Object.fromEntries(form.map(({ field, sendAs }) => [field, sendAs]))

/**
 * The names set for the profile's orders hold where the form leaves a field its own: so each is named once, and no
 * name that is sent is taken for one of ours.
 */
export const withSentNames = (form: OrderForm, names: SendAs): OrderForm =>
  form.map((rule) =>
    rule.sendAs === rule.field && Object.hasOwn(names, rule.field)
      ? { ...rule, sendAs: names[rule.field] ?? rule.field }
      : rule,
  )

/**
 * An order under the names that its form gives the fields; those of no form stay as they are. Throws `rejected` where
 * two of its fields would go under one name, which would lose a value.
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
  rejected(
    message`Two fields of the order would be sent under the name “${field}”, so it was not sent. Correct the names of order fields in the settings of the profile, or in the order form, and check the file again.`,
    [{ field, message: message`is the name of two fields` }],
  )

/** What the service gives itself; everything else of its answer was sent by whoever ordered. */
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
 * The flat fields of an order in the body of an answer, with or without an envelope, by our names where the form says
 * which of ours is sent under a name.
 */
export function sentFields(raw: unknown, form: OrderForm): Record<string, string | number> {
  const fieldBySentName = new Map(form.map(({ field, sendAs }) => [sendAs, field]))
  const data = isRecord(raw) && isRecord(raw['data']) ? raw['data'] : raw
  if (!isRecord(data)) return {}
  const fields = Object.entries(data).flatMap(([name, value]) => {
    const isFlat = typeof value === 'string' || typeof value === 'number'
    // What the service gives itself stays its own, also where a form sends something under that name.
    if (!isFlat || serviceFields.has(normalizeKey(name)) || name === '__proto__') return []
    const field = normalizeKey(name) === 'clientreference' ? 'client_reference' : name
    return [[fieldBySentName.get(name) ?? field, value] as const]
  })
  return Object.fromEntries(fields)
}
