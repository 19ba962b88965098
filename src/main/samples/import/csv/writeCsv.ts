import { type CsvCell, csvLine } from '../../../../shared/format/csvLine.ts'

/** Records as the lines of a CSV file, each with its CRLF (RFC 4180, section 2). */
export async function* toCsvText(
  rows: AsyncIterable<readonly CsvCell[]> | Iterable<readonly CsvCell[]>,
): AsyncGenerator<string> {
  for await (const row of rows) yield toCsvLine(row)
}

/** The same for a spreadsheet: without the mark at its beginning it would not read the letters outside A–Z as UTF-8. */
export async function* toMarkedCsvText(
  rows: AsyncIterable<readonly CsvCell[]> | Iterable<readonly CsvCell[]>,
): AsyncGenerator<string> {
  yield '\uFEFF'
  yield* toCsvText(rows)
}

/** One record with its line end; a single empty cell is quoted, since a blank line is no record. */
const toCsvLine = (cells: readonly CsvCell[]): string =>
  `${cells.length === 1 && (cells[0] === '' || cells[0] === null) ? '""' : csvLine(cells)}\r\n`
