import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { fileText } from '../../src/main/samples/import/csv/readFile.ts'
import { createTokenizer } from '../../src/main/samples/import/csv/tokenizer.ts'

const chunkBytes = 256 * 1024

/** Records of a file, counted; the header is one of them. */
export type CountRecords = (path: string) => number | Promise<number>

const codes = { delimiter: 44, lf: 10 }

/** The limit: each delimiter and line end sought in the bytes, and nothing made of what lies between. */
function scanBytes(path: string): number {
  const file = openSync(path, 'r')
  const buffer = Buffer.allocUnsafe(chunkBytes)
  const count = (bytes: Buffer, code: number): number => {
    let found = 0
    for (let at = bytes.indexOf(code); at >= 0; at = bytes.indexOf(code, at + 1)) found += 1
    return found
  }
  let lines = 0
  let delimiters = 0
  for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer)) {
    const bytes = buffer.subarray(0, size)
    lines += count(bytes, codes.lf)
    delimiters += count(bytes, codes.delimiter)
  }
  closeSync(file)
  return delimiters > 0 ? lines : 0
}

/** A bare loop over the bytes that only counts. It is a lower bound for every reader that returns text. */
function loopBytes(path: string): number {
  const file = openSync(path, 'r')
  const buffer = Buffer.allocUnsafe(chunkBytes)
  let lines = 0
  let delimiters = 0
  for (let bytes = readSync(file, buffer); bytes > 0; bytes = readSync(file, buffer))
    for (let at = 0; at < bytes; at++) {
      const code = buffer[at]
      if (code === codes.delimiter) delimiters += 1
      else if (code === codes.lf) lines += 1
    }
  closeSync(file)
  return delimiters > 0 ? lines : 0
}

async function readOurs(path: string): Promise<number> {
  let records = 0
  let faults = 0
  const tokenizer = createTokenizer({
    delimiter: ',',
    onRow: (_cells, _line, fault) => {
      records += 1
      if (fault) faults += 1
    },
  })
  for await (const text of fileText(path, 'utf-8')) tokenizer.push(text)
  tokenizer.end()
  if (faults > 0) throw new Error(`${faults} records of a sound file were called broken`)
  return records
}

async function readPapa(path: string): Promise<number> {
  const { default: Papa } = await import('papaparse')
  let records = 0
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(createReadStream(path, { highWaterMark: chunkBytes }), {
      delimiter: ',',
      skipEmptyLines: true,
      chunk: ({ data }) => void (records += data.length),
      complete: () => resolve(records),
      error: reject,
    })
  })
}

async function readCsvParse(path: string): Promise<number> {
  const { parse } = await import('csv-parse')
  let records = 0
  const parser = createReadStream(path, { highWaterMark: chunkBytes }).pipe(
    parse({ bom: true, skip_empty_lines: true }),
  )
  for await (const record of parser) records += record ? 1 : 0
  return records
}

export const readers = {
  'byte scan': scanBytes,
  'bare loop': loopBytes,
  ours: readOurs,
  'Papa Parse': readPapa,
  'csv-parse': readCsvParse,
} satisfies Record<string, CountRecords>
