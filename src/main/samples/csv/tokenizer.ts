import type { Delimiter } from '../../../shared/domain/importing.ts'

/** Why a record cannot be trusted. `line`: physical line of the cause; `cell`: its place in the record, from 0. */
export type Fault = {
  rule: 'open-quote' | 'after-open-quote' | 'text-after-quote' | 'bare-quote' | 'cell-too-long'
  line: number
  cell: number
}

export type TokenizerOptions = {
  delimiter: Delimiter
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
const longestRecord = 4_000_000

const codes = { quote: 34, lf: 10, cr: 13 }

/** Where the next of a character is, asked of the text once per occurrence; Infinity when there is none. */
type Finder = (text: string, from: number) => number

function createFinder(character: string): Finder & { forget(): void } {
  let found = -1
  const find: Finder = (text, from) => {
    if (found < from) {
      const next = text.indexOf(character, from)
      found = next < 0 ? Number.POSITIVE_INFINITY : next
    }
    return found
  }
  return Object.assign(find, { forget: () => void (found = -1) })
}

/** A record read from text: its cells, where the text goes on, and how many line breaks lie behind. */
type ReadRow = {
  cells: string[]
  next: number
  lines: number
  fault: Fault | null
  /** How far an open quote reached: nobody can say whether what begins before is a record or its text. */
  doubtUntil: number
}
/** `more`: the record goes on in text that has not come yet. */
type Reading = ReadRow | 'more'

/**
 * A strict reader of delimited text (RFC 4180) that may be cut anywhere. Lines end with LF, CRLF or CR, also mixed;
 * blank lines are skipped and counted. Values are never changed or guessed. A record that breaks the rules comes
 * with its fault, and reading goes on at the next line: a quote that is never closed, or is closed by the opening of
 * a later one, is blamed on the line where it stands, and the lines it swallowed follow with `after-open-quote`.
 */
export function createTokenizer({ delimiter, maxCellLength, onRow }: TokenizerOptions): Tokenizer {
  const cap = maxCellLength ?? excelCellLength
  const lf = createFinder('\n')
  const cr = createFinder('\r')
  const quote = createFinder('"')
  const readQuoted = createQuotedReader(delimiter, cap)
  let tail = ''
  let line = 1
  /** The text so far ended with CR: an LF that comes first is the same line break. */
  let halfBreak = false
  let doubt = { until: 0, line: 0 }

  const emit = (cells: string[], at: number, fault: Fault | null): void =>
    onRow(
      cells,
      line,
      fault ?? (at < doubt.until ? { rule: 'after-open-quote', line: doubt.line, cell: 0 } : null),
    )

  const read = (text: string, last: boolean): number => {
    for (const finder of [lf, cr, quote]) finder.forget()
    let at = 0
    if (halfBreak && text.length > 0) {
      if (text.charCodeAt(0) === codes.lf) at = 1
      halfBreak = false
    }
    while (at < text.length) {
      const end = Math.min(lf(text, at), cr(text, at))
      if (quote(text, at) < end) {
        const row = readQuoted(text, at, line, last)
        if (row === 'more') return at
        emit(row.cells, at, row.fault)
        if (row.fault && row.doubtUntil > doubt.until) doubt = { until: row.doubtUntil, line: row.fault.line }
        line += row.lines
        at = row.next
        halfBreak = endsWithCr(text, at)
        continue
      }
      if (end === Number.POSITIVE_INFINITY && !last) return at
      const stop = Math.min(end, text.length)
      if (stop > at) emitPlain(text, at, stop)
      line += 1
      at = afterBreak(text, stop)
      halfBreak = endsWithCr(text, at)
    }
    return at
  }

  const emitPlain = (text: string, from: number, end: number): void => {
    const cells = splitPlain(text, from, end, delimiter)
    const long = end - from > cap ? cells.findIndex((cell) => cell.length > cap) : -1
    emit(cells, from, long < 0 ? null : { rule: 'cell-too-long', line, cell: long })
  }

  return {
    push(text) {
      const whole = tail + text
      const done = read(whole, false)
      tail = whole.slice(done)
      doubt.until -= done
      if (tail.length > longestRecord) throw new RecordTooLong(line)
    },
    end() {
      read(tail, true)
      tail = ''
    },
  }
}

const endsWithCr = (text: string, at: number): boolean =>
  at === text.length && text.charCodeAt(at - 1) === codes.cr

/** The place after the line break at `at`, CRLF being one. */
const afterBreak = (text: string, at: number): number =>
  text.charCodeAt(at) === codes.cr && text.charCodeAt(at + 1) === codes.lf ? at + 2 : at + 1

function splitPlain(text: string, from: number, end: number, delimiter: string): string[] {
  const cells: string[] = []
  let start = from
  for (;;) {
    const next = text.indexOf(delimiter, start)
    if (next < 0 || next >= end) {
      cells.push(text.slice(start, end))
      return cells
    }
    cells.push(text.slice(start, next))
    start = next + 1
  }
}

/** Reads one record in which a quote occurs. */
function createQuotedReader(delimiter: string, cap: number) {
  const delimiterCode = delimiter.charCodeAt(0)
  const isCellEnd = (code: number): boolean =>
    code === delimiterCode || code === codes.lf || code === codes.cr || Number.isNaN(code)

  return (text: string, start: number, line: number, last: boolean): Reading => {
    const cells: string[] = []
    let lines = 0
    let fault: Fault | null = null
    let at = start
    /** The record without understanding for quotes from here on: to the end of the physical line. */
    const giveUp = (rule: Fault['rule'], doubtUntil: number): Reading => {
      const end = lineEnd(text, at)
      if (end === text.length && !last) return 'more'
      fault ??= { rule, line: line + lines, cell: cells.length }
      cells.push(...splitPlain(text, at, end, delimiter))
      const next = Math.min(afterBreak(text, end), text.length)
      return { cells, next, lines: lines + 1, fault, doubtUntil }
    }
    for (;;) {
      if (text.charCodeAt(at) === codes.quote) {
        const close = closingQuote(text, at, cap, last)
        if (close === 'more') return 'more'
        if (close === null) return giveUp(openRule(text, at, cap), Math.min(at + cap, text.length))
        const cell = text.slice(at + 1, close)
        const breaks = countBreaks(cell)
        if (!isCellEnd(text.charCodeAt(close + 1)))
          return breaks > 0 ? giveUp('open-quote', close) : giveUp('text-after-quote', 0)
        cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell)
        lines += breaks
        at = close + 1
      } else {
        const end = plainEnd(text, at, delimiterCode)
        if (end === text.length && !last) return 'more'
        const cell = text.slice(at, end)
        if (cell.includes('"')) fault ??= { rule: 'bare-quote', line: line + lines, cell: cells.length }
        if (cell.length > cap) fault ??= { rule: 'cell-too-long', line: line + lines, cell: cells.length }
        cells.push(cell)
        at = end
      }
      if (text.charCodeAt(at) !== delimiterCode) {
        const next = Math.min(afterBreak(text, at), text.length)
        return { cells, next, lines: lines + 1, fault, doubtUntil: 0 }
      }
      at += 1
    }
  }
}

