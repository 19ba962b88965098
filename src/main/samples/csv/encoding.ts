import { isAscii } from 'node:buffer'

/** Turns bytes, cut anywhere, into text. Throws a TypeError for bytes that UTF-8 or UTF-16 do not allow. */
export type Decoder = { push(bytes: Buffer): string; end(): string }

export type EncodingGuess = {
  encoding: string
  /** Bytes of the byte order mark, to be skipped. */
  markBytes: number
  /** The file says so itself, or hardly any other reading is possible. Otherwise a person should look. */
  sure: boolean
}

const marks: [encoding: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The encodings that TextDecoder checks strictly; all others go through iconv-lite. */
const strict: ReadonlySet<string> = new Set(['utf-8', 'utf-16le', 'utf-16be'])

/** Loaded when a file asks for it: most are UTF-8, and the tables are large. */
const loadCodecs = async () => (await import('iconv-lite')).default

/** The byte order mark at the start of a file, if there is one. */
export function readMark(start: Buffer): { encoding: string; markBytes: number } | null {
  const found = marks.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte))
  return found ? { encoding: found[0], markBytes: found[1].length } : null
}

/** One spelling for each encoding: lower case, `utf8` as `utf-8`. Null for one that cannot be read. */
export async function normaliseEncoding(name: string): Promise<string | null> {
  const plain = name.trim().toLowerCase()
  if (plain === 'utf8' || plain === 'ascii' || plain === 'us-ascii') return 'utf-8'
  if (plain === 'utf16le' || plain === 'utf-16') return 'utf-16le'
  if (plain === 'utf16be') return 'utf-16be'
  return strict.has(plain) || (await loadCodecs()).encodingExists(plain) ? plain : null
}

/**
 * UTF-16 without a mark: its delimiters, line ends and Latin letters have a zero in every second byte, always the same
 * one, and it decodes to lines of text. A stray zero in another encoding meets neither.
 */
function readZeros(start: Buffer): string | null {
  let even = 0
  let odd = 0
  for (let at = 0; at < start.length; at++) {
    if (start[at] !== 0) continue
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  const least = Math.max(2, start.length / 100)
  if (odd >= least && even < odd / 10 && isLines(start, 'utf-16le')) return 'utf-16le'
  return even >= least && odd < even / 10 && isLines(start, 'utf-16be') ? 'utf-16be' : null
}

function isLines(bytes: Buffer, encoding: string): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return /[\r\n,;\t|]/.test(text) && !/[\0\p{Cn}\p{Co}]/u.test(text)
  } catch {
    return false
  }
}

/**
 * The encoding of a file without a mark. `sample`: bytes from it, of which those outside ASCII matter;
 * `isUtf8`: whether the whole file reads as UTF-8, which text in another encoding hardly ever does by chance.
 */
export async function guessEncoding(start: Buffer, sample: Buffer, isUtf8: boolean): Promise<EncodingGuess> {
  const wide = readZeros(start)
  if (wide !== null) return { encoding: wide, markBytes: 0, sure: true }
  if (isUtf8) return { encoding: 'utf-8', markBytes: 0, sure: true }
  // Its confidence says little: it is low for short files that it reads right.
  const { detect } = await import('jschardet')
  const { encoding } = detect(sample)
  const known = encoding === null ? null : await normaliseEncoding(encoding)
  // It is known not to be UTF-8, and what is ASCII would have been.
  if (known === null || strict.has(known)) return { encoding: 'windows-1252', markBytes: 0, sure: false }
  return { encoding: known, markBytes: 0, sure: false }
}

export async function createDecoder(encoding: string): Promise<Decoder> {
  if (!strict.has(encoding)) {
    const decoder = (await loadCodecs()).getDecoder(encoding)
    return { push: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' }
  }
  // The mark was skipped; one in the middle is a character like others.
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  let whole = true
  return {
    push(bytes) {
      if (encoding === 'utf-8' && whole && isAscii(bytes)) return bytes.toString('latin1')
      // A character may be cut at the end of the bytes; the decoder keeps its beginning.
      whole = (bytes.at(-1) ?? 0) < 0x80
      return decoder.decode(bytes, { stream: true })
    },
    end: () => decoder.decode(),
  }
}
