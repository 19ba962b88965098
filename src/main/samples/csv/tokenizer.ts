import type { Delimiter } from '../../../shared/domain/importing.ts'
import { createFinder, createLineEnds } from './characterFinder.ts'
import { createQuotedReader, type Fault } from './quotedRecord.ts'
import { afterLineBreak, endsWithCr, splitterOf } from './split.ts'

export type TokenizerOptions = {
  delimiter: Delimiter
  /** Quotes are characters like others. */
  plainQuotes?: boolean
  /** Longest cell in UTF-16 units; a quoted cell that grows beyond it was never meant to be one. */
  maxCellLength?: number
  /** Cells as text, the physical line where the record starts (from 1), and what is wrong with it, if anything. */
  onRow: (cells: string[], line: number, fault: Fault | null) => void
}

/** Thrown for a record so long that the file cannot be a table. */
export class RecordTooLong extends Error {
  readonly line: number
  constructor(line: number) {
    super(`the record on line ${line} does not end`)
    this.line = line
  }
}

export type Tokenizer = {
  /** More text, cut anywhere. Throws `RecordTooLong`. */
  push(text: string): void
  /** The last record, whether or not a line break follows it. */
  end(): void
}

/** What Excel can hold in one cell. */
const excelCellLength = 32_767

/** Above it a record is kept from using up the memory; a table of 100,000 columns stays below. */
const maxRecordLength = 4_000_000

const lf = 10

/**
 * A strict reader of delimited text (RFC 4180) that may be cut anywhere. Lines end with LF, CRLF or CR, also mixed;
 * blank lines are skipped and counted. Values are never changed or guessed. A record that breaks the rules comes
 * with its fault, and reading goes on at the next line: a quote that is never closed, or is closed by the opening of
 * a later one, is blamed on the line where it stands, and the lines it swallowed follow with `after-open-quote`.
 * Blanks as delimiter count once where several stand, and for nothing at the ends of a line.
 */
export function createTokenizer({
  delimiter,
  plainQuotes = false,
  maxCellLength,
  onRow,
}: TokenizerOptions): Tokenizer {
  const cellLimit = maxCellLength ?? excelCellLength
  const ends = createLineEnds()
  const split = splitterOf(delimiter)
  const quote = createFinder('"')
  const quoted = createQuotedReader({ delimiter, maxCellLength: cellLimit, ends, quote })
  let tail = ''
  let line = 1
  /** As long as the record before: most have as many cells. */
  let blank: readonly string[] = []
  /** The text so far ended with CR: an LF that comes first is the same line break. */
  let endedWithCr = false
  let doubt = { until: 0, line: 0 }

  const emit = (cells: string[], at: number, fault: Fault | null): void =>
    onRow(
      cells,
      line,
      fault ?? (at < doubt.until ? { rule: 'after-open-quote', line: doubt.line, cell: 0 } : null),
    )

  /** The place after a record with quotes, or -1 when it goes on in text that has not come yet. */
  const readQuoted = (text: string, at: number, last: boolean): number => {
    const record = quoted.read(text, at, line, last)
    if (record === 'more') return -1
    emit(record.cells, at, record.fault)
    if (record.fault && record.doubtUntil > doubt.until)
      doubt = { until: record.doubtUntil, line: record.fault.line }
    line += record.lines
    return record.next
  }

  const readPlain = (text: string, at: number, end: number): number => {
    if (end > at) {
      const cells = split(text, at, end, delimiter, blank)
      if (cells.length !== blank.length) blank = cells.map(() => '')
      const longCell = end - at > cellLimit ? cells.findIndex((cell) => cell.length > cellLimit) : -1
      emit(cells, at, longCell < 0 ? null : { rule: 'cell-too-long', line, cell: longCell })
    }
    line += 1
    return afterLineBreak(text, end)
  }

  const read = (text: string, last: boolean): number => {
    ends.search(text)
    quote.search(text)
    quoted.search(text)
    let at = endedWithCr && text.charCodeAt(0) === lf ? 1 : 0
    if (text.length > 0) endedWithCr = false
    while (at < text.length) {
      const end = ends.from(at)
      const isQuoted = !plainQuotes && quote.from(at) < end
      if (!isQuoted && end >= text.length && !last) return at
      const next = isQuoted ? readQuoted(text, at, last) : readPlain(text, at, Math.min(end, text.length))
      if (next < 0) return at
      at = next
      endedWithCr = endsWithCr(text, at)
    }
    return at
  }

  return {
    push(text) {
      const buffer = tail + text
      const consumed = read(buffer, false)
      tail = buffer.slice(consumed)
      doubt.until -= consumed
      if (tail.length > maxRecordLength) throw new RecordTooLong(line)
    },
    end() {
      read(tail, true)
      tail = ''
    },
  }
}