/** The quote that closes the cell opened at `open`; null when there is none, or the cell outgrows the cap first. */
function closingQuote(text: string, open: number, cap: number, last: boolean): number | 'more' | null {
  const limit = open + 1 + cap
  for (let at = open + 1; ; at += 2) {
    at = text.indexOf('"', at)
    if (at < 0) return text.length > limit || last ? null : 'more'
    if (at > limit) return null
    // A quote that ends the text so far may be the first of a doubled one.
    if (at + 1 === text.length && !last) return 'more'
    if (text.charCodeAt(at + 1) !== codes.quote) return at
  }
}

/** A cell over the cap that stays on one line is just long; one that runs over lines was never closed. */
function openRule(text: string, open: number, cap: number): Fault['rule'] {
  const end = lineEnd(text, open)
  return end - open > cap ? 'cell-too-long' : 'open-quote'
}

function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === codes.lf || code === codes.cr) return at
  }
  return text.length
}

function plainEnd(text: string, from: number, delimiterCode: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === delimiterCode || code === codes.lf || code === codes.cr) return at
  }
  return text.length
}

/** Physical line breaks inside a cell: LF, CRLF or CR, each one. */
function countBreaks(cell: string): number {
  let count = 0
  for (let at = 0; at < cell.length; at++) {
    const code = cell.charCodeAt(at)
    if (code === codes.lf) count += 1
    else if (code === codes.cr && cell.charCodeAt(at + 1) !== codes.lf) count += 1
  }
  return count
}
