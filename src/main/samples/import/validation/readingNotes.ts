import type { ReadingNote, ReadOptions } from '../../../../shared/domain/samples/importing.ts'
import type { FieldRule } from '../../../../shared/domain/samples/orderForm.ts'
import { type Message, message } from '../../../../shared/words/message.ts'
import { createMissingWords, noMissingWords } from '../cells/missingWords.ts'
import { type CellReading, type Checked, type FileRule } from '../finding.ts'
import { addRow, emptyTally, readingNote, shorten, type Tally } from '../tableRow.ts'

/** Different texts that are counted one by one; a note names the most frequent of them. */
const maxCountedTexts = 200
const maxListedTexts = 5

type Counted = Tally & { texts: Map<string, Text>; isFull: boolean }
type Text = { written: string; read: string | number; count: number }

function countCell(counted: Counted, row: number, written: string, read: string | number): void {
  addRow(counted, row)
  const text = counted.texts.get(written)
  if (text) text.count += 1
  else if (counted.texts.size < maxCountedTexts) counted.texts.set(written, { written, read, count: 1 })
  else counted.isFull = true
}

const isFilled = (cell: string): boolean => cell !== '' && cell.trim() !== ''

/** Watches for rows with a name and nothing else, as headings have. Reports them if most rows hold more. */
export function createSingleNameRule(width: number): FileRule {
  const tally = emptyTally()
  let seen = 0
  let firstName = ''
  return {
    observe(row, cells, { client_reference: name }) {
      if (width < 3) return false
      seen += 1
      const first = cells.findIndex(isFilled)
      for (let at = first + 1; at < cells.length; at++) if (isFilled(cells[at] ?? '')) return true
      if (name === undefined) return true
      if (tally.count === 0) firstName = name
      addRow(tally, row)
      return true
    },
    notes() {
      const [row = 0] = tally.rows
      if (tally.count === 0 || tally.count * 2 > seen) return []
      const values = { count: tally.count, row, firstName: shorten(firstName) }
      const text = message('check.rowsHoldNameNothing', values)
      return [readingNote('lone-names', text, { ...tally, severity: 'warning' })]
    },
  }
}

/** Ages that are no single number: stored as notes if the user chose so, and otherwise counted so that a note can offer it. */
export function createUnreadAges(storesNotes: boolean) {
  const refused = new Map<string, Tally & { first: string }>()
  return {
    /** True if the row is ordered without this age, which becomes a note. */
    take(row: number, rule: FieldRule, column: string, cell: string, { value, findings }: Checked): boolean {
      const isRefused =
        value === undefined && findings.some((one) => one.rule === 'age' || one.rule === 'number')
      // A number that is written otherwise is a mistake to correct, and an age that every order needs cannot be left out.
      if (
        !isRefused ||
        rule.required ||
        /^[\s\d.,+-]*$/.test(cell.replace(/\d\s*[-+]\s*\d|\d\s*\+\s*$/, 'x'))
      )
        return false
      if (storesNotes) return true
      const tally = refused.get(column) ?? { ...emptyTally(), first: cell.trim() }
      refused.set(column, tally)
      addRow(tally, row)
      return false
    },
    notes: (): ReadingNote[] =>
      [...refused].map(([column, { first, ...tally }]) => {
        const values = { count: tally.count, column, first: shorten(first) }
        const text = message('check.agesNoSingleNumberFirst', values)
        const label = message('check.orderWithoutAgeKeep')
        const answers = [{ label, transform: { unreadAges: 'note' as const } }]
        return readingNote('unread-ages', text, { column, ...tally, severity: 'warning', answers })
      }),
  }
}

type NoteTemplate = {
  /** `note` if absent. */
  severity?: 'warning'
  undo?: ReadOptions
  /** How each text is listed: `quoted` if absent. */
  name?: (text: Text) => string
  format(values: { column: string; counted: string }): Message
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
  undo: { missingWords: false },
  format: (values) => message('check.wordsMissingValueRead', values),
}

/** In a column of + and −, a minus is a value. */
const missingMinus: NoteTemplate = {
  ...missingWords,
  severity: 'warning',
  format: ({ column }) => message('check.readEmptyWordsMissing', { column }),
}

const mappedValues: NoteTemplate = {
  name: quotedAs,
  format: (values) => message('check.valuesReplaced', values),
}

const byReading: Record<CellReading, NoteTemplate> = {
  'age-unit-in-cell': { name: quotedAs, format: (values) => message('check.agesNameUnitRead', values) },
  'age-unit-differs': {
    severity: 'warning',
    name: quotedAs,
    format: (values) => message('check.someAgesNameAnother', values),
  },
  'age-noted': { format: (values) => message('check.agesNoSingleNumber', values) },
  'date-time': { name: quotedAs, format: (values) => message('check.timesDayLeftOut', values) },
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

export function createColumnReader({
  rule,
  column,
  values,
  missingWords: reads,
  isUnitNamed,
}: ColumnReading) {
  const createCounted = (): Counted => ({ ...emptyTally(), texts: new Map(), isFull: false })
  const mapped = createCounted()
  const missing = createCounted()
  const others = new Map<CellReading, Counted>()
  const missingWordSet = reads && rule.type !== 'reference' ? createMissingWords(rule) : noMissingWords
  let hasPlus = false
  let hasMinus = false
  const readCell = (row: number, written: string): string => {
    if (!missingWordSet.has(written)) {
      hasPlus ||= written.trim() === '+'
      return written
    }
    if (written.trim() === '-') hasMinus = true
    countCell(missing, row, written.trim(), '')
    return ''
  }
  const toNotes = (rule: string, counted: Counted, template: NoteTemplate): ReadingNote[] => {
    const { count, rows } = counted
    const { name = quoted, format, ...more } = template
    if (count === 0) return []
    const text = format({ column, counted: listTexts(counted, name) })
    return [readingNote(rule, text, { column, count, rows, ...more })]
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
            countCell(mapped, row, text, value)
            return value
          },
    /** Counts what a check did to a cell. */
    count(reading: CellReading, row: number, written: string, value: string | number): void {
      const named = reading === 'age-unit-differs' && !isUnitNamed ? 'age-unit-in-cell' : reading
      const counted = others.get(named) ?? createCounted()
      others.set(named, counted)
      countCell(counted, row, written, value)
    },
    notes: (): ReadingNote[] => [
      ...toNotes('value-map', mapped, mappedValues),
      ...toNotes(
        'missing-words',
        missing,
        hasPlus && hasMinus && rule.type === 'text' ? missingMinus : missingWords,
      ),
      ...[...others].flatMap(([reading, counted]) => toNotes(reading, counted, byReading[reading])),
    ],
  }
}

export type ColumnReader = ReturnType<typeof createColumnReader>
