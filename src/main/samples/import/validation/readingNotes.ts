import type { ReadingNote, ReadOptions } from '../../../../shared/domain/samples/importing.ts'
import type { FieldRule } from '../../../../shared/domain/samples/orderForm.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import type { CellReading } from '../cells/finding.ts'
import { createMissingWords, noMissingWords } from '../cells/missingWords.ts'
import { formatCount, shorten } from '../tableRow.ts'

const maxListedRows = 20
/** Different texts that are counted one by one; a note names the most frequent of them. */
const maxCountedTexts = 200
const maxListedTexts = 5

type Counted = { column: string; count: number; rows: number[]; texts: Map<string, Text>; isFull: boolean }
type Text = { written: string; read: string | number; count: number }

/** Counts the cells of a column that one rule of reading changed. */
function createCellCounter(column: string) {
  const counted: Counted = { column, count: 0, rows: [], texts: new Map(), isFull: false }
  return {
    counted,
    count(row: number, written: string, read: string | number): void {
      counted.count += 1
      if (counted.rows.length < maxListedRows) counted.rows.push(row)
      const text = counted.texts.get(written)
      if (text) text.count += 1
      else if (counted.texts.size < maxCountedTexts) counted.texts.set(written, { written, read, count: 1 })
      else counted.isFull = true
    },
  }
}

/**
 * Watches for rows that hold the name of a sample and nothing else, as headings and notes within a table do: they are
 * noted where most other rows hold more.
 */
export function createSingleNameDetector(width: number) {
  const rows: number[] = []
  let [count, seen] = [0, 0]
  let firstName = ''
  const isSingle = (cells: readonly string[]): boolean => {
    let filled = 0
    for (const cell of cells)
      if (cell !== '' && cell.trim() !== '') {
        filled += 1
        if (filled > 1) return false
      }
    return true
  }
  return {
    observe(row: number, cells: readonly string[], name: string | undefined): void {
      seen += 1
      if (width < 3 || name === undefined || !isSingle(cells)) return
      if (count === 0) firstName = name
      count += 1
      if (rows.length < maxListedRows) rows.push(row)
    },
    notes(): ReadingNote[] {
      const [row = 0] = rows
      if (count === 0 || count * 2 > seen) return []
      const text =
        count === 1
          ? message`Row ${row} holds the name “${shorten(firstName)}” and nothing else, where other rows hold more. It is read as a sample. Delete it if it is a heading or a note.`
          : message`${formatCount(count)} rows hold a name and nothing else (“${shorten(firstName)}” first), where other rows hold more. They are read as samples. Delete those that are headings or notes.`
      return [
        { rule: 'lone-names', column: null, count, rows, message: text, severity: 'warning', undo: null },
      ]
    },
  }
}

type NoteTemplate = {
  rule: string
  severity: ReadingNote['severity']
  undo: ReadOptions | null
  format(counted: Counted): Message
}

/** Lists the most frequent texts, each formatted by `name`, with its count. */
function listTexts({ texts, isFull }: Counted, name: (text: Text) => string): string {
  const all = [...texts.values()].sort((a, b) => b.count - a.count)
  const shown = all.slice(0, maxListedTexts).map((text) => `${name(text)} (${text.count})`)
  return [...shown, ...(all.length > maxListedTexts || isFull ? ['…'] : [])].join(', ')
}

const quoted = ({ written }: Text): string => `“${shorten(written.trim())}”`
const quotedAs = (text: Text): string => `${quoted(text)} → “${shorten(String(text.read))}”`

const missingWords: NoteTemplate = {
  rule: 'missing-words',
  severity: 'note',
  undo: { missingWords: false },
  format: (counted) =>
    message`Words for a missing value in “${counted.column}” are read as empty: ${listTexts(counted, quoted)}.`,
}

/** In a column of + and −, a minus is a value. */
const missingMinus: NoteTemplate = {
  ...missingWords,
  severity: 'warning',
  format: (counted) =>
    message`“${counted.column}” has “+”, but “-” in it is read as empty, as words for a missing value are. If “-” means “without”, read these words as text.`,
}

