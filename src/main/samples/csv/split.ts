const codes = { lf: 10, cr: 13 }

export const endsWithCr = (text: string, at: number): boolean =>
  at === text.length && text.charCodeAt(at - 1) === codes.cr

/** The place after the line break at `at`, CRLF being one. */
export const afterLineBreak = (text: string, at: number): number =>
  text.charCodeAt(at) === codes.cr && text.charCodeAt(at + 1) === codes.lf ? at + 2 : at + 1

/**
 * The cells of a text without quotes. `template`: a record that probably has as many of them, so that the list has its length
 * from the beginning.
 */
function splitPlain(
  text: string,
  from: number,
  end: number,
  delimiter: string,
  template: readonly string[] = [],
): string[] {
  const cells = template.slice()
  let count = 0
  let start = from
  for (;;) {
    const next = text.indexOf(delimiter, start)
    if (next < 0 || next >= end) break
    cells[count] = text.slice(start, next)
    count += 1
    start = next + 1
  }
  cells[count] = text.slice(start, end)
  if (cells.length > count + 1) cells.length = count + 1
  return cells
}

function splitBlanks(text: string, from: number, end: number): string[] {
  const cells = text
    .slice(from, end)
    .split(' ')
    .filter((cell) => cell !== '')
  return cells.length === 0 ? [''] : cells
}

/** How a text without quotes is split at this delimiter; a blank stands for runs of blanks. */
export const splitterOf = (delimiter: string): typeof splitPlain =>
  delimiter === ' ' ? splitBlanks : splitPlain

/** Physical line breaks in a part of a text: LF, CRLF or CR, each one. */
export function countLineBreaks(text: string, from: number, end: number): number {
  let count = 0
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === codes.lf) count += 1
    else if (code === codes.cr && (at + 1 === end || text.charCodeAt(at + 1) !== codes.lf)) count += 1
  }
  return count
}
