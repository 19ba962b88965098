import { type CsvCell, csvRecord, utf8Mark } from '../../../../shared/format/csvLine.ts'

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
