import type { TableFormat } from '../../../shared/domain/studies/exporting.ts'
import type { Cell } from '../../../shared/tables/column.ts'
import type { Table, WriteTable } from '../tables/table.ts'
import { writeParquet } from './parquet.ts'
import {
  writeCsv,
  writeCsvForExcel,
  writeCsvForExcelSemicolon,
  writeJson,
  writeJsonLines,
  writeTsv,
} from './text.ts'
import { writeXlsx } from './xlsx.ts'

/** The writer of each format; the same table gives the same bytes. Stopping it also ends the table's pages. */
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

export type WriterTask = Omit<Table, 'pages'> & { format: TableFormat }
export type WriterMethods = typeof writerMethods

export const writerMethods = {
  write: ({ format, ...table }: WriterTask, pages: AsyncIterable<Cell[][]>) =>
    writers[format]({ ...table, pages }),
}
