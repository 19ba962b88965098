import { isRecord, type JsonRecord } from '../../../shared/json.ts'
/** Tolerant readers of parsed JSON: pure, never throwing, `null` for what is absent or of another kind. */

/** What names of fields are compared by. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')

/** The first of `names` that the record has with a value, blind to case, `_` and `-`. */
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

/** The name under which the record has one of `names`, whatever its value, blind to case, `_` and `-`. */
export function keyOf(record: JsonRecord, names: readonly string[]): string | null {
  for (const name of names) {
    const key = Object.keys(record).find((each) => plainName(each) === plainName(name))
    if (key !== undefined) return key
  }
  return null
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null

/** Text as it came; a number becomes its digits, so that numeric identifiers are understood. */
export function readText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

/** An identifier: text that is more than blanks. No address and no database takes half a surrogate pair. */
export function readId(value: unknown): string | null {
  const text = readText(value)?.trim().toWellFormed()
  return text ? text : null
}

/** A finite number, also when written as text in decimal digits: `0x10`, `50%` and `0,5` are none. */
export function readNumber(value: unknown): number | null {
  const isText = typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value.trim())
  const number = isText ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Seconds and milliseconds since 1970 are distinguished by their size, for moments from 1990 to 2100. */
const [firstS, lastS] = [Date.UTC(1990) / 1000, Date.UTC(2100) / 1000]

/**
 * ISO 8601 in UTC, from a text that names its zone, or from seconds or milliseconds since 1970; null for any other,
 * which would have to be guessed.
 */
export function readTime(value: unknown): string | null {
  const text = readText(value)?.trim() ?? ''
  const since1970 = /^\d{9,13}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  for (const ms of [since1970 * 1000, since1970])
    if (ms >= firstS * 1000 && ms < lastS * 1000) return new Date(ms).toISOString()
  const moment = /^\d{4}-\d\d-\d\d[T ].*(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}

/** A list of texts, also when it came as one text with separators. */
export function readTexts(value: unknown, separator: RegExp): string[] | null {
  const parts = typeof value === 'string' ? value.split(separator) : value
  if (!Array.isArray(parts)) return null
  return parts.flatMap((part) => {
    const text = readText(part)?.trim()
    return text ? [text] : []
  })
}

/** What stands beside a record in an answer, and is none itself. */
const metadataKeys: ReadonlySet<string> = new Set(['links', 'meta', 'included', 'jsonapi'])

/**
 * The record that holds an identifier: `data` itself, the one record inside it (`data.sample`), or the one of a list.
 * That of JSON:API has its attributes beside its id.
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

/** A resource of JSON:API as other services give their records. */
export function withAttributes(record: unknown): unknown {
  if (!isRecord(record) || !isRecord(record['attributes']) || typeof record['type'] !== 'string')
    return record
  const { attributes, ...own } = record
  return { ...attributes, ...own }
}

type ResponseBody = { data: unknown; raw: unknown }

/** The record an answer is about, and its identifier: at the path that is set, else under one of the usual names. */
export function findRecord(
  { data, raw }: ResponseBody,
  names: readonly string[],
  path: string | undefined,
): { record: unknown; id: string | null } {
  const record = unwrap(data, names)
  const id = path ? readAt(path, { record, answer: raw }) : pick(record, names)
  return { record, id: readId(id) }
}

/** The value at the path that is set, else under one of the usual names of the record. */
export const findValue = (
  record: unknown,
  { raw }: Pick<ResponseBody, 'raw'>,
  names: readonly string[],
  path: string | undefined,
): unknown => (path ? readAt(path, { record, answer: raw }) : pick(record, names))

/**
 * The value at a path of the conventions (`order.id`, `$.data[0].id`): from the whole answer where it begins with `$`,
 * else from the record. Undefined where there is none. Names are compared as those of fields are.
 */
export function readAt(path: string, { record, answer }: { record: unknown; answer: unknown }): unknown {
  const steps = [...path.matchAll(/\[(\d+)\]|\['([^']+)'\]|([^.[\]]+)/g)]
  const isFromRoot = path.startsWith('$') && steps.shift() !== undefined
  let value = isFromRoot ? answer : record
  for (const [, index, quoted, name] of steps)
    value =
      index === undefined
        ? pick(value, [quoted ?? name ?? ''])
        : Array.isArray(value)
          ? value[Number(index)]
          : undefined
  return value
}
