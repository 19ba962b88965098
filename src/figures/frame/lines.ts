/** Returns the width of a text in pixels. */
export type Measure = (text: string) => number

const wide = /[\p{Script=Han}，；：。、（）“”]/gu
/** Measures a text in Latin letters: a Chinese character counts as two. */
const widthInLetters: Measure = (text) => text.length + (text.match(wide)?.length ?? 0)

/** Wraps a title into lines of about `maxLength` Latin letters, at spaces and after Chinese punctuation between clauses. */
export function wrapTitle(title: string, maxLength: number): string[] {
  const lines: string[] = []
  for (const segment of title.split(/(?<=[ ；，：])/)) {
    const last = lines.at(-1)
    if (last !== undefined && widthInLetters(last + segment.trimEnd()) <= maxLength)
      lines[lines.length - 1] = last + segment
    else lines.push(segment)
  }
  return lines.map((line) => line.trim())
}

/**
 * Wraps a text of parts ("a; b; c") into lines of at most `maxWidthPx`; a longer part gets a line of its own.
 * `widthPx`: the width of the longest line. A line feed also separates parts, where an earlier step wrapped a long
 * part.
 */
export function wrapParts(
  text: string,
  maxWidthPx: number,
  measure: Measure,
): { lines: string[]; widthPx: number } {
  const lines: string[] = []
  for (const part of text === '' ? [] : text.split(/(?<=;) |\n/)) {
    const joined = [...lines.slice(-1), part].join(' ')
    if (lines.length > 0 && measure(joined) <= maxWidthPx) lines[lines.length - 1] = joined
    else lines.push(part)
  }
  return { lines, widthPx: lines.reduce((widest, line) => Math.max(widest, measure(line)), 0) }
}

/**
 * Wraps a text into lines of at most `maxWidthPx`, at spaces and around Chinese characters, and inside a Latin word
 * only if it is wider than a line. Every character is kept.
 */
export function breakLine(text: string, maxWidthPx: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const segment of segmentsOf(text)) {
    if (measure((line + segment).trimEnd()) <= maxWidthPx) {
      line += segment
      continue
    }
    if (line !== '') lines.push(line.trimEnd())
    line = segment
    while (measure(line.trimEnd()) > maxWidthPx && line.length > 1) {
      const length = longestPrefixLength(line, maxWidthPx, measure)
      lines.push(line.slice(0, length))
      line = line.slice(length)
    }
  }
  return [...lines, line.trimEnd()]
}

const chinese = String.raw`[\p{Script=Han}，；：。、（）“”]`
/** Punctuation that must not start a line in Chinese. */
const closing = '[，；：。、）”]'
const opening = '[（“]'
const breaks = new RegExp(
  `(?<= )|(?<=${chinese})(?<!${opening})(?!${closing}| )|(?<!${opening}|^)(?=${chinese})(?!${closing})`,
  'u',
)

/** Splits a text into units that stay together on a line: a word with the space after it, or one Chinese character. */
const segmentsOf = (text: string): string[] => text.split(breaks)

function longestPrefixLength(word: string, maxWidthPx: number, measure: Measure): number {
  let length = 1
  while (length < word.length && measure(word.slice(0, length + 1)) <= maxWidthPx) length += 1
  return length
}
