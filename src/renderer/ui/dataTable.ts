/** A table as people read it and as it is copied: the numbers behind a chart, the facts of a drug. */
export type DataTable = { columns: string[]; rows: (string | number | null)[][] }
