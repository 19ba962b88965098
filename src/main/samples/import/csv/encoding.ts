import { isAscii } from 'node:buffer'
import { ownEntry } from '../../../../shared/domain/samples/importPlan.ts'

/** Turns bytes, cut anywhere, into text. Throws a TypeError for bytes that UTF-8 or UTF-16 do not allow. */
export type Decoder = { push(bytes: Buffer): string; end(): string }

export type EncodingGuess = {
  encoding: string
  /** Bytes of the byte order mark, to be skipped. */
  markBytes: number
  /**
   * True if the file names its encoding or hardly any other reading is possible. Otherwise the user should check it.
   */
  sure: boolean
  /** Another encoding that is about as likely. */
  other?: string
}

const byteOrderMarks: [encoding: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The encodings that TextDecoder checks strictly; all others go through iconv-lite. */
const strictEncodings: ReadonlySet<string> = new Set(['utf-8', 'utf-16le', 'utf-16be', 'iso-2022-jp'])

/** Loaded when a file asks for it: most are UTF-8, and the tables are large. */
const loadCodecs = async () => (await import('iconv-lite')).default

export function readByteOrderMark(start: Buffer): { encoding: string; markBytes: number } | null {
  const found = byteOrderMarks.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte))
  return found ? { encoding: found[0], markBytes: found[1].length } : null
}

/** One spelling for each encoding: lower case, `utf8` as `utf-8`. Null for one that cannot be read. */
export async function normaliseEncoding(name: string): Promise<string | null> {
  const plain = name.trim().toLowerCase()
  if (plain === 'utf8' || plain === 'ascii' || plain === 'us-ascii') return 'utf-8'
  if (plain === 'utf16le' || plain === 'utf-16') return 'utf-16le'
  if (plain === 'utf16be') return 'utf-16be'
  return strictEncodings.has(plain) || (await loadCodecs()).encodingExists(plain) ? plain : null
}

/**
 * Detects UTF-16 without a byte order mark. Its delimiters, line ends and Latin letters have a zero in every second
 * byte, always at even or always at odd positions, and it decodes to lines of text. Stray zeros in another encoding do
 * neither. Text in other scripts has few zeros, so the result is then a guess; if the rest is ASCII, the zeros are
 * strays.
 */
