import { closeSync, openSync, writeSync } from 'node:fs'
import { writers } from '../../src/main/export/formats/writers.ts'
import type { TableFormat } from '../../src/shared/domain/studies/exporting.ts'
import { asyncPagesOf, columns, pagesOf, type Value } from './rows.ts'

/** Writes so many rows into a new file. */
type WriteRows = (path: string, rows: number) => Promise<void>

const names = columns.map(({ name }) => name)
const charactersPerWrite = 256 * 1024

async function save(path: string, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  const file = openSync(path, 'w')
  for await (const chunk of chunks) writeSync(file, typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  closeSync(file)
}

const ours =
  (format: TableFormat): WriteRows =>
  (path, rows) =>
    save(path, writers[format]({ name: 'screening', columns, pages: asyncPagesOf(rows), provenance: [] }))

async function* papaText(rows: number): AsyncGenerator<string> {
  const { default: Papa } = await import('papaparse')
  for (const page of pagesOf(rows)) yield `${Papa.unparse(page)}\r\n`
}

/** The straightforward version: an object per row, and JSON.stringify. */
async function* jsonText(rows: number): AsyncGenerator<string> {
  let text = ''
  for (const page of pagesOf(rows))
    for (const [sample_id, drug, ic50_um, auc, viability, p_value, kind, note] of page) {
      text += `${JSON.stringify({ sample_id, drug, ic50_um, auc, viability, p_value, class: kind, note })}\n`
      if (text.length < charactersPerWrite) continue
      yield text
      text = ''
    }
  yield text
}

async function* hucreBytes(rows: number): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  function* all(): Generator<Value[]> {
    for (const page of pagesOf(rows)) yield* page
  }
  yield* writeXlsxStream(all(), { name: 'Table', columns: names.map((header) => ({ header })) })
}

/** As its manual shows: groups of 100,000 rows, the types named. */
async function* parquetBytes(rows: number): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer')
  const writer = new ByteWriter()
  let file: InstanceType<typeof ParquetWriter> | undefined
  let group: Value[][] = []
  const write = (): Uint8Array => {
    const columnData = columns.map(({ name, type }, index) => ({
      name,
      type: type === 'number' ? ('DOUBLE' as const) : ('STRING' as const),
      data: group.map((row) => row[index]),
    }))
    file ??= new ParquetWriter({ writer, schema: schemaFromColumnData({ columnData }) })
    void file.write({ columnData, rowGroupSize: 100_000 })
    group = []
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
  for (const page of pagesOf(rows)) {
    group.push(...page)
    if (group.length >= 100_000) yield write()
  }
  if (group.length > 0) yield write()
  void file?.finish()
  yield writer.getBytes()
}

async function countRows(_: string, rows: number): Promise<void> {
  let cells = 0
  for (const page of pagesOf(rows)) cells += page.length
  if (cells !== rows) throw new Error(`${cells} rows were made in place of ${rows}.`)
}

export const candidates = {
  'the rows alone': countRows,
  csv: ours('csv'),
  'Papa.unparse': (path, rows) => save(path, papaText(rows)),
  jsonl: ours('jsonl'),
  'JSON.stringify a row': (path, rows) => save(path, jsonText(rows)),
  xlsx: ours('xlsx'),
  'hucre writeXlsxStream': (path, rows) => save(path, hucreBytes(rows)),
  parquet: ours('parquet'),
  'hyparquet-writer': (path, rows) => save(path, parquetBytes(rows)),
} satisfies Record<string, WriteRows>
export type Candidate = keyof typeof candidates
