/** A table as people read it and as it is copied: the numbers behind a chart, the facts of a drug. */
export type DataTable = {
  columns: string[]
  rows: (string | number | null)[][]
  /** Places of columns of p and q, which are read in other steps than values. */
  chances?: readonly number[]
}