const mappedValues: NoteTemplate = {
  rule: 'value-map',
  severity: 'note',
  undo: null,
  format: (counted) => message`Values of “${counted.column}” are replaced: ${listTexts(counted, quotedAs)}.`,
}

const byReading: Record<CellReading, NoteTemplate> = {
  'age-unit-in-cell': {
    rule: 'age-unit-in-cell',
    severity: 'note',
    undo: null,
    format: (counted) =>
      message`Ages in “${counted.column}” that name their unit are read in it and sent in years: ${listTexts(counted, quotedAs)}.`,
  },
  'age-unit-differs': {
    rule: 'age-unit-differs',
    severity: 'warning',
    undo: null,
    format: (counted) =>
      message`Some ages in “${counted.column}” name another unit than the one of the column. The unit in the cell is used, and they are sent in years: ${listTexts(counted, quotedAs)}.`,
  },
  'age-noted': {
    rule: 'age-noted',
    severity: 'note',
    undo: null,
    format: (counted) =>
      message`Ages in “${counted.column}” that are no single number are stored as notes on this computer, and their samples are ordered without an age: ${listTexts(counted, quoted)}.`,
  },
  'date-time': {
    rule: 'date-time',
    severity: 'note',
    undo: null,
    format: (counted) =>
      message`Times of day in “${counted.column}” are left out; the day is sent as it is written, in whatever time zone: ${listTexts(counted, quotedAs)}.`,
  },
}

/**
 * The settings for reading a column's cells before they are checked. `read`: undefined if the text is used unchanged.
 */
export type ColumnReading = {
  rule: FieldRule
  column: string
  /** Text of a cell -> text to read instead. */
  values: ReadonlyMap<string, string>
  /** Words for a missing value are read as empty. */
  missingWords: boolean
  /** True if the unit of the ages was chosen by the user or named by the header. */
  isUnitNamed: boolean
}

/** Creates the reader of one column's cells, which also collects its notes. */
export function createColumnReader({
  rule,
  column,
  values,
  missingWords: reads,
  isUnitNamed,
}: ColumnReading) {
  const mapped = createCellCounter(column)
  const missing = createCellCounter(column)
  const others = new Map<CellReading, ReturnType<typeof createCellCounter>>()
  const missingWordSet = reads && rule.type !== 'reference' ? createMissingWords(rule) : noMissingWords
  let hasPlus = false
  let hasMinus = false
  const readCell = (row: number, written: string): string => {
    if (!missingWordSet.has(written)) {
      hasPlus ||= written.trim() === '+'
      return written
    }
    if (written.trim() === '-') hasMinus = true
    missing.count(row, written.trim(), '')
    return ''
  }
  const toNotes = (
    { counted }: ReturnType<typeof createCellCounter>,
    wording: NoteTemplate,
  ): ReadingNote[] => {
    const { count, rows } = counted
    const { rule: name, severity, undo } = wording
    return count === 0
      ? []
      : [{ rule: name, column, count, rows, message: wording.format(counted), severity, undo }]
  }
  return {
    /** The cells that `read` may change. */
    replaceable: {
      any: values.size > 0,
      words: rule.type === 'text' ? missingWordSet.lengths : noMissingWords.lengths,
    },
    /** Returns the text to check in place of the cell's own. */
    read:
      values.size === 0
        ? readCell
        : (row: number, written: string): string => {
            const text = written.trim()
            const value = values.get(text)
            if (value === undefined) return readCell(row, written)
            mapped.count(row, text, value)
            return value
          },
    /** Counts what a check did to a cell. */
    count(reading: CellReading, row: number, written: string, value: string | number): void {
      const named = reading === 'age-unit-differs' && !isUnitNamed ? 'age-unit-in-cell' : reading
      const counter = others.get(named) ?? createCellCounter(column)
      others.set(named, counter)
      counter.count(row, written, value)
    },
    notes: (): ReadingNote[] => [
      ...toNotes(mapped, mappedValues),
      ...toNotes(missing, hasPlus && hasMinus && rule.type === 'text' ? missingMinus : missingWords),
      ...[...others].flatMap(([reading, counter]) => toNotes(counter, byReading[reading])),
    ],
  }
}

export type ColumnReader = ReturnType<typeof createColumnReader>
