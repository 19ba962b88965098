import { csvLine, escapeFormula } from '../format/csvLine.ts'
import { englishReplacer } from '../words/message.ts'

export const copyFormats = ['tsv', 'csv', 'json', 'markdown'] as const
export type CopyFormat = (typeof copyFormats)[number]

type Cell = DataTable['rows'][number][number]

/** A table for people, and the same data as JSON for programs. */
export type Copied = { table: DataTable; json: unknown }

/** Makes a table for the clipboard with one column per entry of `columns`. `json`: the data for programs. */
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

/** Returns the text for the clipboard. Tables start with their header. */
export function toCopy({ table, json }: Copied, format: CopyFormat): string {
  if (format === 'json') return JSON.stringify(json, englishReplacer, 2)
  if (format === 'tsv') return toTsv(table)
  return format === 'csv' ? toCsv(table) : toMarkdown(table)
}

/**
 * Returns tab-separated text with a header line, to paste into a spreadsheet. Missing values are empty and numbers are
 * unchanged. A text that a spreadsheet would run as a formula is neutralized, as in CSV.
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

/** A table as it is displayed and copied, such as the numbers behind a chart or the facts about a drug. */
export type DataTable = {
  columns: string[]
  rows: (string | number | null)[][]
  /** Indexes of the columns with p and q values, which use other rounding steps than values. */
  chances?: readonly number[]
}

/** Adds a column with the source of the numbers, because copied rows get separated from their page. */
export const withSource = (table: DataTable, source: string | undefined, word: string): DataTable =>
  source === undefined
    ? table
    : { ...table, columns: [...table.columns, word], rows: table.rows.map((row) => [...row, source]) }
