import { on } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { type FailureData, isFailure } from '../../../shared/contract/failures.ts'
import type { TableFormat } from '../../../shared/domain/results/exporting.ts'
import type { Cell, Table, WriteTable } from '../tables/table.ts'
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

/** A table without its rows, which are asked for page by page. */
export type WriterTask = Omit<Table, 'pages'> & { format: TableFormat }
/** What the writer says: `next` asks for a page, a chunk waits for `taken`; after the others nothing comes. */
export type WriterMessage = 'next' | 'done' | { chunk: string | Uint8Array } | { failure: FailureData }
export type WriterReply = 'end' | 'taken' | { rows: Cell[][] }

/** Writes one table. A `Failure` is posted; anything else ends the worker with its error. */
export async function runWriter(port: MessagePort, { format, ...table }: WriterTask): Promise<void> {
  const post = (message: WriterMessage) => port.postMessage(message)
  const replies = on(port, 'message') as AsyncIterableIterator<[WriterReply]>
  const request = async (message: WriterMessage): Promise<WriterReply> => {
    post(message)
    const { value } = await replies.next()
    return value[0]
  }
  async function* pages(): AsyncGenerator<Cell[][]> {
    for (;;) {
      const reply = await request('next')
      if (typeof reply === 'string') return
      yield reply.rows
    }
  }
  try {
    for await (const chunk of writers[format]({ ...table, pages: pages() })) await request({ chunk })
    post('done')
  } catch (error) {
    if (!isFailure(error)) throw error
    post({ failure: error.toData() })
  } finally {
    port.close()
  }
}
