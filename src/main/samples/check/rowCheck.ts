import type { Problem } from '../../../shared/domain/importing.ts'
import type { OrderField, OrderFields } from '../../../shared/domain/sample.ts'
import type { Fault } from '../csv/tokenizer.ts'
import type { MappedColumn } from '../mapping.ts'
import type { CellNote, TableRow } from '../tableRow.ts'
import { createCellCheck } from './cellCheck.ts'
import { createDayNumberWatch } from './dayNumberWatch.ts'
import { type Finding, warning } from './finding.ts'
import { createSeenOrders } from './seenOrders.ts'
import { createZeroWatch } from './zeroWatch.ts'

/** A row with its verdict. `fields` only for rows that can be sent; `duplicate`: the same order stands above. */
export type CheckedRow = {
  row: number
  verdict: 'valid' | 'invalid' | 'duplicate'
  fields: OrderFields | null
  problems: readonly Problem[]
}

/** Shared by all rows without a problem, of which there may be millions. */
const none: readonly Problem[] = []

export type RowCheckOptions = {
  columns: readonly string[]
  mapped: readonly MappedColumn[]
  decimal: ',' | '.'
}

export type RowCheck = {
  check(row: TableRow): CheckedRow
  /** What shows only when all rows were seen. */
  finish(): Problem[]
}

/** Checks rows one after another; remembers names and spellings, so one check is for one reading of one file. */
export function createRowCheck({ columns, mapped, decimal }: RowCheckOptions): RowCheck {
  const seen = createSeenOrders()
  const said = new Set<string>()
  const watches = mapped
    .filter(({ field }) => field === 'client_reference' || field === 'donor_id')
    .flatMap(({ column, index }) => [
      { index, watch: createZeroWatch(column) },
      { index, watch: createDayNumberWatch(column) },
    ])
  const checks = mapped.map((entry) => ({ ...entry, check: createCellCheck(entry.field, decimal, seen.add) }))
  const referenceColumn = mapped.find(({ field }) => field === 'client_reference')?.column ?? null

  /** A spelling that is changed is said once and not in every row. */
  const once = (column: string, value: string, { rule }: Finding): boolean => {
    if (rule !== 'normalised' && rule !== 'read-as-date') return true
    const key = `${rule}\n${column}\n${rule === 'normalised' ? value.trim().toLowerCase() : ''}`
    if (said.has(key)) return false
    said.add(key)
    return true
  }

  const checkCells = ({
    row,
    cells,
    notes,
  }: TableRow): { fields: Partial<OrderFields>; problems: readonly Problem[] } => {
    const fields: Partial<OrderFields> = {}
    let problems = none
    seen.begin()
    for (const { column, field, index, check } of checks) {
      const cell = cells[index] ?? ''
      const { value, findings: ofCell } = check(cell)
      const findings = notes ? [...ofCell, ...findingsOf(notes, index, field)] : ofCell
      if (value !== undefined) setField(fields, field, value)
      if (findings.length === 0) continue
      const told = findings.filter((finding) => once(column, cell, finding))
      problems = [...problems, ...told.map((finding) => ({ row, column, value: shorten(cell), ...finding }))]
    }
    return { fields, problems }
  }

  /** The problem of a name that stands above already, and whether it is the same order again. */
  const repeats = (row: number, reference: string): Problem | null => {
    const first = seen.note(row, reference)
    if (!first) return null
    const message = first.same
      ? `The row says the same as line ${first.row}. The order is placed once.`
      : `“${reference}” names a sample with other values on line ${first.row}. Give each sample a name of its own, or remove one of the rows.`
    const rule = first.same ? 'duplicate-in-file' : 'conflicting-row'
    return { row, column: referenceColumn, value: reference, rule, message, severity: 'error' }
  }

  return {
    check(tableRow) {
      const { row, cells } = tableRow
      const broken = structureProblem(tableRow, columns)
      if (broken) return { row, verdict: 'invalid', fields: null, problems: [broken] }
      for (const { index, watch } of watches) watch.see(row, cells[index] ?? '')
      const { fields, problems: ofCells } = checkCells(tableRow)
      const reference = fields.client_reference
      const repeat = reference === undefined ? null : repeats(row, reference)
      if (!repeat && ofCells.length === 0 && isOrder(fields))
        return { row, verdict: 'valid', fields, problems: ofCells }
      const problems = repeat ? [...ofCells, repeat] : ofCells
      const errors = problems.filter(({ severity }) => severity === 'error')
      if (errors.length === 0 && isOrder(fields)) return { row, verdict: 'valid', fields, problems }
      const double = errors.length === 1 && repeat?.rule === 'duplicate-in-file'
      return { row, verdict: double ? 'duplicate' : 'invalid', fields: null, problems }
    },
    finish: () => watches.flatMap(({ watch }) => watch.findings()),
  }
}

