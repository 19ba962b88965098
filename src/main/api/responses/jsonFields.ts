import { isRecord, type JsonRecord } from '../../../shared/json.ts'
/** Lenient readers of parsed JSON. They never throw, and return `null` for missing values and other types. */

/** Normalizes a field name for comparison. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')

/** Returns the first of `names` that has a value in the record, ignoring case, `_` and `-`. */
export function pick(record: unknown, names: readonly string[]): unknown {
  if (!isRecord(record)) return undefined
  for (const name of names) if (Object.hasOwn(record, name) && isPresent(record[name])) return record[name]
  const entries = Object.entries(record)
  for (const name of names) {
    const found = entries.find(([key, value]) => plainName(key) === plainName(name) && isPresent(value))
    if (found) return found[1]
  }
  return undefined
}

/** Returns the record's own spelling of the first of `names`, even without a value, ignoring case, `_` and `-`. */
export function keyOf(record: JsonRecord, names: readonly string[]): string | null {
  for (const name of names) {
    const key = Object.keys(record).find((each) => plainName(each) === plainName(name))
    if (key !== undefined) return key
  }
  return null
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null

/** Reads text. A number becomes its digits, to support numeric identifiers. */
export function readText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

/** Reads an identifier that is not blank. Half surrogate pairs are repaired: addresses and databases refuse them. */
export function readId(value: unknown): string | null {
  const text = readText(value)?.trim().toWellFormed()
  return text ? text : null
}

/** Reads a finite number, also as decimal text. `0x10`, `50%` and `0,5` are not accepted. */
export function readNumber(value: unknown): number | null {
  const isText = typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value.trim())
  const number = isText ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Seconds and milliseconds since 1970 are distinguished by their size, for times from 1990 to 2100. */
const [firstS, lastS] = [Date.UTC(1990) / 1000, Date.UTC(2100) / 1000]

/** Reads a time with a zone, or seconds or milliseconds since 1970, as ISO 8601 in UTC. Other texts are null. */
export function readTime(value: unknown): string | null {
  const text = readText(value)?.trim() ?? ''
  const since1970 = /^\d{9,13}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  for (const ms of [since1970 * 1000, since1970])
    if (ms >= firstS * 1000 && ms < lastS * 1000) return new Date(ms).toISOString()
  const moment = /^\d{4}-\d\d-\d\d[T ].*(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}

/** Reads a list of texts, also from one text with separators. */
export function readTexts(value: unknown, separator: RegExp): string[] | null {
  const parts = typeof value === 'string' ? value.split(separator) : value
  if (!Array.isArray(parts)) return null
  return parts.flatMap((part) => {
    const text = readText(part)?.trim()
    return text ? [text] : []
  })
}

/** The fields beside a record in a response that are not records themselves. */
const metadataKeys: ReadonlySet<string> = new Set(['links', 'meta', 'included', 'jsonapi'])

/**
 * Returns the record with the identifier: `data` itself, the single record inside it (`data.sample`), or the only entry
 * of a list. Records of JSON:API have their attributes beside the id.
 */
export function unwrap(data: unknown, idNames: readonly string[]): unknown {
  const only = Array.isArray(data) && data.length === 1 ? data[0] : data
  if (!isRecord(only)) return data
  if (readId(pick(only, idNames)) !== null) return withAttributes(only)
  const [inner, ...others] = Object.entries(only).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !key.startsWith('_') && !metadataKeys.has(key)
      ? [value]
      : [],
  )
  return others.length === 0 && readId(pick(inner, idNames)) !== null ? withAttributes(inner) : data
}

/** Flattens a JSON:API resource into a plain record. */
export function withAttributes(record: unknown): unknown {
  if (!isRecord(record) || !isRecord(record['attributes']) || typeof record['type'] !== 'string')
    return record
  const { attributes, ...own } = record
  return { ...attributes, ...own }
}

type ResponseBody = { data: unknown; raw: unknown }

/** Returns the value at the first pointer that has one; without pointers, under the first of the usual names. */
export function findValue(
  record: unknown,
  { raw }: Pick<ResponseBody, 'raw'>,
  names: readonly string[],
  pointers: readonly string[] | undefined,
): unknown {
  if (!pointers?.length) return pick(record, names)
  return pointers.map((pointer) => readAt(pointer, { record, raw })).find(isPresent)
}

export function findRecord(
  response: ResponseBody,
  names: readonly string[],
  pointers: readonly string[] | undefined,
): { record: unknown; id: string | null } {
  const record = unwrap(response.data, names)
  return { record, id: readId(findValue(record, response, names, pointers)) }
}

/** Returns the value at a JSON pointer (RFC 6901): `/order/0/id` in the record, `#/data/id` in the whole body. */
function readAt(pointer: string, { record, raw }: { record?: unknown; raw: unknown }): unknown {
  const [start, ...names] = pointer.split('/')
  let value = start === '#' ? raw : start === '' ? record : undefined
  for (const escaped of names) {
    const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~')
    value = Array.isArray(value) ? value[Number(name)] : pick(value, [name])
  }
  return value
}
