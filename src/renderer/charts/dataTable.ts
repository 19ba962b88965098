/** The numbers behind a chart: what a reader without the picture gets, and what is copied. */
export type DataTable = { columns: string[]; rows: (string | number | null)[][] }

const cell = (value: string | number | null): string =>
  value === null ? '' : String(value).replaceAll(/[\t\r\n]+/g, ' ')

/** Tab-separated with a header line, for spreadsheets; missing values are empty, numbers as they came. */
export const toTsv = (table: DataTable): string =>
  [table.columns, ...table.rows].map((row) => row.map(cell).join('\t')).join('\n')
