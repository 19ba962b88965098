import type { Conventions } from './conventions.ts'
import { isRecord, pick, readNumber } from './payload.ts'

/**
 * The items of a list answer, and how many there are in all. A service that does not say leaves an estimate:
 * what was seen so far, and one more where the page is full, so that the next page is asked for.
 */
export function readList(
  data: unknown,
  raw: unknown,
  asked: { page: number; limit: number },
  { fields }: Conventions,
): { items: unknown[]; total: number; told: number | null } | null {
  const items = Array.isArray(data)
    ? data
    : fields.items.map((name) => pick(data, [name])).find(Array.isArray)
  if (!items) return null
  const seen = (asked.page - 1) * asked.limit + items.length
  const places = [data, raw, pick(data, ['pagination', 'meta']), pick(raw, ['pagination', 'meta'])]
  const said = places.flatMap((place) => (isRecord(place) ? [readNumber(pick(place, fields.total))] : []))
  const total = said.find((number) => number !== null && Number.isInteger(number) && number >= 0)
  const told = total ?? null
  // Less than what was seen cannot be the total: some services count the page.
  if (told !== null && (told >= seen || items.length === 0)) return { items, total: told, told }
  return { items, total: items.length >= asked.limit ? seen + 1 : seen, told }
}
