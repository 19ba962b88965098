import { createHash } from 'node:crypto'
import { basename, extname } from 'node:path'
import { Failure, rejected } from '../../../../shared/contract/failures.ts'
import type {
  CsvReadAs,
  Problem,
  ReadingNote,
  ReadOptions,
} from '../../../../shared/domain/samples/importing.ts'
import { joinMessages, message } from '../../../../shared/words/message.ts'
import { createDecoder, normaliseEncoding } from '../csv/encoding.ts'
import { type FileFacts, fileText, inspectFile } from '../csv/readFile.ts'
import { createTokenizer, RecordTooLong } from '../csv/tokenizer.ts'
import { detectRows } from '../detect/detectRows.ts'
import { detectDecimal, detectDelimiter, hasPlainQuotes, isInQuotes, sampleRows } from '../detect/dialect.ts'
import { ofWholeFile } from '../detect/plates.ts'
import { warning } from '../finding.ts'
import {
  addRow,
  emptyTally,
  fileChanged,
  hasText,
  type OpenTable,
  readingNote,
  type TableReading,
  type TableRow,
  type Tally,
  toHeader,
} from '../tableRow.ts'

export async function openCsv(path: string, options: ReadOptions): Promise<OpenTable> {
  const facts = await inspectFile(path)
  const { readAs, isPlainFound, section, above } = await resolveReadAs(path, facts, options)
  const isSpaceFound = readAs.delimiter === ' ' && options.delimiter === undefined
  const counted = { rows: 0, quotes: emptyTally(), quotedFrom: null as number | null }
  return {
    sizeBytes: facts.sizeBytes,
    sha256: facts.sha256,
    readAs,
    sheets: [],
    notes: () => [
      ...(isSpaceFound ? [spaceNote(counted.rows)] : []),
      ...(isPlainFound ? [quoteNote(counted)] : []),
    ],
    section,
    above,
    readings: countRows(readCsv(path, readAs, facts.sha256), counted, isPlainFound),
    problems: (header) =>
      facts.guess.sure || options.encoding !== undefined ? [] : [guessedEncoding(facts, header.row)],
  }
}

function guessedEncoding({ guess, notUtf8Line }: FileFacts, row: number): Problem {
  const guessed =
    guess.other === undefined
      ? message('files.fileNotNameEncoding', { encoding: guess.encoding })
      : message('files.fileNotNameEncodingPathclock', { encoding: guess.encoding, other: guess.other })
  const check =
    notUtf8Line === null
      ? message('files.checkLettersOutsideZ')
      : message('files.checkLettersOutsideZFirst', { notUtf8Line })
  const text = joinMessages([guessed, check])
  return { row, column: null, value: null, ...warning('encoding-guessed', text) }
}

/** Fills in what the options leave open. Throws `rejected` for an encoding that cannot be read. */
async function resolveReadAs(
  path: string,
  facts: FileFacts,
  options: ReadOptions,
): Promise<{ readAs: CsvReadAs; isPlainFound: boolean } & Pick<OpenTable, 'section' | 'above'>> {
  const encoding =
    options.encoding === undefined ? facts.guess.encoding : await normaliseEncoding(options.encoding)
  if (encoding === null)
    throw rejected(message('files.encodingNotKnownTry', { encoding: options.encoding ?? '' }), [
      { field: 'encoding', message: message('check.notKnown') },
    ])
  const text = await decodeStart(facts, encoding)
  const start = { text, whole: facts.start.length === facts.sizeBytes, extension: extname(path) }
  const delimiter = options.delimiter ?? detectDelimiter(start)
  // In tab-separated files quoted cells are rare, and inch signs are common.
  const isPlainFound =
    options.plainQuotes === undefined && delimiter === '\t' && hasPlainQuotes(start, delimiter)
  const plainQuotes = options.plainQuotes ?? isPlainFound
  const rows = sampleRows(start, delimiter, plainQuotes)
  const { settings, headerLine, section, above } = detectRows(rows, options)
  const below = rows.filter((row) => row.line > headerLine)
  const decimal = options.decimal ?? detectDecimal(below.map(({ cells }) => cells))
  return {
    readAs: {
      format: 'csv',
      delimiter,
      encoding,
      decimal,
      ...(plainQuotes ? { plainQuotes } : {}),
      ...settings,
    },
    isPlainFound,
    section,
    above,
  }
}

/** `quotes`: the rows with a quote. `quotedFrom`: the first row with a quote around a cell, unlike the first rows. */
type CountedRows = { rows: number; quotes: Tally; quotedFrom: number | null }

async function* countRows(
  readings: AsyncIterable<TableReading>,
  counted: CountedRows,
  countsQuotes: boolean,
): AsyncGenerator<TableReading> {
  for await (const reading of readings) {
    counted.rows += reading.rows.length
    if (countsQuotes)
      for (const { row, cells } of reading.rows) {
        if (!cells.some((cell) => cell.includes('"'))) continue
        addRow(counted.quotes, row)
        if (counted.quotedFrom === null && cells.some(isInQuotes)) counted.quotedFrom = row
      }
    yield reading
  }
}

const quoteNote = ({ quotes, quotedFrom }: CountedRows): ReadingNote =>
  readingNote(
    'plain-quotes',
    quotedFrom === null
      ? message('files.quotesFileNotAround')
      : message('files.quotesFirstRowsNot', { quotedFrom }),
    { ...quotes, severity: quotedFrom === null ? 'note' : 'warning', undo: { plainQuotes: false } },
  )

const spaceNote = (count: number): ReadingNote =>
  readingNote('space-delimited', message('files.nothingSpacesSeparatesCells'), {
    count,
    undo: { delimiter: ',' },
  })

/** Decodes the first piece of the file. Bytes that do not fit the encoding are found when the rows are read. */
async function decodeStart({ start, guess }: FileFacts, encoding: string): Promise<string> {
  const bytes = guess.encoding === encoding ? start.subarray(guess.markBytes) : start
  try {
    return (await createDecoder(encoding)).push(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

export async function* readCsv(
  path: string,
  found: CsvReadAs,
  sha256: string | null,
): AsyncGenerator<TableReading> {
  const readAs = ofWholeFile(found)
  const hash = createHash('sha256')
  let header: TableRow | null = null
  let above: string[] = []
  let rows: TableRow[] = []
  const tokenizer = createTokenizer({
    delimiter: readAs.delimiter,
    plainQuotes: readAs.plainQuotes ?? false,
    onRow: (cells, row, fault) => {
      const record = { row, cells, fault, notes: null }
      if (row < readAs.headerLine) {
        above = cells
        return
      }
      if (header === null) {
        header = toHeader(readAs, record, above)
        if (!readAs.noHeader) return
      }
      if (hasText(cells)) rows.push(record)
    },
  })
  const takeReading = (): TableReading => {
    const reading = { header, rows }
    rows = []
    return reading
  }
  for await (const text of fileText(path, readAs.encoding, sha256 === null ? undefined : hash)) {
    withLineNumber(path, () => tokenizer.push(text))
    yield takeReading()
  }
  tokenizer.end()
  if (sha256 !== null && hash.digest('hex') !== sha256) throw fileChanged(path)
  yield takeReading()
}

function withLineNumber(path: string, read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof RecordTooLong)) throw error
    const name = basename(path)
    const text = message('files.noTableLineGoes', { name, line: error.line })
    throw new Failure('file', text, { name, line: error.line }, { cause: error })
  }
}
