import { createHash } from 'node:crypto'
import { basename, extname } from 'node:path'
import { Failure, rejected } from '../../../../shared/contract/failures.ts'
import type {
  CsvReadAs,
  Problem,
  ReadingNote,
  ReadOptions,
} from '../../../../shared/domain/samples/importing.ts'
import { joinMessages, message } from '../../../../shared/messages/message.ts'
import { createDecoder, normaliseEncoding } from '../csv/encoding.ts'
import { type FileFacts, fileText, inspectFile } from '../csv/readFile.ts'
import { createTokenizer, RecordTooLong } from '../csv/tokenizer.ts'
import { detectLayout, findTables, firstDataLine, headerShape, sectionAbove } from '../detect/detectLayout.ts'
import { detectDecimal, detectDelimiter, hasPlainQuotes, isInQuotes, sampleRows } from '../detect/dialect.ts'
import { asksForPlates, findPlates, ofWholeFile } from '../detect/plates.ts'
import { maxListedRows } from '../detect/rowClassifier.ts'
import {
  fileChanged,
  hasText,
  type OpenTable,
  rowOptions,
  type TableReading,
  type TableRow,
  toHeader,
} from '../tableRow.ts'

export async function openCsv(path: string, options: ReadOptions): Promise<OpenTable> {
  const facts = await inspectFile(path)
  const { readAs, isPlainFound, section, above } = await resolveReadAs(path, facts, options)
  const detectors = [
    ...(readAs.delimiter === ' ' && options.delimiter === undefined ? [createSpaceDetector()] : []),
    ...(isPlainFound ? [createQuoteDetector()] : []),
  ]
  const readings = readCsv(path, readAs, facts.sha256)
  return {
    sizeBytes: facts.sizeBytes,
    sha256: facts.sha256,
    readAs,
    sheets: [],
    notes: () => detectors.flatMap((detector) => detector.notes()),
    section,
    above,
    readings: detectors.length === 0 ? readings : withDetectors(readings, detectors),
    problems: (header) =>
      facts.guess.sure || options.encoding !== undefined ? [] : [guessedEncoding(facts, header.row)],
  }
}

function guessedEncoding({ guess, notUtf8Line }: FileFacts, row: number): Problem {
  const guessed =
    guess.other === undefined
      ? message`The file does not name its encoding, so Pathclock reads it as ${guess.encoding}.`
      : message`The file does not name its encoding, so Pathclock reads it as ${guess.encoding}, though it may be ${guess.other}.`
  const check =
    notUtf8Line === null
      ? message`Check the letters outside A–Z in the first rows, and choose another encoding if they are wrong.`
      : message`Check the letters outside A–Z, first on line ${notUtf8Line}, which is not UTF-8, and choose another encoding if they are wrong.`
  const text = joinMessages([guessed, check])
  return { row, column: null, value: null, rule: 'encoding-guessed', message: text, severity: 'warning' }
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
    throw rejected(
      message`The encoding “${options.encoding ?? ''}” is not known. Try utf-8 or windows-1252.`,
      [{ field: 'encoding', message: message`not known` }],
    )
  const text = await decodeStart(facts, encoding)
  const start = { text, whole: facts.start.length === facts.sizeBytes, extension: extname(path) }
  const delimiter = options.delimiter ?? detectDelimiter(start)
  // In tab-separated files quoted cells are rare, and inch signs are common.
  const isPlainFound =
    options.plainQuotes === undefined && delimiter === '\t' && hasPlainQuotes(start, delimiter)
  const plainQuotes = options.plainQuotes ?? isPlainFound
  const rows = sampleRows(start, delimiter, plainQuotes)
  const layout = detectLayout(rows, { headerLine: options.headerLine })
  const headerLine = options.headerLine ?? (options.noHeader ? firstDataLine(rows) : layout?.headerLine) ?? 1
  const plates = asksForPlates(options) ? findPlates(rows.filter(({ cells }) => hasText(cells))) : null
  const below = rows.filter((row) => row.line > headerLine)
  const tables = options.noHeader ? {} : findTables(rows, headerLine)
  const decimal = options.decimal ?? detectDecimal(below.map(({ cells }) => cells))
  return {
    readAs: {
      format: 'csv',
      delimiter,
      encoding,
      decimal,
      headerLine: plates?.[0]?.line ?? headerLine,
      ...(options.noHeader ? { noHeader: true } : {}),
      ...(plainQuotes ? { plainQuotes } : {}),
      ...(options.endLine === undefined ? {} : { endLine: options.endLine }),
      ...rowOptions(options),
      ...(plates ? { plate: options.plate ?? 'samples' } : tables),
      ...(options.noHeader ? {} : headerShape(layout, headerLine)),
    },
    isPlainFound,
    section: sectionAbove(rows, headerLine),
    above: rows.filter(({ line }) => line < headerLine),
  }
}

/** Observes every row of a file to report how its cells are written. */
type TableDetector = { observe(row: TableRow): void; notes(): ReadingNote[] }

async function* withDetectors(
  readings: AsyncIterable<TableReading>,
  detectors: readonly TableDetector[],
): AsyncGenerator<TableReading> {
  for await (const reading of readings) {
    for (const row of reading.rows) for (const detector of detectors) detector.observe(row)
    yield reading
  }
}

function createQuoteDetector(): TableDetector {
  let count = 0
  const lines: number[] = []
  /** The first line with a quote around a cell, which those of the first rows are not. */
  let quotedFrom: number | null = null
  return {
    observe({ row, cells }) {
      if (!cells.some((cell) => cell.includes('"'))) return
      count += 1
      if (lines.length < maxListedRows) lines.push(row)
      if (quotedFrom === null && cells.some(isInQuotes)) quotedFrom = row
    },
    notes() {
      const text =
        quotedFrom === null
          ? message`The quotes in this file are not around cells, so they are read as plain characters.`
          : message`The quotes in the first rows are not around cells, so all quotes are read as plain characters. From line ${quotedFrom} on, some stand around cells and are read as part of their text. Correct these cells, or read quotes as marks around cells.`
      const severity = quotedFrom === null ? 'note' : 'warning'
      const undo = { plainQuotes: false }
      return [{ rule: 'plain-quotes', column: null, count, rows: lines, message: text, severity, undo }]
    },
  }
}

function createSpaceDetector(): TableDetector {
  let count = 0
  return {
    observe: () => void (count += 1),
    notes: () => [
      {
        rule: 'space-delimited',
        column: null,
        count,
        rows: [],
        message: message`Nothing but spaces separates the cells of this file, so each run of spaces is read as a delimiter.`,
        severity: 'note',
        undo: { delimiter: ',' },
      },
    ],
  }
}

/** Decodes the first piece of the file. Bytes that do not fit the encoding are found when the rows are read. */
async function decodeStart({ start, guess }: FileFacts, encoding: string): Promise<string> {
  const bytes = guess.encoding === encoding ? start.subarray(guess.markBytes) : start
  try {
    return (await createDecoder(encoding)).push(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

/** See `readTable`. */
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
    const text = message`“${name}” is no table: line ${error.line} goes on for millions of characters. Choose another file.`
    throw new Failure('file', text, { name, line: error.line }, { cause: error })
  }
}
