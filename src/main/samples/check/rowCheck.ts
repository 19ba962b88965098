import { hash } from 'node:crypto'
import type { Problem } from '../../../shared/domain/importing.ts'
import type { OrderField, OrderFields } from '../../../shared/domain/sample.ts'
import type { TableRow } from '../csv/table.ts'
import type { Fault } from '../csv/tokenizer.ts'
import type { MappedColumn } from '../mapping.ts'
import type { Checked, Finding } from './finding.ts'
import { checkName, checkReference } from './text.ts'
import { checkAge, checkDay, checkSex } from './values.ts'
import { createZeroWatch } from './zeroWatch.ts'

/** A row with its verdict. `fields` only for rows that can be sent; `duplicate`: the same order stands above. */
export type CheckedRow = {
  row: number
  verdict: 'valid' | 'invalid' | 'duplicate'
  fields: OrderFields | null
  problems: Problem[]
}

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

type Seen = { row: number; print: string }

/** Checks rows one after another; remembers names and spellings, so one check is for one reading of one file. */
export function createRowCheck({ columns, mapped, decimal }: RowCheckOptions): RowCheck {
  const seen = new Map<string, Seen>()
  const said = new Set<string>()
  const watches = mapped
    .filter(({ field }) => field === 'client_reference' || field === 'donor_id')
    .map(({ column, index }) => ({ index, watch: createZeroWatch(column) }))
  const referenceColumn = mapped.find(({ field }) => field === 'client_reference')?.column ?? null

  /** A spelling that is changed is said once and not in every row. */
  const once = (column: string, value: string, finding: Finding): boolean => {
    if (finding.rule !== 'normalised') return true
    const key = `${column}\n${value.trim().toLowerCase()}`
    if (said.has(key)) return false
    said.add(key)
    return true
  }

  const checkCells = ({ row, cells }: TableRow): { fields: Partial<OrderFields>; problems: Problem[] } => {
    const fields: Partial<Record<OrderField, string | number>> = {}
    const problems: Problem[] = []
    for (const { column, field, index } of mapped) {
      const cell = cells[index] ?? ''
      const { value, findings } = checkField(field, cell, decimal)
      if (value !== undefined) fields[field] = value
      for (const finding of findings)
        if (once(column, cell, finding)) problems.push({ row, column, value: shorten(cell), ...finding })
    }
    return { fields: fields as Partial<OrderFields>, problems }
  }

  /** The problem of a name that stands above already, and whether it is the same order again. */
  const repeats = (row: number, reference: string, fields: object): Problem | null => {
    const print = hash('sha1', JSON.stringify(fields), 'base64url').slice(0, 16)
    const first = seen.get(reference)
    if (!first) {
      seen.set(reference, { row, print })
      return null
    }
    const same = first.print === print
    const message = same
      ? `The row says the same as line ${first.row}. The order is placed once.`
      : `“${reference}” names a sample with other values on line ${first.row}. Give each sample a name of its own, or remove one of the rows.`
    const rule = same ? 'duplicate-in-file' : 'conflicting-row'
    return { row, column: referenceColumn, value: reference, rule, message, severity: 'error' }
  }

  return {
    check(tableRow) {
      const { row, cells } = tableRow
      const broken = structureProblem(tableRow, columns)
      if (broken) return { row, verdict: 'invalid', fields: null, problems: [broken] }
      for (const { index, watch } of watches) watch.see(row, cells[index]?.trim() ?? '')
      const { fields, problems } = checkCells(tableRow)
      const reference = fields.client_reference
      const repeat = reference === undefined ? null : repeats(row, reference, fields)
      if (repeat) problems.push(repeat)
      const errors = problems.filter(({ severity }) => severity === 'error')
      if (errors.length === 0 && reference !== undefined)
        return { row, verdict: 'valid', fields: { ...fields, client_reference: reference }, problems }
      const double = errors.length === 1 && repeat?.rule === 'duplicate-in-file'
      return { row, verdict: double ? 'duplicate' : 'invalid', fields: null, problems }
    },
    finish: () => watches.flatMap(({ watch }) => watch.findings()),
  }
}

function checkField(field: OrderField, cell: string, decimal: ',' | '.'): Checked {
  switch (field) {
    case 'client_reference':
      return checkReference(cell)
    case 'age':
      return checkAge(cell, decimal)
    case 'sex':
      return checkSex(cell)
    case 'collected_at':
      return checkDay(cell)
    default:
      return checkName(cell)
  }
}

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
