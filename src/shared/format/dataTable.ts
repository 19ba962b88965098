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
