import { csvLine } from '../../../shared/domain/csvLine.ts'
import { type DataTable, toTsv } from '../../charts/dataTable.ts'

export const copyFormats = ['tsv', 'csv', 'json', 'markdown'] as const
type CopyFormat = (typeof copyFormats)[number]

/** A table for people, and the same as values for programs. */
export type Copied = { table: DataTable; json: unknown }

/** What is put on the clipboard; tables with their headers. */
export function toCopy({ table, json }: Copied, format: CopyFormat): string {
  if (format === 'json') return JSON.stringify(json, null, 2)
  if (format === 'tsv') return toTsv(table)
  const lines = [table.columns, ...table.rows]
  return format === 'csv' ? lines.map((cells) => csvLine(cells)).join('\r\n') : toMarkdown(table)
}

function toMarkdown({ columns, rows }: DataTable): string {
  const line = (cells: DataTable['rows'][number]) => `| ${cells.map(markdownCell).join(' | ')} |`
  return [line(columns), `|${' --- |'.repeat(columns.length)}`, ...rows.map(line)].join('\n')
}

const markdownCell = (cell: string | number | null): string =>
  String(cell ?? '')
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\s*[\r\n]+\s*/g, '<br>')
