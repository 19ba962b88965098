export type CsvCell = string | number | boolean | null

/** Characters with which a spreadsheet takes a text for a formula (OWASP, "CSV Injection"). */
const formulaStart = /^[=+\-@\t\r]/

/**
 * One CSV record (RFC 4180), without its line end. `null` is an empty cell.
 * A text that a spreadsheet would run as a formula gets a leading apostrophe, which makes it inert; numbers and
 * booleans are written as they are, so `-1.5` given as a number stays a number. Throws for NaN and infinities,
 * which no reader would understand.
 */
export const csvLine = (cells: readonly CsvCell[], delimiter = ','): string =>
  cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)

/** The text itself, or with a leading apostrophe where a spreadsheet would run it as a formula. */
export const toInert = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

function csvCell(cell: CsvCell, delimiter: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) throw new RangeError(`${cell} cannot be written to a CSV file`)
    return String(cell)
  }
  if (typeof cell === 'boolean') return String(cell)
  return quoted(toInert(cell), delimiter)
}

/** Quotes a text where a reader would otherwise take it apart, or trim it. */
function quoted(text: string, delimiter: string): string {
  const needsQuotes =
    text.includes(delimiter) || /["\r\n]/.test(text) || text.startsWith(' ') || text.endsWith(' ')
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}
