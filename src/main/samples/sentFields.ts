/** What the service gives itself; everything else of its answer was sent by whoever ordered. */
const own: ReadonlySet<string> = new Set([
  'sampleid',
  'id',
  'status',
  'state',
  'createdat',
  'updatedat',
  'synthetic',
])

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')

/** The flat fields of an order in the body of an answer, with or without an envelope. */
export function sentFields(raw: unknown): Record<string, string | number> {
  const data = isRecord(raw) && isRecord(raw['data']) ? raw['data'] : raw
  if (!isRecord(data)) return {}
  const fields = Object.entries(data).flatMap(([name, value]) => {
    const isFlat = typeof value === 'string' || typeof value === 'number'
    if (!isFlat || own.has(plain(name)) || name === '__proto__') return []
    return [[plain(name) === 'clientreference' ? 'client_reference' : name, value] as const]
  })
  return Object.fromEntries(fields)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
