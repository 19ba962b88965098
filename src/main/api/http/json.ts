/** The maximum size of JSON. Parsing takes several times its size, and a page contains at most 100 records. */
export const maxJsonBytes = 16 * 1024 * 1024
/** The maximum nesting depth, since later steps use recursion. No normal response is that deep. */
const maxDepth = 200
/** The maximum number of values, far above any response. Each value takes many times the memory of its text. */
const maxValues = 1_000_000
/** The maximum number of distinct names. Each takes nearly a kilobyte, while records with equal names share theirs. */
const maxNames = 100_000

/** `JSON.parse` with access to the text of a number (https://github.com/tc39/proposal-json-parse-with-source). */
type ParseWithSource = (
  text: string,
  revive: (name: string, value: unknown, context: { source?: string }) => unknown,
) => unknown

/**
 * Parses a JSON body. Returns undefined if it is not JSON or exceeds the limits on size, depth, values or names. An
 * integer that a number cannot represent exactly, such as some identifiers, becomes a string of its digits.
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

/** Converts a body to UTF-8 if its content type declares another charset. Empty for an unknown one. */
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
/** The number of digits from which an integer may not be exact. */
const longDigits = 16
const [openList, closeList, openRecord, closeRecord] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Scans the text only, since creating the values would fill the memory. Null if they are too deep or too many. */
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

/** Counts the distinct strings before a colon by a hash of 22 bits. Collisions make the count slightly too low. */
function countNames(bytes: Uint8Array): number {
  const seen = new Uint8Array(1 << 22)
  let [count, hash] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === quote) {
      const end = stringEnd(bytes, at)
      hash = 0x811c9dc5
      // Only the beginning of a name is hashed. The size of the body has its own limit.
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

/** Returns the position of the quote that closes the string opened at `open`, or the end of the text. */
function stringEnd(bytes: Uint8Array, open: number): number {
  for (let at = open + 1; at < bytes.length; at++) {
    if (bytes[at] === backslash) at += 1
    else if (bytes[at] === quote) return at
  }
  return bytes.length
}

/** A name that appears twice in one record. `isSame`: with equal values. */
export type RepeatedName = { name: string; isSame: boolean }

/** Returns the names that appear more than once in a record. The JSON text must be valid. */
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
