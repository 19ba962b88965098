import { englishReplacer } from '../messages/message.ts'
import { csvLine, escapeFormula } from './csvLine.ts'

export const copyFormats = ['tsv', 'csv', 'json', 'markdown'] as const
export type CopyFormat = (typeof copyFormats)[number]

type Cell = DataTable['rows'][number][number]

/** A table for people, and the same as values for programs. */
export type Copied = { table: DataTable; json: unknown }

/** Rows for the clipboard: a column a name, in their order. `json`: the same for programs, the rows unless it says more. */
export const toCopiedTable = <Row>(
  rows: readonly Row[],
  columns: Record<string, (row: Row) => Cell>,
  json: unknown = rows,
): Copied => ({
  table: {
    columns: Object.keys(columns),
    rows: rows.map((row) => Object.values(columns).map((read) => read(row))),
  },
  json,
})

export const yesNo = (is: boolean): string => (is ? 'yes' : 'no')

/** What is put on the clipboard; tables with their headers. */
export function toCopy({ table, json }: Copied, format: CopyFormat): string {
  if (format === 'json') return JSON.stringify(json, englishReplacer, 2)
  if (format === 'tsv') return toTsv(table)
  return format === 'csv' ? toCsv(table) : toMarkdown(table)
}

/**
 * Tab-separated with a header line, to be pasted into a spreadsheet; missing values are empty, numbers as they came. A
 * text that a spreadsheet would run as a formula is made inert, as in CSV.
 */
export const toTsv = (table: DataTable): string =>
  [table.columns, ...table.rows].map((row) => row.map(tsvCell).join('\t')).join('\n')

function tsvCell(cell: Cell): string {
  const text = typeof cell === 'string' ? escapeFormula(cell) : String(cell ?? '')
  return text.replaceAll(/[\t\r\n]+/g, ' ')
}

const toCsv = ({ columns, rows }: DataTable): string =>
  [columns, ...rows].map((cells) => csvLine(cells)).join('\r\n')

function toMarkdown({ columns, rows }: DataTable): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map(markdownCell).join(' | ')} |`
  return [line(columns), `|${' --- |'.repeat(columns.length)}`, ...rows.map(line)].join('\n')
}

const markdownCell = (cell: Cell): string =>
  String(cell ?? '')
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\s*[\r\n]+\s*/g, '<br>')

/** A table as people read it and as it is copied: the numbers behind a chart, the facts of a drug. */
export type DataTable = {
  columns: string[]
  rows: (string | number | null)[][]
  /** Places of columns of p and q, which are read in other steps than values. */
  chances?: readonly number[]
}

/** With where its numbers are from in each row, as rows part from the page and from each other. */
export const withSource = (table: DataTable, source: string | undefined, word: string): DataTable =>
  source === undefined
    ? table
    : { ...table, columns: [...table.columns, word], rows: table.rows.map((row) => [...row, source]) }
