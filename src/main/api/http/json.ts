/** JSON takes several times its size while it is read, and a page holds 100 records at most. */
export const maxJsonBytes = 16 * 1024 * 1024
/** Deeper than any answer should be: later steps walk it by recursion. */
const maxDepth = 200
/** Far above any answer of the service; each value takes many times the memory of its text. */
const maxValues = 1_000_000
/** Different ones: each takes nearly a kilobyte, where records of the same names share theirs. */
const maxNames = 100_000

/** Takes a number's text besides its value (https://github.com/tc39/proposal-json-parse-with-source). */
type ParseWithSource = (
  text: string,
  revive: (name: string, value: unknown, context: { source?: string }) => unknown,
) => unknown

/**
 * The parsed body; undefined where it is not JSON, or larger, deeper or of more values or names than any answer should
 * be. An integer that a number does not hold exactly, as some identifiers are, is given as the text of its digits.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const scan = bytes.byteLength > maxJsonBytes ? null : scanWithinLimits(bytes)
  if (!scan) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return scan.hasLongNumber ? (JSON.parse as ParseWithSource)(text, exactInteger) : JSON.parse(text)
  } catch {
    return undefined
  }
}

const exactInteger = (_name: string, value: unknown, { source = '' }: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value

/** The body in UTF-8, where its content type declares another charset; empty where nobody knows that one. */
export function toUtf8(bytes: Uint8Array, contentType: string): Uint8Array {
  const label = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1]
  if (label === undefined || /^utf-?8$/i.test(label) || bytes.byteLength > maxJsonBytes) return bytes
  try {
    return new TextEncoder().encode(new TextDecoder(label, { fatal: true }).decode(bytes))
  } catch {
    return new Uint8Array()
  }
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
/** The least count of digits that a number may not hold exactly. */
const longDigits = 16
const [openList, closeList, openRecord, closeRecord] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Looks at the text alone, since the values themselves would be what fills the memory. Null where they are too deep or
 * too many.
 */
function scanWithinLimits(bytes: Uint8Array): { hasLongNumber: boolean } | null {
  let [depth, values, names, digits] = [0, 0, 0, 0]
  let hasLongNumber = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= 0x30 && byte <= 0x39) {
      digits += 1
      hasLongNumber ||= digits >= longDigits
      continue
    }
    digits = 0
    if (byte === quote) at = stringEnd(bytes, at)
    else if (byte === comma) values += 1
    else if (byte === colon) names += 1
    else if (byte === closeList || byte === closeRecord) depth -= 1
    else if (byte === openList || byte === openRecord) {
      values += 1
      depth += 1
    }
    if (depth > maxDepth || values > maxValues) return null
  }
  return names > maxNames && countNames(bytes) > maxNames ? null : { hasLongNumber }
}

/** How many different texts there are before a colon, distinguished by a hash of 22 bits: a few too few at the most. */
function countNames(bytes: Uint8Array): number {
  const seen = new Uint8Array(1 << 22)
  let [count, hash] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === quote) {
      const end = stringEnd(bytes, at)
      hash = 0x811c9dc5
      // A name of megabytes is reported by its beginning; the size of the whole has its own limit.
      for (let inner = at + 1; inner < Math.min(end, at + 200); inner++)
        hash = Math.imul(hash ^ (bytes[inner] ?? 0), 0x01000193)
      at = end
    } else if (bytes[at] === colon) {
      const bucket = (hash ^ (hash >>> 10)) & (seen.length - 1)
      if (seen[bucket] === 0) count += 1
      seen[bucket] = 1
    }
  }
  return count
}

/** The place of the quote that closes the text opened at `open`; the end where there is none. */
function stringEnd(bytes: Uint8Array, open: number): number {
  for (let at = open + 1; at < bytes.length; at++) {
    if (bytes[at] === backslash) at += 1
    else if (bytes[at] === quote) return at
  }
  return bytes.length
}

/** A name that stands twice in one record; parsing would silently take the last. `isSame`: with the same text as value. */
export type RepeatedName = { name: string; isSame: boolean }

/** The names that stand more than once in a record of a JSON text that was parsed before. */
export function findRepeatedNames(bytes: Uint8Array): RepeatedName[] {
  const text = new TextDecoder().decode(bytes)
  const repeated: RepeatedName[] = []
  let at = 0
  const skipBlanks = (): void => {
    while (' \n\r\t'.includes(text[at] ?? 'x')) at += 1
  }
  const readText = (): string => {
    const start = at
    for (at += 1; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at += 1
    at += 1
    return text.slice(start, at)
  }
  const readRecord = (): void => {
    const seen = new Map<string, string>()
    for (at += 1, skipBlanks(); text[at] === '"'; skipBlanks()) {
      const name = JSON.parse(readText()) as string
      skipBlanks()
      at += 1
      const start = at
      readValue()
      const value = text.slice(start, at).trim()
      const before = seen.get(name)
      if (before !== undefined) repeated.push({ name, isSame: before === value })
      seen.set(name, value)
      skipBlanks()
      if (text[at] === ',') at += 1
    }
    at += 1
  }
  const readList = (): void => {
    for (at += 1, skipBlanks(); at < text.length && text[at] !== ']'; skipBlanks()) {
      readValue()
      skipBlanks()
      if (text[at] === ',') at += 1
    }
    at += 1
  }
  const readValue = (): void => {
    skipBlanks()
    if (text[at] === '{') readRecord()
    else if (text[at] === '[') readList()
    else if (text[at] === '"') readText()
    else while (at < text.length && !',]}'.includes(text[at] ?? '')) at += 1
  }
  readValue()
  return repeated
}
