import type { Delimiter } from '../../../../shared/domain/samples/importing.ts'
import type { Fault } from '../tableRow.ts'

type TokenizerOptions = {
  delimiter: Delimiter
  /** Quotes are characters like others. */
  plainQuotes?: boolean
  /** Longest cell in UTF-16 units; a quoted cell that grows beyond it was never meant to be one. */
  maxCellLength?: number | undefined
  /** Cells as text, the physical line where the record starts (from 1), and what is wrong with it, if anything. */
  onRow: (cells: string[], line: number, fault: Fault | null) => void
}

/** The error for a record that is too long for the file to be a table. */
export class RecordTooLong extends Error {
  readonly line: number
  constructor(line: number) {
    super(`the record on line ${line} does not end`)
    this.line = line
  }
}

type Tokenizer = {
  /** More text, cut anywhere. Throws `RecordTooLong`. */
  push(text: string): void
  /** The last record, whether or not a line break follows it. */
  end(): void
}

/** The longest text Excel can hold in one cell. */
const excelCellLength = 32_767

/** The longest record, in characters, to limit memory; a table of 100,000 columns stays below it. */
const maxRecordLength = 4_000_000

const codes = { lf: 10, cr: 13, blank: 32, quote: 34 }

/**
 * Creates a strict reader of delimited text (RFC 4180) that arrives in pieces of any size. Lines end with LF, CRLF or
 * CR, also mixed; blank lines are skipped and counted. Values are never changed or guessed. A record that breaks the
 * rules is delivered with its fault, and reading resumes at the next line. A quote that is never closed, or is closed
 * by the opening of a later one, is reported on its own line, and the lines it swallowed follow with
 * `after-open-quote`. With a blank as delimiter, runs of blanks count once, and blanks at the ends of a line are
 * ignored.
 */
export function createTokenizer({
  delimiter,
  plainQuotes = false,
  maxCellLength = excelCellLength,
  onRow,
}: TokenizerOptions): Tokenizer {
  const ends = createLineEnds()
  const split = delimiter === ' ' ? splitBlanks : splitPlain
  const quote = createFinder('"')
  const quoted = createQuotedReader({ delimiter, maxCellLength, ends, quote, split })
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
      const longCell = end - at > maxCellLength ? cells.findIndex((cell) => cell.length > maxCellLength) : -1
      emit(cells, at, longCell < 0 ? null : { rule: 'cell-too-long', line, cell: longCell })
    }
    line += 1
    return afterLineBreak(text, end)
  }

  const read = (text: string, last: boolean): number => {
    ends.search(text)
    quote.search(text)
    quoted.search(text)
    let at = endedWithCr && text.charCodeAt(0) === codes.lf ? 1 : 0
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

/** Finds the next position of a character. Searches the text once per occurrence, provided the calls move forward. */
type Finder = {
  /** Starts over with a new text. */
  search(text: string): void
  /** The first place at or after `from`; `notFound` when there is none. */
  from(from: number): number
}

/** Beyond the end of every text. */
const notFound = 0x3fffffff

function createFinder(character: string): Finder {
  let text = ''
  let found = -1
  return {
    search(next) {
      text = next
      found = -1
    },
    from(from) {
      if (found >= from) return found
      const at = text.indexOf(character, from)
      found = at < 0 ? notFound : at
      return found
    },
  }
}

/** Finds line ends of all three kinds: LF, CRLF and CR, also mixed. */
function createLineEnds(): Finder {
  const lf = createFinder('\n')
  const cr = createFinder('\r')
  return {
    search(text) {
      lf.search(text)
      cr.search(text)
    },
    from(from) {
      const atLf = lf.from(from)
      const atCr = cr.from(from)
      return atLf < atCr ? atLf : atCr
    },
  }
}

const endsWithCr = (text: string, at: number): boolean =>
  at === text.length && text.charCodeAt(at - 1) === codes.cr

/** The place after the line break at `at`, CRLF being one. */
const afterLineBreak = (text: string, at: number): number =>
  text.charCodeAt(at) === codes.cr && text.charCodeAt(at + 1) === codes.lf ? at + 2 : at + 1

/** Splits a text without quotes. `template`: the previous record, which usually has the same number of cells. */
function splitPlain(
  text: string,
  from: number,
  end: number,
  delimiter: string,
  template: readonly string[] = [],
): string[] {
  const cells = template.slice()
  let count = 0
  let start = from
  for (;;) {
    const next = text.indexOf(delimiter, start)
    if (next < 0 || next >= end) break
    cells[count] = text.slice(start, next)
    count += 1
    start = next + 1
  }
  cells[count] = text.slice(start, end)
  if (cells.length > count + 1) cells.length = count + 1
  return cells
}

/** Splits a text whose cells are separated by runs of blanks. */
function splitBlanks(text: string, from: number, end: number): string[] {
  const cells = text
    .slice(from, end)
    .split(' ')
    .filter((cell) => cell !== '')
  return cells.length === 0 ? [''] : cells
}

/** Counts the physical line breaks in a part of a text. LF, CRLF and CR each count as one. */
export function countLineBreaks(text: string, from: number, end: number): number {
  let count = 0
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === codes.lf) count += 1
    else if (code === codes.cr && (at + 1 === end || text.charCodeAt(at + 1) !== codes.lf)) count += 1
  }
  return count
}

