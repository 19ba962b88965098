/** JSON takes several times its size while it is read, and a page holds 100 records at most. */
export const maxJsonBytes = 16 * 1024 * 1024
/** Deeper than any answer should be: later steps walk it by recursion. */
const maxDepth = 200
/** Far above any answer of the service; each value takes many times the memory of its text. */
const maxValues = 1_000_000

/** The parsed body; undefined where it is not JSON, or larger, deeper or of more values than any answer should be. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength > maxJsonBytes || !isReasonable(bytes)) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

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

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openRecord, closeRecord] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Looks at the text alone, since the values themselves would be what fills the memory. */
function isReasonable(bytes: Uint8Array): boolean {
  let depth = 0
  let values = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) at = textEnd(bytes, at)
    else if (byte === comma) values += 1
    else if (byte === closeList || byte === closeRecord) depth -= 1
    else if (byte === openList || byte === openRecord) {
      values += 1
      depth += 1
    }
    if (depth > maxDepth || values > maxValues) return false
  }
  return true
}

/** The place of the quote that closes the text opened at `open`; the end where there is none. */
function textEnd(bytes: Uint8Array, open: number): number {
  for (let at = open + 1; at < bytes.length; at++) {
    if (bytes[at] === backslash) at += 1
    else if (bytes[at] === quote) return at
  }
  return bytes.length
}
