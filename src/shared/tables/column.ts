import type { CohortProvenance } from '../domain/results/cohort.ts'
import { notDocumented, type TableColumn } from '../domain/studies/tableColumn.ts'
import { type Message, message } from '../words/message.ts'
import { type Copied, yesNo } from './copyTable.ts'

/** Null means that there is no value, which is different from 0 and from an empty text. */
export type Cell = string | number | boolean | null

/** A column of a table: its line in the data dictionary, with the function that returns its cell for a row. */
export type Column<Row> = TableColumn & { of(row: Row): Cell }

type MakeColumn = <Row>(name: string, about: Message, of: (row: Row) => Cell) => Column<Row>

const columnMaker =
  (type: TableColumn['type'], unit: string | null = null): MakeColumn =>
  (name, about, of) => ({ name, type, unit, about, of })

export const textColumn = columnMaker('text')
export const timeColumn = columnMaker('time')
/** A time from the service or a list; old ones may be incomplete. */
export const foreignTimeColumn: MakeColumn = (name, about, of) => ({
  ...timeColumn(name, about, of),
  parsedType: 'time',
})
export const countColumn = columnMaker('integer')
export const yesNoColumn = columnMaker('boolean')
/** A number whose unit the service does not document. */
export const numberColumn = columnMaker('number', notDocumented)
/** A number without a unit, such as a p or a rank. */
export const plainNumberColumn = columnMaker('number')

/** Returns the columns of the origin of values that were computed together. */
export const provenanceColumns = <Row>(of: (row: Row) => CohortProvenance): Column<Row>[] => [
  textColumn('service', message('export.addressServicesGaveValues'), (row) => of(row).service),
  timeColumn('fetched_from', message('export.whenOldestAnswersFetched'), (row) => of(row).oldestFetchedAt),
  timeColumn('fetched_to', message('export.whenNewestAnswersFetched'), (row) => of(row).newestFetchedAt),
  yesNoColumn('synthetic', message('export.whetherServiceMarkedAny'), (row) => of(row).synthetic),
]

export const toCells = <Row>(columns: readonly Column<Row>[], row: Row): Cell[] =>
  columns.map((column) => column.of(row))

export const toRecord = <Row>(columns: readonly Column<Row>[], row: Row): Record<string, Cell> =>
  Object.fromEntries(columns.map(({ name, of }) => [name, of(row)]))

/** Returns the descriptions of columns without their functions, which cannot cross to another thread. */
export const describeColumns = (columns: readonly TableColumn[]): TableColumn[] =>
  columns.map(({ name, type, unit, about, parsedType }) => ({
    name,
    type,
    unit,
    about,
    ...(parsedType && { parsedType }),
  }))

/** Returns rows as a table for the clipboard. `json`: the data for programs. */
export const toCopied = <Row>(
  columns: readonly Pick<Column<Row>, 'name' | 'of'>[],
  rows: readonly Row[],
  json: unknown = rows,
): Copied => ({
  table: {
    columns: columns.map(({ name }) => name),
    rows: rows.map((row) => columns.map(({ of }) => copiedCell(of(row)))),
  },
  json,
})

const copiedCell = (cell: Cell) => (typeof cell === 'boolean' ? yesNo(cell) : cell)

/** Returns the named columns, in the order of the names. Throws for a name that no column has. */
export const columnsNamed = <Row>(columns: readonly Column<Row>[], names: readonly string[]): Column<Row>[] =>
  names.map((name) => {
    const found = columns.find((column) => column.name === name)
    if (!found) throw new TypeError(`No column is called “${name}”`)
    return found
  })
