import type { TableFormat } from '../../../shared/domain/exporting.ts'
import type { WriteTable } from '../table.ts'
import { writeCsv, writeCsvForExcel, writeCsvForExcelSemicolon, writeTsv } from './delimited.ts'
import { writeJson, writeJsonLines } from './json.ts'
import { writeParquet } from './parquet.ts'
import { writeXlsx } from './xlsx.ts'

/**
 * A writer for each format. The same table gives the same bytes; a consumer that stops pulling ends the writer and the
 * table's pages with it.
 */
export const writers: Record<TableFormat, WriteTable> = {
  csv: writeCsv,
  'csv-excel': writeCsvForExcel,
  'csv-excel-semicolon': writeCsvForExcelSemicolon,
  tsv: writeTsv,
  xlsx: writeXlsx,
  json: writeJson,
  jsonl: writeJsonLines,
  parquet: writeParquet,
}
