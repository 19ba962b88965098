import type { ReadingNote, ReadOptions } from '../../../shared/domain/importing.ts'
import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import type { CellReading } from './finding.ts'
import { createMissingWords, noMissingWords } from './missingWords.ts'
import { shorten } from './structure.ts'

const mostRows = 20
/** Different texts that are counted one by one; a note names the most frequent of them. */
const mostTexts = 200
const mostNamed = 5

type Counted = { column: string; count: number; rows: number[]; texts: Map<string, Text>; isFull: boolean }
type Text = { written: string; read: string | number; count: number }

/** Counts the cells of a column that one rule of reading changed. */
function createCellCounter(column: string) {
  const counted: Counted = { column, count: 0, rows: [], texts: new Map(), isFull: false }
  return {
    counted,
    count(row: number, written: string, read: string | number): void {
      counted.count += 1
      if (counted.rows.length < mostRows) counted.rows.push(row)
      const text = counted.texts.get(written)
      if (text) text.count += 1
      else if (counted.texts.size < mostTexts) counted.texts.set(written, { written, read, count: 1 })
      else counted.isFull = true
    },
  }
}

/**
 * Watches for rows that hold the name of a sample and nothing else, as headings and notes within a table do: they are
 * noted where most other rows hold more.
 */
export function createLoneNameWatch(width: number) {
  const rows: number[] = []
  let [count, seen] = [0, 0]
  let firstName = ''
  const isLone = (cells: readonly string[]): boolean => {
    let filled = 0
    for (const cell of cells)
      if (cell !== '' && cell.trim() !== '') {
        filled += 1
        if (filled > 1) return false
      }
    return true
  }
  return {
    see(row: number, cells: readonly string[], name: string | undefined): void {
      seen += 1
      if (width < 3 || name === undefined || !isLone(cells)) return
      if (count === 0) firstName = name
      count += 1
      if (rows.length < mostRows) rows.push(row)
    },
    notes(): ReadingNote[] {
      const [row = 0] = rows
      if (count === 0 || count * 2 > seen) return []
      const message =
        count === 1
          ? `Row ${row} holds the name “${shorten(firstName)}” and nothing else, where other rows hold more. It is read as a sample. Delete it if it is a heading or a note.`
          : `${numbers.format(count)} rows hold a name and nothing else (“${shorten(firstName)}” first), where other rows hold more. They are read as samples. Delete those that are headings or notes.`
      return [{ rule: 'lone-names', column: null, count, rows, message, severity: 'warning', undo: null }]
    },
  }
}

const numbers = new Intl.NumberFormat('en')

type Wording = {
  rule: string
  severity: ReadingNote['severity']
  undo: ReadOptions | null
  say(counted: Counted): string
}

/** The most frequent texts, each as `name` writes it, with how often it stands there. */
function named({ texts, isFull }: Counted, name: (text: Text) => string): string {
  const all = [...texts.values()].sort((a, b) => b.count - a.count)
  const shown = all.slice(0, mostNamed).map((text) => `${name(text)} (${text.count})`)
  return [...shown, ...(all.length > mostNamed || isFull ? ['…'] : [])].join(', ')
}

const quoted = ({ written }: Text): string => `“${shorten(written.trim())}”`
const quotedAs = (text: Text): string => `${quoted(text)} → “${shorten(String(text.read))}”`

const missingWords: Wording = {
  rule: 'missing-words',
  severity: 'note',
  undo: { missingWords: false },
  say: (counted) =>
    `Words for a missing value in “${counted.column}” are read as empty: ${named(counted, quoted)}.`,
}

/** In a column of + and −, a minus is a value. */
const missingMinus: Wording = {
  ...missingWords,
  severity: 'warning',
  say: (counted) =>
    `“${counted.column}” has “+”, but “-” in it is read as empty, as words for a missing value are. If “-” means “without”, read these words as text.`,
}

const mappedValues: Wording = {
  rule: 'value-map',
  severity: 'note',
  undo: null,
  say: (counted) => `Values of “${counted.column}” are replaced: ${named(counted, quotedAs)}.`,
}

const byReading: Record<CellReading, Wording> = {
  'age-unit-in-cell': {
    rule: 'age-unit-in-cell',
    severity: 'note',
    undo: null,
    say: (counted) =>
      `Ages in “${counted.column}” that name their unit are read in it and sent in years: ${named(counted, quotedAs)}.`,
  },
  'age-unit-differs': {
    rule: 'age-unit-differs',
    severity: 'warning',
    undo: null,
    say: (counted) =>
      `Some ages in “${counted.column}” name another unit than the one of the column. The unit in the cell is used, and they are sent in years: ${named(counted, quotedAs)}.`,
  },
  'date-time': {
    rule: 'date-time',
    severity: 'note',
    undo: null,
    say: (counted) =>
      `Times of day in “${counted.column}” are left out; the day is sent as it is written, in whatever time zone: ${named(counted, quotedAs)}.`,
  },
}

/** How the cells of a column are read before they are checked. `read`: undefined for the text as it stands. */
export type ColumnReading = {
  rule: FieldRule
  column: string
  /** Text of a cell -> what is read in its place. */
  values: ReadonlyMap<string, string>
  /** Words for a missing value are read as empty. */
  missingWords: boolean
  /** The unit of its ages was named by a person or the header. */
  isUnitNamed: boolean
}

/** What reading does to the cells of one column, and the notes of it. */
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
  const words = reads && rule.type !== 'reference' ? createMissingWords(rule) : noMissingWords
  let hasPlus = false
  let hasMinus = false
  const readCell = (row: number, written: string): string => {
    if (!words.has(written)) {
      hasPlus ||= written.trim() === '+'
      return written
    }
    if (written.trim() === '-') hasMinus = true
    missing.count(row, written.trim(), '')
    return ''
  }
  const noteOf = ({ counted }: ReturnType<typeof createCellCounter>, wording: Wording): ReadingNote[] => {
    const { count, rows } = counted
    const { rule: name, severity, undo } = wording
    return count === 0
      ? []
      : [{ rule: name, column, count, rows, message: wording.say(counted), severity, undo }]
  }
  return {
    /** The cells that `read` may change. */
    changing: { any: values.size > 0, words: rule.type === 'text' ? words.lengths : noMissingWords.lengths },
    /** The text that is checked in place of the one that stands there. */
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
      ...noteOf(mapped, mappedValues),
      ...noteOf(missing, hasPlus && hasMinus && rule.type === 'text' ? missingMinus : missingWords),
      ...[...others].flatMap(([reading, counter]) => noteOf(counter, byReading[reading])),
    ],
  }
}

export type ColumnReader = ReturnType<typeof createColumnReader>
