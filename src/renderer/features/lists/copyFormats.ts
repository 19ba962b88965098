/** A table of texts: the head names the columns. */
export type TextTable = { head: string[]; rows: string[][] }

export const copyFormats = ['tsv', 'csv', 'markdown', 'json'] as const
export type CopyFormat = (typeof copyFormats)[number]

const oneLine = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ')
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const piped = (text: string): string => oneLine(text).replaceAll('\\', '\\\\').replaceAll('|', '\\|')

const writers: Record<CopyFormat, (table: TextTable) => string> = {
  tsv: ({ head, rows }) => [head, ...rows].map((row) => row.map(oneLine).join('\t')).join('\n'),
  csv: ({ head, rows }) => [head, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n'),
  markdown: ({ head, rows }) =>
    [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(piped).join(' | ')} |`).join('\n'),
  json: ({ head: [, ...columns], rows }) =>
    JSON.stringify(
      columns.map((name, column) => ({
        name,
        fields: rows.map(([field = '', ...cells]) => ({ field, value: cells[column] ?? '' })),
      })),
      null,
      2,
    ),
}

/** The table as text for another program; in JSON each column but the first is one object. */
export const writeTable = (table: TextTable, format: CopyFormat): string => writers[format](table)
