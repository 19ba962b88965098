import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { Failure } from '../../../shared/contract/failures.ts'
import type { ReadAs, ReadOptions } from '../../../shared/domain/importing.ts'
import { detectDecimal, detectDelimiter, detectHeaderLine, sampleRows } from './detect.ts'
import { createDecoder, normaliseEncoding } from './encoding.ts'
import { type FileFacts, fileText } from './readFile.ts'
import { createTokenizer, type Fault, RecordTooLong } from './tokenizer.ts'

/** One record below the header. `row`: the physical line where it starts, from 1. */
export type TableRow = { row: number; cells: string[]; fault: Fault | null }

/** What the reader hands on at a time; `header` is null as long as it was not reached. */
export type TableReading = { header: TableRow | null; rows: TableRow[] }

/** Fills in what the options leave open. Throws `rejected` for an encoding that cannot be read. */
export function resolveReadAs(facts: FileFacts, options: ReadOptions): ReadAs {
  const encoding = options.encoding === undefined ? facts.guess.encoding : normaliseEncoding(options.encoding)
  if (encoding === null)
    throw new Failure(
      'rejected',
      `The encoding “${options.encoding}” is not known. Try utf-8 or windows-1252.`,
      {
        problems: [{ field: 'encoding', message: 'not known' }],
      },
    )
  const text = startText(facts, encoding)
  const whole = facts.start.length === facts.sizeBytes
  const delimiter = options.delimiter ?? detectDelimiter(text, whole)
  const rows = sampleRows(text, delimiter, whole)
  const headerLine = options.headerLine ?? detectHeaderLine(rows) ?? 1
  const below = rows.filter((row) => row.line > headerLine)
  return { delimiter, encoding, decimal: options.decimal ?? detectDecimal(below), headerLine }
}

/** The first piece of the file as text; what does not fit the encoding is found when the rows are read. */
function startText({ start, guess }: FileFacts, encoding: string): string {
  const bytes = guess.encoding === encoding ? start.subarray(guess.markBytes) : start
  try {
    return createDecoder(encoding).push(bytes)
  } catch {
    return createDecoder('windows-1252').push(bytes)
  }
}

/**
 * The records of a file below its header, in pieces, read as told and never otherwise. Records without any text are
 * passed over. Throws `file` for what cannot be a table, and, where `sha256` is given and the file no longer has it
 * at the end, because it was changed since.
 */
export function* readTable(path: string, readAs: ReadAs, sha256: string | null): Generator<TableReading> {
  const hash = createHash('sha256')
  let header: TableRow | null = null
  let rows: TableRow[] = []
  const tokenizer = createTokenizer({
    delimiter: readAs.delimiter,
    onRow: (cells, row, fault) => {
      if (row < readAs.headerLine) return
      if (header === null) header = { row, cells, fault }
      else if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells, fault })
    },
  })
  const taken = (): TableReading => {
    const reading = { header, rows }
    rows = []
    return reading
  }
  for (const text of fileText(path, readAs.encoding, sha256 === null ? undefined : hash)) {
    namingLine(path, () => tokenizer.push(text))
    yield taken()
  }
  tokenizer.end()
  if (sha256 !== null && hash.digest('hex') !== sha256) throw changedSince(path)
  yield taken()
}

function namingLine(path: string, read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof RecordTooLong)) throw error
    const name = basename(path)
    const message = `“${name}” is no table: line ${error.line} goes on for millions of characters. Choose another file.`
    throw new Failure('file', message, { name, line: error.line }, { cause: error })
  }
}

function changedSince(path: string): Failure {
  const name = basename(path)
  const message = `“${name}” was changed since it was read, so what you saw is not what would be sent. Choose it again.`
  return new Failure('file', message, { name })
}
