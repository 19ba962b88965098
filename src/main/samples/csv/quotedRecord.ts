import type { Delimiter } from '../../../shared/domain/importing.ts'
import { createFinder, type Finder, type LineEnds } from './characterFinder.ts'
import { afterLineBreak, countLineBreaks, splitterOf } from './split.ts'

/** Why a record cannot be trusted. `line`: physical line of the cause; `cell`: its place in the record, from 0. */
export type Fault = {
  rule:
    | 'open-quote'
    | 'after-open-quote'
    | 'text-after-quote'
    | 'bare-quote'
    | 'cell-too-long'
    | 'missing-text'
  line: number
  cell: number
}

/** A record read from text: its cells, where the text goes on, and how many line breaks lie behind. */
type QuotedRecord = {
  cells: string[]
  next: number
  lines: number
  fault: Fault | null
  /** How far an open quote reached: nobody can say whether what begins before is a record or its text. */
  doubtUntil: number
}

type QuotedReaderDeps = { delimiter: Delimiter; maxCellLength: number; ends: LineEnds; quote: Finder }

const codes = { blank: 32, quote: 34, lf: 10, cr: 13 }

/** The quote that ends a cell was not found: `more` text may bring it, or there is `none`. */
const closing = { more: -1, none: -2 }

/**
 * Reads records in which a quote occurs. The finders are those of the tokenizer and are sent to each new text by it;
 * `more`: the record goes on in text that has not come yet.
 */
export function createQuotedReader({ delimiter, maxCellLength, ends, quote }: QuotedReaderDeps) {
  const delimiters = createFinder(delimiter)
  const delimiterCode = delimiter.charCodeAt(0)
  const split = splitterOf(delimiter)
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
      return {
        cells,
        next: Math.min(afterLineBreak(text, end), text.length),
        lines: lines + 1,
        fault,
        doubtUntil,
      }
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
      if (text.charCodeAt(at) !== delimiterCode) {
        const next = Math.min(afterLineBreak(text, at), text.length)
        return { cells, next, lines: lines + 1, fault, doubtUntil: 0 }
      }
      at = afterBlanks(text, at + 1)
      if (delimiterCode !== codes.blank || !isCellEnd(text.charCodeAt(at))) continue
      // Blanks at the end of a line part nothing; those at the end of the text so far may not be the last.
      if (at === text.length && !last) return 'more'
      return {
        cells,
        next: Math.min(afterLineBreak(text, at), text.length),
        lines: lines + 1,
        fault,
        doubtUntil: 0,
      }
    }
  }
  return { read, search: (text: string) => delimiters.search(text) }
}

/** The quote that closes the cell opened at `open`; none when the text ends, or the cell outgrows the cap first. */
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
