/** How wide a text is, in pixels. */
export type Measure = (text: string) => number

const wide = /[\p{Script=Han}，；：。、（）“”]/gu
/** A Chinese sign is as wide as two Latin letters. */
const widthInLetters: Measure = (text) => text.length + (text.match(wide)?.length ?? 0)

/** Breaks a title into lines as wide as `maxLength` Latin letters, at spaces and after the signs that part Chinese clauses. */
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
 * A text of parts ("a; b; c") in lines of at most `maxWidthPx`, as far as a part is no longer; `widthPx`: of the longest. A
 * line feed parts as well, where a part was broken before.
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
 * Lines of at most `maxWidthPx`, broken at spaces and beside Chinese signs, and within a Latin word only where it is wider
 * than a line of its own; no sign is lost.
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
/** Signs that begin no line in Chinese, so that nothing breaks before them. */
const closing = '[，；：。、）”]'
const opening = '[（“]'
const breaks = new RegExp(
  `(?<= )|(?<=${chinese})(?<!${opening})(?!${closing}| )|(?<!${opening}|^)(?=${chinese})(?!${closing})`,
  'u',
)

/** What stays together in a line: a word with the space after it, or one Chinese sign. */
const segmentsOf = (text: string): string[] => text.split(breaks)

function longestPrefixLength(word: string, maxWidthPx: number, measure: Measure): number {
  let length = 1
  while (length < word.length && measure(word.slice(0, length + 1)) <= maxWidthPx) length += 1
  return length
}
