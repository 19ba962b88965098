/** The shortest token to redact everywhere. A shorter one is no real secret and may occur inside other values. */
const minHiddenLength = 8

const [backslash, percent, letterU, zero] = [0x5c, 0x25, 0x75, 0x30]
/** The characters of the one-letter JSON escapes. */
const escapes = new Map(
  Array.from('bfnrt"\\/', (letter, at) => [letter.charCodeAt(0), '\b\f\n\r\t"\\/'.charCodeAt(at)]),
)

/** A range from the first byte to after the last. */
type Span = { from: number; to: number }

/**
 * Finds every occurrence of the token in any common encoding: plain, with characters escaped as in JSON or URLs (`\"`,
 * `\/`, `\u002B`, `%2B`), or as a whole in base64, hex or UTF-16. Takes linear time in the length of the bytes, however
 * long the token is and however much of it is repeated.
 */
function findToken(bytes: Buffer, token: string): Span[] {
  const plain = Buffer.from(token)
  const readings = bytes.includes(percent) ? [jsonCharacter, urlCharacter] : [jsonCharacter]
  const characterSpans = readings.flatMap((read) => {
    const variants = [plain, unescaped(plain, read)].filter((form, at) => at === 0 || !form.equals(plain))
    return variants.flatMap((form) => findCharacters(bytes, form, read))
  })
  const wide = Buffer.from(token, 'utf16le')
  const find = (forms: Buffer[]): Span[] =>
    forms
      .filter((form) => bytes.includes(form.subarray(0, minHiddenLength)))
      .flatMap((form) => findCharacters(bytes, form, byteAlone))
  const encodedSpans = [
    plain.toString('base64').replaceAll('=', ''),
    plain.toString('base64url'),
    plain.toString('hex'),
    plain.toString('hex').toUpperCase(),
  ].map((form) => Buffer.from(form))
  const inUtf16 = find([wide, Buffer.from(wide).swap16()])
  const aligned = new Set(inUtf16.flatMap(({ from }) => (from % 2 === 0 ? [from] : [])))
  // In UTF-16, one byte order looks like the other shifted by a byte, which would include a byte of the character
  // before.
  const isOff = ({ from }: Span): boolean =>
    from % 2 === 1 && (aligned.has(from + 1) || aligned.has(from - 1))
  return [...characterSpans, ...find(encodedSpans), ...inUtf16.filter((span) => !isOff(span))]
}

/** Finds a pattern of characters instead of bytes (Knuth, Morris and Pratt). */
function findCharacters(bytes: Uint8Array, pattern: Uint8Array, read: ReadCharacter): Span[] {
  const spans: Span[] = []
  const prefixTable = buildPrefixTable(pattern)
  // The start of each recent character that may belong to a match, as a ring buffer.
  const starts = new Float64Array(pattern.length)
  let [slot, matched] = [0, 0]
  for (let at = 0; at < bytes.length; ) {
    const character = read(bytes, at)
    const to = at + (character >> 8)
    const byte = character & 0xff
    while (matched > 0 && pattern[matched] !== byte) matched = prefixTable[matched - 1] ?? 0
    if (pattern[matched] === byte) {
      matched += 1
      starts[slot] = at
      slot = slot + 1 === pattern.length ? 0 : slot + 1
      if (matched === pattern.length) {
        spans.push({ from: starts[slot] ?? at, to })
        matched = 0
      }
    }
    at = to
  }
  return spans
}

/** Returns, for each length of a prefix, the longest shorter prefix that is also its suffix. */
function buildPrefixTable(pattern: Uint8Array): Uint32Array {
  const prefixTable = new Uint32Array(pattern.length)
  let length = 0
  for (let at = 1; at < pattern.length; at++) {
    while (length > 0 && pattern[at] !== pattern[length]) length = prefixTable[length - 1] ?? 0
    if (pattern[at] === pattern[length]) length += 1
    prefixTable[at] = length
  }
  return prefixTable
}

/** Reads the character at a position: its value in the low 8 bits, its length in bytes above them. */
type ReadCharacter = (bytes: Uint8Array, at: number) => number

const byteAlone: ReadCharacter = (bytes, at) => (1 << 8) | (bytes[at] ?? 0)

/** In JSON, `\n` and `\u002B` are one character. */
const jsonCharacter: ReadCharacter = (bytes, at) => {
  const byte = bytes[at] ?? 0
  if (byte !== backslash) return (1 << 8) | byte
  const next = bytes[at + 1] ?? 0
  const escaped = escapes.get(next)
  if (escaped !== undefined) return (2 << 8) | escaped
  const isCode = next === letterU && bytes[at + 2] === zero && bytes[at + 3] === zero
  const code = isCode ? hexAt(bytes, at + 4) : -1
  return code >= 0 ? (6 << 8) | code : (1 << 8) | byte
}

/** In a URL, `%2B` is one character too. */
const urlCharacter: ReadCharacter = (bytes, at) => {
  const code = bytes[at] === percent ? hexAt(bytes, at + 1) : -1
  return code >= 0 ? (3 << 8) | code : jsonCharacter(bytes, at)
}

/** Returns the value of two hex digits, or -1. */
function hexAt(bytes: Uint8Array, at: number): number {
  const [high, low] = [hexDigit(bytes[at] ?? 0), hexDigit(bytes[at + 1] ?? 0)]
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

/** Decodes escapes. A token may itself contain text that looks like an escape, so the plain form is searched too. */
function unescaped(bytes: Uint8Array, read: ReadCharacter): Buffer {
  const characters: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const character = read(bytes, at)
    characters.push(character & 0xff)
    at += character >> 8
  }
  return Buffer.from(characters)
}

/** Removes the token from a text, in any encoding. A short token is removed only where it is the credential. */
export function withoutToken(text: string, token: string): string {
  if (token === '') return text
  if (token.length < minHiddenLength)
    return text.replaceAll(
      new RegExp(`\\b(bearer\\s+)${token.replaceAll(/\W/g, '\\$&')}(?![\\w.~+/=-])`, 'gi'),
      '$1…',
    )
  const bytes = Buffer.from(text)
  const spans = findToken(bytes, token).toSorted((a, b) => a.from - b.from)
  if (spans.length === 0) return text
  const parts: string[] = []
  let endOfLast = 0
  for (const { from, to } of spans) {
    if (from >= endOfLast) parts.push(bytes.toString('utf8', endOfLast, from), '…')
    endOfLast = Math.max(endOfLast, to)
  }
  return parts.join('') + bytes.toString('utf8', endOfLast)
}

/** Shortens a text to one line without anything that looks like a token. */
export const toPlainLine = (text: string, maxLength: number): string =>
  text
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '…')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)

/** Overwrites the token in a body before it is read or stored. Lengths are preserved, so a PDF stays valid. */
export function hideToken(body: Uint8Array, token: string): Uint8Array {
  if (token.length < minHiddenLength) return body
  const view = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  for (const { from, to } of findToken(view, token)) view.fill('*', from, to)
  return body
}