/** A record read from text: its cells, the position after it, and the number of its line breaks. */
type QuotedRecord = {
  cells: string[]
  next: number
  lines: number
  fault: Fault | null
  /** The end of an open quote. A record that begins before it may be part of the quoted text. */
  doubtUntil: number
}

type QuotedReaderDeps = {
  delimiter: Delimiter
  maxCellLength: number
  ends: Finder
  quote: Finder
  split: typeof splitPlain
}

/** The quote that ends a cell was not found: `more` text may bring it, or there is `none`. */
const closing = { more: -1, none: -2 }

/**
 * Reads records that contain a quote. The finders belong to the tokenizer, which resets them for each new text; `more`:
 * the record continues in text that has not arrived yet.
 */
function createQuotedReader({ delimiter, maxCellLength, ends, quote, split }: QuotedReaderDeps) {
  const delimiters = createFinder(delimiter)
  const delimiterCode = delimiter.charCodeAt(0)
  const isCellEnd = (code: number): boolean =>
    code === delimiterCode || code === codes.lf || code === codes.cr || Number.isNaN(code)

  const afterBlanks = (text: string, from: number): number => {
    let at = from
    if (delimiterCode === codes.blank) while (text.charCodeAt(at) === codes.blank) at += 1
    return at
  }

  const read = (text: string, start: number, line: number, last: boolean): QuotedRecord | 'more' => {
    const cells: string[] = []
    let lines = 0
    let fault: Fault | null = null
    let at = afterBlanks(text, start)
    /** The record without understanding for quotes from here on: to the end of the physical line. */
    const giveUp = (rule: Fault['rule'], doubtUntil: number): QuotedRecord | 'more' => {
      const end = Math.min(ends.from(at), text.length)
      if (end === text.length && !last) return 'more'
      fault ??= { rule, line: line + lines, cell: cells.length }
      cells.push(...split(text, at, end, delimiter))
      at = end
      return endRecord(doubtUntil)
    }
    const endRecord = (doubtUntil: number): QuotedRecord => {
      const next = Math.min(afterLineBreak(text, at), text.length)
      return { cells, next, lines: lines + 1, fault, doubtUntil }
    }
    for (;;) {
      if (text.charCodeAt(at) === codes.quote) {
        const close = closingQuote(text, at, maxCellLength, last)
        if (close === closing.more) return 'more'
        if (close === closing.none)
          return giveUp(
            openRule(at, Math.min(ends.from(at), text.length), maxCellLength),
            Math.min(at + maxCellLength, text.length),
          )
        const breaks = ends.from(at) < close ? countLineBreaks(text, at + 1, close) : 0
        if (!isCellEnd(text.charCodeAt(close + 1)))
          return breaks > 0 ? giveUp('open-quote', close) : giveUp('text-after-quote', 0)
        const cell = text.slice(at + 1, close)
        cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell)
        lines += breaks
        at = close + 1
      } else {
        const end = Math.min(delimiters.from(at), ends.from(at), text.length)
        if (end === text.length && !last) return 'more'
        if (quote.from(at) < end) fault ??= { rule: 'bare-quote', line: line + lines, cell: cells.length }
        if (end - at > maxCellLength)
          fault ??= { rule: 'cell-too-long', line: line + lines, cell: cells.length }
        cells.push(text.slice(at, end))
        at = end
      }
      if (text.charCodeAt(at) !== delimiterCode) return endRecord(0)
      at = afterBlanks(text, at + 1)
      if (delimiterCode !== codes.blank || !isCellEnd(text.charCodeAt(at))) continue
      // Blanks at the end of a line part nothing; those at the end of the text so far may not be the last.
      if (at === text.length && !last) return 'more'
      return endRecord(0)
    }
  }
  return { read, search: (text: string) => delimiters.search(text) }
}

/** Returns the quote that closes the cell opened at `open`, or none within the text and the limit. */
function closingQuote(text: string, open: number, maxCellLength: number, last: boolean): number {
  const limit = open + 1 + maxCellLength
  for (let at = open + 1; ; at += 2) {
    at = text.indexOf('"', at)
    if (at < 0) return text.length > limit || last ? closing.none : closing.more
    if (at > limit) return closing.none
    // A quote that ends the text so far may be the first of a doubled one.
    if (at + 1 === text.length && !last) return closing.more
    if (text.charCodeAt(at + 1) !== codes.quote) return at
  }
}

/** A cell over the cap that stays on one line is just long; one that runs over lines was never closed. */
const openRule = (open: number, end: number, maxCellLength: number): Fault['rule'] =>
  end - open > maxCellLength ? 'cell-too-long' : 'open-quote'
