type CsvCell = string | number | boolean | null

/**
 * Characters with which a spreadsheet takes a text for a formula (OWASP, "CSV Injection"); behind apostrophes too, so
 * that what was made inert can be told from what came with an apostrophe, and behind NUL, which LibreOffice drops.
 * A lone `-` or `+` starts nothing: every spreadsheet keeps it as the text that it is, and labs write `-` for negative.
 */
const formulaStart = /^['\0]*(?!['\0]*[+-]$)[=+\-@\t\r]/

/**
 * One CSV record (RFC 4180), without its line end. `null` is an empty cell; so is an empty text, unless `emptyText`
 * says otherwise (`""` is the same to most readers, and to the others a text that is there).
 * A text that a spreadsheet would run as a formula gets a leading apostrophe, which makes it inert; numbers and
 * booleans are written as they are, so `-1.5` given as a number stays a number. Throws RangeError for NaN and
 * infinities, which no reader would understand. `decimal`: the sign in numbers.
 */
export function csvLine(
  cells: readonly CsvCell[],
  delimiter = ',',
  emptyText: '' | '""' = '',
  decimal: '.' | ',' = '.',
): string {
  const delimiterCode = delimiter.charCodeAt(0)
  let line = ''
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index] ?? null
    if (index > 0) line += delimiter
    if (typeof cell === 'string') line += cell === '' ? emptyText : textCell(cell, delimiterCode)
    else if (cell !== null) line += decimal === '.' ? plainCell(cell) : plainCell(cell).replace('.', decimal)
  }
  return line
}

/** With it at the beginning of a file a spreadsheet reads the letters outside A–Z as UTF-8. */
export const utf8Mark = '\uFEFF'

/** The same with its line end. A lone empty cell is quoted, since a blank line is no record. */
export const csvRecord = (...record: Parameters<typeof csvLine>): string =>
  `${csvLine(...record) || '""'}\r\n`

/** The text itself, or with one apostrophe more where a spreadsheet would run it as a formula. */
export const escapeFormula = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

/** What `escapeFormula` was given: one apostrophe less, where it put one. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && formulaStart.test(text) ? text.slice(1) : text

/** JSON and String write a number in the same letters, but JSON in little more than half the time. */
function plainCell(cell: number | boolean): string {
  if (typeof cell === 'number' && !Number.isFinite(cell))
    throw new RangeError(`${cell} cannot be written to a file`)
  return JSON.stringify(cell)
}

const [quote, lineFeed, carriageReturn, space, byteOrderMark] = [0x22, 0x0a, 0x0d, 0x20, 0xfeff]

/** Quoted where a reader would otherwise take it apart, trim it or take its beginning for a mark of the encoding. */
function textCell(text: string, delimiterCode: number): string {
  const first = text.charCodeAt(0)
  // No letter or digit starts a formula; most texts are done here without a look for one.
  const inert = first < 0x30 || first === 0x3d || first === 0x40 ? escapeFormula(text) : text
  const needsQuotes =
    first === space ||
    first === byteOrderMark ||
    text.charCodeAt(text.length - 1) === space ||
    hasBreak(text, delimiterCode)
  return needsQuotes ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** A loop over the characters: for texts of the length of a cell it takes half the time of a pattern. */
function hasBreak(text: string, delimiterCode: number): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === delimiterCode || code === quote || code === lineFeed || code === carriageReturn) return true
  }
  return false
}

type CsvRows = AsyncIterable<readonly CsvCell[]> | Iterable<readonly CsvCell[]>

/** Records as the lines of a CSV file, each with its CRLF (RFC 4180, section 2). */
export async function* toCsvText(rows: CsvRows): AsyncGenerator<string> {
  for await (const row of rows) yield csvRecord(row)
}

/** The same for a spreadsheet. */
export async function* toMarkedCsvText(rows: CsvRows): AsyncGenerator<string> {
  yield utf8Mark
  yield* toCsvText(rows)
}