export function detectUtf16(start: Buffer): { encoding: string; sure: boolean } | null {
  let even = 0
  let odd = 0
  for (let at = 0; at < start.length; at++) {
    if (start[at] !== 0) continue
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  const minZeros = Math.max(2, start.length / 100)
  const sure = Math.max(even, odd) * 4 >= start.length
  if (!sure && isAscii(start)) return null
  if (odd >= minZeros && even < odd / 10 && isLines(start, 'utf-16le')) return { encoding: 'utf-16le', sure }
  return even >= minZeros && odd < even / 10 && isLines(start, 'utf-16be')
    ? { encoding: 'utf-16be', sure }
    : null
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
 * Guesses the encoding of a file without a mark. `sample`: bytes of the file, mostly useful where they are not ASCII;
 * `isUtf8`: true if the whole file is valid UTF-8, which text in another encoding hardly ever is by chance.
 */
export async function guessEncoding(start: Buffer, sample: Buffer, isUtf8: boolean): Promise<EncodingGuess> {
  const utf16 = detectUtf16(start)
  if (utf16 !== null) return { ...utf16, markBytes: 0 }
  if (shiftsToJapanese(sample)) return { encoding: 'iso-2022-jp', markBytes: 0, sure: false }
  if (isUtf8) return { encoding: 'utf-8', markBytes: 0, sure: true }
  const { detect } = await import('jschardet')
  const { encoding: found } = detect(sample)
  const name = found?.toLowerCase() ?? null
  const detected = name === null ? null : await normaliseEncoding(encodingAliases[name] ?? name)
  const other = detected !== null && trustedEncodings.test(detected) ? detected : null
  const encoding = (await detectLegacyWestern(sample)) ?? likelyEncoding(sample, other)
  return { encoding, markBytes: 0, sure: false, ...(other === null || other === encoding ? {} : { other }) }
}

/** Of larger sets the name that they are chosen by here; they are read the same. */
const encodingAliases: Record<string, string> = { cp949: 'euc-kr', 'big5-hkscs': 'big5', big5hkscs: 'big5' }

/** The detector's results that we trust: others often rest on a few bytes by chance. */
const trustedEncodings = /^(?:windows-125\d|iso-8859-\d+|koi8-[ru]|big5|euc-(?:jp|kr))$/

/** Detects ISO-2022-JP. Its bytes are all ASCII, but the escapes `ESC $ B` and `ESC $ @` start Japanese characters. */
export const shiftsToJapanese = (bytes: Buffer): boolean =>
  bytes.includes('\x1b$B') || bytes.includes('\x1b$@')

/**
 * The encodings of instruments and old computers. Their letters have the bytes of signs in Windows encodings, and of
 * two-byte characters in Japanese ones.
 */
const legacyWesternEncodings = ['macintosh', 'cp850']

/**
 * Picks a legacy encoding if nearly all its characters beyond ASCII are letters in plausible places, and fewer would be
 * in the Windows encoding. If both qualify, picks the one with the more usual letters.
 */
async function detectLegacyWestern(bytes: Buffer): Promise<string | null> {
  const codecs = await loadCodecs()
  const texts = legacyWesternEncodings.map((encoding) => ({ encoding, text: codecs.decode(bytes, encoding) }))
  const [best] = texts
    .map(({ encoding, text }) => ({ encoding, share: westernShare(text), rarity: rarityOf(text) }))
    .filter(({ share }) => share >= 0.9)
    .sort((a, b) => b.share - a.share || a.rarity - b.rarity)
  return best && best.share > westernShare(codecs.decode(bytes, 'windows-1252')) ? best.encoding : null
}

/** From the most usual in names and tissues on. */
const accented = 'éüöäèóñçßáíàêøåæôãâîëõïûùúì'

const rarityOf = (text: string): number =>
  (text.match(/[^\0-\x7f]/g) ?? []).reduce((sum, letter) => {
    const rank = accented.indexOf(letter.toLowerCase())
    return sum + (rank < 0 ? accented.length : rank)
  }, 0)

/** A word with letters of Western languages among those of ASCII, in capitals where words have them. */
const westernWord =
  /^(?:[A-ZÄÖÜÅÆØÉÈÊÀÂÇÑÁÍÓÚÕÃÎÔ]?[a-zäöüßåæøéèêëàâçñáíóúõãîïôûù]+|[A-ZÄÖÜÅÆØÉÈÊÀÂÇÑÁÍÓÚÕÃÎÔ]+)$/
/** The signs beyond ASCII that Western texts have next to words and numbers. */
const westernSigns =
  /(?<=[A-Za-z])’(?=[a-z])|“(?=\w)|(?<=\w)”|(?<=[\d ])–(?=[\d ])|(?<=\d ?)°(?=C)|(?<=\d ?)[µ±](?=[A-Za-z])|±(?=\d)/g

/** Returns the share of characters beyond ASCII that are in places usual for Western texts, from 0 to 1. */
function westernShare(text: string): number {
  const count = (part: string) => part.replaceAll(/[\0-\x7f]/g, '').length
  const westernCount = [...text.matchAll(/\p{L}+/gu)].reduce(
    (sum, [word]) => {
      const beyond = count(word)
      const isWord = word === 'à' || (word.length >= 3 && beyond * 2 <= word.length && westernWord.test(word))
      return isWord ? sum + beyond : sum
    },
    count((text.match(westernSigns) ?? []).join('')),
  )
  return westernCount / Math.max(1, count(text))
}

/** `detected`: the detector's result. Its confidence is low even for short files that are read right. */
function likelyEncoding(sample: Buffer, detected: string | null): string {
  const { runs, single, isChinese, isJapanese, isPerhaps } = countBytes(sample)
  if (isJapanese) return 'shift_jis'
  if (isChinese) return detected !== null && ownEntry<boolean>(isPerhaps, detected) ? detected : 'gb18030'
  // Accented letters occur singly; whole words beyond ASCII belong to another script.
  if (single * 2 >= runs) return detectCentralEuropean(sample, detected) ?? 'windows-1252'
  return detected === 'koi8-r' && isMostlyCapitals(sample) ? 'windows-1251' : (detected ?? 'windows-1252')
}

/** The two Polish encodings differ in the bytes of ą, ś and ź. */
function detectCentralEuropean(bytes: Buffer, detected: string | null): string | null {
  if ((detected !== 'windows-1250' && detected !== 'iso-8859-2') || !looksCentralEuropean(bytes)) return null
  if (detected === 'windows-1250') return detected
  return /[\x8c\x8f\x9c\x9f\xa5\xb9]/.test(bytes.toString('latin1')) ? 'windows-1250' : detected
}

/** The ten letters that Russian uses most, as capitals of Windows-1251 and as small letters of KOI8-R. */
const usualRussianLetters = {
  capitals: new Set([0xce, 0xc5, 0xc0, 0xc8, 0xcd, 0xd2, 0xd1, 0xd0, 0xc2, 0xcb]),
  small: new Set([0xcf, 0xc5, 0xc1, 0xc9, 0xce, 0xd4, 0xd3, 0xd2, 0xd7, 0xcc]),
}

/** Capitals in Windows-1251 have the bytes of small letters in KOI8-R: the most frequent ones decide. */
function isMostlyCapitals(bytes: Buffer): boolean {
  const count = (letters: ReadonlySet<number>) =>
    bytes.reduce((sum, byte) => sum + (letters.has(byte) ? 1 : 0), 0)
  return count(usualRussianLetters.capitals) > count(usualRussianLetters.small)
}

/** ž and š with other letters that Czech and its neighbours have in places where Western languages have none, or ł and ą. */
function looksCentralEuropean(bytes: Buffer): boolean {
  const found = new Set(bytes)
  const has = (codes: number[]): number => codes.filter((code) => found.has(code)).length
  const inWords = bytes.toString('latin1')
  return (
    /[\xb3\xb9\x9f\x9d][a-z]/i.test(inWords) ||
    (has([0x9a, 0x9e, 0x8a, 0x8e]) > 0 && has([0xe8, 0xf8, 0xec, 0xf9, 0xc8, 0xd8, 0xcc]) > 1)
  )
}

export async function createDecoder(encoding: string): Promise<Decoder> {
  if (!strictEncodings.has(encoding)) {
    const decoder = (await loadCodecs()).getDecoder(encoding)
    return { push: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' }
  }
  // The mark was skipped; one in the middle is a character like others.
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  let isAtBoundary = true
  return {
    push(bytes) {
      if (encoding === 'utf-8' && isAtBoundary && isAscii(bytes)) return bytes.toString('latin1')
      // A character may be cut at the end of the bytes; the decoder keeps its beginning.
      isAtBoundary = (bytes.at(-1) ?? 0) < 0x80
      return decoder.decode(bytes, { stream: true })
    },
    end: () => decoder.decode(),
  }
}

const minHangul = 8

const isHigh = (byte: number): boolean => byte >= 0x80
const isLetter = (byte: number): boolean => (byte | 32) >= 97 && (byte | 32) <= 122

/** Looks at the bytes of a text in some encoding that is not Unicode. */
function countBytes(bytes: Uint8Array) {
  const chinese = measureFit(bytes, gb18030)
  const japanese = measureFit(bytes, shiftJis)
  const isMoreJapanese = japanese.usual * chinese.pairs > chinese.usual * japanese.pairs
  return {
    ...countRuns(bytes),
    isChinese: isLikely(chinese) && !(isLikely(japanese) && isMoreJapanese),
    isJapanese: isLikely(japanese) && isMoreJapanese,
    /** The other East Asian encodings that are possible for text that looks Chinese. */
    isPerhaps: {
      'euc-jp': chinese.kana > 0,
      'euc-kr': chinese.hangul === chinese.pairs && chinese.hangul >= minHangul,
      big5: chinese.usual < chinese.pairs,
    },
  }
}

/** A text cut into pieces has some halves of characters. */
const isLikely = ({ pairs, usual, misfits, certain }: ReturnType<typeof measureFit>): boolean =>
  certain > 0 && usual * 2 >= pairs && misfits * 50 <= pairs

/** Counts runs of non-ASCII bytes. `single`: runs of one byte, which are usually accented letters. */
function countRuns(bytes: Uint8Array): { runs: number; single: number } {
  let runs = 0
  let single = 0
  for (let at = 0; at < bytes.length; at++) {
    if (!isHigh(bytes[at] ?? 0)) continue
    const start = at
    while (isHigh(bytes[at + 1] ?? 0)) at += 1
    runs += 1
    if (at === start) single += 1
  }
  return { runs, single }
}

/** `alone`: a whole character; `usual`: in daily use; `certain`: see `measureFit`. `before`: the byte before the pair. */
type Encoding = {
  alone(byte: number): boolean
  isPair(lead: number, trail: number): boolean
  usual(lead: number, trail: number): boolean
  certain(lead: number, trail: number, before: number): boolean
}

/** The 3,755 usual signs, and punctuation, have both bytes far beyond ASCII. */
const gb18030: Encoding = {
  alone: () => false,
  isPair: (lead, trail) =>
    lead >= 0x81 && lead <= 0xfe && ((trail >= 0x40 && trail <= 0xfe && trail !== 0x7f) || isDigit(trail)),
  usual: (lead, trail) => lead >= 0xa1 && lead <= 0xd7 && trail >= 0xa1,
  certain: (lead, trail) => lead >= 0xa1 && lead <= 0xd7 && trail >= 0xa1,
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

/** Kana, punctuation and the 2,965 usual signs; a curly quote in a word, as in it’s, is one of these too. */
const shiftJis: Encoding = {
  alone: (byte) => byte >= 0xa1 && byte <= 0xdf,
  isPair: (lead, trail) =>
    ((lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xfc)) &&
    trail >= 0x40 &&
    trail <= 0xfc &&
    trail !== 0x7f,
  usual: (lead) => lead >= 0x81 && lead <= 0x97,
  certain: (lead, trail, before) =>
    (lead >= 0x81 && lead <= 0x83) || (lead <= 0x97 && (isHigh(trail) || !isLetter(before))),
}

/**
 * Counts how well the bytes beyond ASCII fit two-byte characters. `usual`: pairs that are characters in daily use;
 * `certain`: usual ones that are very unlikely in a Western text; `misfits`: bytes that are invalid at their position;
 * `kana`: pairs that are kana in EUC-JP and unused in GB18030; `hangul`: pairs that are syllables in EUC-KR; even a
 * short Chinese text rarely has only these.
 */
function measureFit(bytes: Uint8Array, { alone, isPair, usual, certain }: Encoding) {
  const fit = { pairs: 0, usual: 0, misfits: 0, certain: 0, kana: 0, hangul: 0 }
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (!isHigh(lead) || alone(lead)) continue
    const trail = bytes[at + 1] ?? 0
    if (!isPair(lead, trail)) {
      fit.misfits += 1
      continue
    }
    fit.pairs += 1
    if (usual(lead, trail)) fit.usual += 1
    if (lead === 0xa4 || lead === 0xa5) fit.kana += 1
    if (lead >= 0xb0 && lead <= 0xc8) fit.hangul += 1
    if (certain(lead, trail, bytes[at - 1] ?? 0)) fit.certain += 1
    at += 1
  }
  return fit
}
