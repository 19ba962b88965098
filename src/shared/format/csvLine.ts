type CsvCell = string | number | boolean | null

/**
 * The characters at the start of a text that a spreadsheet takes for a formula (OWASP, "CSV Injection"). They also
 * match after apostrophes, so that an escaped text differs from one that already started with an apostrophe, and after
 * NUL, which LibreOffice drops. A lone `-` or `+` does not match: every spreadsheet keeps it as text, and labs write
 * `-` for negative.
 */
const formulaStart = /^['\0]*(?!['\0]*[+-]$)[=+\-@\t\r]/

/**
 * Returns one CSV record (RFC 4180) without its line end. `null` is an empty cell. An empty text is too, unless
 * `emptyText` is `""`, which some readers distinguish from a missing value. A text that a spreadsheet would run as a
 * formula gets a leading apostrophe. Numbers and booleans are written unchanged, so the number `-1.5` stays a number.
 * Throws RangeError for NaN and infinities, which readers do not understand. `decimal`: the decimal sign of numbers.
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

/** The byte order mark. With it at the start of a file, a spreadsheet reads the file as UTF-8. */
export const utf8Mark = '\uFEFF'

/** Returns the record with its line end. A lone empty cell is quoted, since a blank line is not a record. */
export const csvRecord = (...record: Parameters<typeof csvLine>): string =>
  `${csvLine(...record) || '""'}\r\n`

/** Adds an apostrophe if a spreadsheet would run the text as a formula. */
export const escapeFormula = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

/** Reverses `escapeFormula`: removes the apostrophe that it added. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && formulaStart.test(text) ? text.slice(1) : text

/** Formats a number with JSON, which gives the same digits as String in little more than half the time. */
function plainCell(cell: number | boolean): string {
  if (typeof cell === 'number' && !Number.isFinite(cell))
    throw new RangeError(`${cell} cannot be written to a file`)
  return JSON.stringify(cell)
}

const [quote, lineFeed, carriageReturn, space, byteOrderMark] = [0x22, 0x0a, 0x0d, 0x20, 0xfeff]

/** Quotes a text that a reader would split or trim, or whose start it would take for a byte order mark. */
function textCell(text: string, delimiterCode: number): string {
  const first = text.charCodeAt(0)
  // Formulas never start with a letter or digit, so most texts skip the check.
  const inert = first < 0x30 || first === 0x3d || first === 0x40 ? escapeFormula(text) : text
  const needsQuotes =
    first === space ||
    first === byteOrderMark ||
    text.charCodeAt(text.length - 1) === space ||
    hasBreak(text, delimiterCode)
  return needsQuotes ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** Finds a character that needs quotes. For cells, this loop takes half the time of a regular expression. */
function hasBreak(text: string, delimiterCode: number): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === delimiterCode || code === quote || code === lineFeed || code === carriageReturn) return true
  }
  return false
}

type CsvRows = AsyncIterable<readonly CsvCell[]> | Iterable<readonly CsvCell[]>

/** Returns the records as lines of a CSV file, each ending in CRLF (RFC 4180, section 2). */
export async function* toCsvText(rows: CsvRows): AsyncGenerator<string> {
  for await (const row of rows) yield csvRecord(row)
}

/** Like `toCsvText`, with a byte order mark for spreadsheets. */
export async function* toMarkedCsvText(rows: CsvRows): AsyncGenerator<string> {
  yield utf8Mark
  yield* toCsvText(rows)
}
