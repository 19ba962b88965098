const codes = { lf: 10, cr: 13 }

export const endsWithCr = (text: string, at: number): boolean =>
  at === text.length && text.charCodeAt(at - 1) === codes.cr

/** The place after the line break at `at`, CRLF being one. */
export const afterBreak = (text: string, at: number): number =>
  text.charCodeAt(at) === codes.cr && text.charCodeAt(at + 1) === codes.lf ? at + 2 : at + 1

/** The cells of a text without quotes. */
export function splitPlain(text: string, from: number, end: number, delimiter: string): string[] {
  const cells: string[] = []
  let start = from
  for (;;) {
    const next = text.indexOf(delimiter, start)
    if (next < 0 || next >= end) break
    cells.push(text.slice(start, next))
    start = next + 1
  }
  cells.push(text.slice(start, end))
  return cells
}

/** Physical line breaks in a part of a text: LF, CRLF or CR, each one. */
export function countBreaks(text: string, from: number, end: number): number {
  let count = 0
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === codes.lf) count += 1
    else if (code === codes.cr && (at + 1 === end || text.charCodeAt(at + 1) !== codes.lf)) count += 1
  }
  return count
}