/** What the reader said about a cell. A date where a name is expected is what a spreadsheet has made of the name. */
function findingsOf(notes: readonly CellNote[], index: number, field: OrderField): Finding[] {
  return notes.flatMap(({ cell, ...finding }) => {
    if (cell !== index) return []
    return finding.rule === 'read-as-date' && field !== 'collected_at' ? [madeDate] : [finding]
  })
}

const madeDate = warning(
  'excel-date',
  'The workbook holds a date here, which is perhaps a name that was turned into one (as SEPT2 becomes 2-Sep). Check it; it is sent as it stands.',
)

/** Written out, since a property by a changing name costs more than the check of a cell. */
function setField(fields: Partial<OrderFields>, field: OrderField, value: string | number): void {
  switch (field) {
    case 'client_reference':
      fields.client_reference = String(value)
      break
    case 'donor_id':
      fields.donor_id = value
      break
    case 'group':
      fields.group = value
      break
    case 'age':
      fields.age = value
      break
    case 'sex':
      fields.sex = value
      break
    case 'tissue':
      fields.tissue = value
      break
    case 'treatment':
      fields.treatment = value
      break
    case 'collected_at':
      fields.collected_at = value
      break
  }
}

const isOrder = (fields: Partial<OrderFields>): fields is OrderFields => fields.client_reference !== undefined

/** Enough of a cell to find it by. */
const shorten = (cell: string): string => (cell.length > 200 ? `${cell.slice(0, 200)}…` : cell)

/** What is wrong with the record as such, before any of its cells is looked at. */
export function structureProblem(
  { row, cells, fault }: TableRow,
  columns: readonly string[],
): Problem | null {
  if (fault) {
    const column = fault.rule === 'after-open-quote' ? null : (columns[fault.cell] ?? null)
    const value = column === null ? null : shorten(cells[fault.cell] ?? '')
    const at = fault.rule === 'after-open-quote' ? row : fault.line
    return { row: at, column, value, rule: fault.rule, message: faultMessage(fault), severity: 'error' }
  }
  const extra = cells.slice(columns.length)
  if (cells.length >= columns.length && extra.every((cell) => cell.trim() === '')) return null
  const message =
    `The row has ${cells.length} cells, the header ${columns.length}. ` +
    (cells.length < columns.length
      ? 'Add what is missing, also where a cell is empty.'
      : 'Put a cell that holds the delimiter in quotes.')
  return {
    row,
    column: null,
    value: shorten(cells.join(' | ')),
    rule: 'ragged-row',
    message,
    severity: 'error',
  }
}

function faultMessage({ rule, line }: Fault): string {
  switch (rule) {
    case 'open-quote':
      return `A quote opens on line ${line} and is not closed. Close it at the end of the cell, or remove it; a quote inside a cell is written twice.`
    case 'after-open-quote':
      return `The row stands after the quote that opens on line ${line} and is not closed, so it may be part of that cell. Close that quote first.`
    case 'text-after-quote':
      return 'Text stands after the quote that closes the cell. A quote inside a quoted cell is written twice.'
    case 'bare-quote':
      return 'A quote stands inside a cell without quotes. Put the whole cell in quotes and write the inner quote twice.'
    case 'cell-too-long':
      return 'The cell has more than 32,767 characters, more than a spreadsheet can hold. Shorten it.'
  }
}
