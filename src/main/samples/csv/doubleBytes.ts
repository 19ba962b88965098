/** How well the bytes beyond ASCII read as characters of two bytes each. */
type Fit = {
  pairs: number
  /** Pairs that are characters in daily use. */
  usual: number
  /** Bytes that cannot stand where they do. */
  misfits: number
  /** A usual pair that is hardly two characters of a Western text. */
  certain: number
  /** Pairs that are kana in EUC-JP, and nothing that is written in GB18030. */
  kana: number
  /** Pairs that are syllables in EUC-KR; hardly a Chinese text of some signs has no others. */
  hangul: number
}

/** `runs`: stretches of bytes beyond ASCII; `single` ones are what accented letters mostly are. */
type ByteSurvey = {
  runs: number
  single: number
  isJapanese: boolean
  isChinese: boolean
  /** What looks Chinese may be in another encoding of East Asia. */
  isPerhaps: { 'euc-jp': boolean; 'euc-kr': boolean; big5: boolean }
}

const minHangul = 8

const isHigh = (byte: number): boolean => byte >= 0x80
const isLetter = (byte: number): boolean => (byte | 32) >= 97 && (byte | 32) <= 122

/** Looks at the bytes of a text in some encoding that is not Unicode. */
export function surveyBytes(bytes: Uint8Array): ByteSurvey {
  const chinese = measureFit(bytes, gb18030)
  const japanese = measureFit(bytes, shiftJis)
  const isMoreJapanese = japanese.usual * chinese.pairs > chinese.usual * japanese.pairs
  return {
    ...countRuns(bytes),
    isChinese: isLikely(chinese) && !(isLikely(japanese) && isMoreJapanese),
    isJapanese: isLikely(japanese) && isMoreJapanese,
    isPerhaps: {
      'euc-jp': chinese.kana > 0,
      'euc-kr': chinese.hangul === chinese.pairs && chinese.hangul >= minHangul,
      big5: chinese.usual < chinese.pairs,
    },
  }
}

/** A text cut into pieces has some halves of characters. */
const isLikely = ({ pairs, usual, misfits, certain }: Fit): boolean =>
  certain > 0 && usual * 2 >= pairs && misfits * 50 <= pairs

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

/** `alone`: a whole character; `usual`: in daily use; `certain`: see `Fit`. `before`: the byte before the pair. */
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

function measureFit(bytes: Uint8Array, { alone, isPair, usual, certain }: Encoding): Fit {
  const fit: Fit = { pairs: 0, usual: 0, misfits: 0, certain: 0, kana: 0, hangul: 0 }
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
