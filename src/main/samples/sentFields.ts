import type { OrderForm } from '../../shared/domain/orderForm.ts'

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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
