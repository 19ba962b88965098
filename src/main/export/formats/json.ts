import {
  assertDistinct,
  assertFinite,
  type Cell,
  type Table,
  toDictionary,
  type WriteTable,
} from '../tables/table.ts'

/** About so many characters are written at once, whatever the size of the pages. */
const charactersAWrite = 64 * 1024

type ToText = (row: readonly Cell[]) => string

/** Rows as objects. */
function rowWriter({ columns }: Table): ToText {
  assertDistinct(columns)
  const names = columns.map(({ name }) => name)
  const record: Record<string, Cell> = Object.fromEntries(names.map((name) => [name, null]))
  // An object puts names that are whole numbers first.
  const isInOrder = Object.keys(record).every((name, index) => name === names[index])
  return isInOrder ? (row) => recordJson(record, names, row) : (row) => cellsJson(names, row)
}

/** One record is filled again for each row: the engine writes objects of one shape at twice the speed. */
function recordJson(record: Record<string, Cell>, names: readonly string[], row: readonly Cell[]): string {
  for (let index = 0; index < names.length; index++) {
    const cell = row[index] ?? null
    if (typeof cell === 'number') assertFinite(cell)
    record[names[index] ?? ''] = cell
  }
  return JSON.stringify(record)
}

function cellsJson(names: readonly string[], row: readonly Cell[]): string {
  const pairs = names.map((name, index) => {
    const cell = row[index] ?? null
    if (typeof cell === 'number') assertFinite(cell)
    return `${JSON.stringify(name)}:${JSON.stringify(cell)}`
  })
  return `{${pairs.join(',')}}`
}

async function* objectsOf(table: Table, separator: string): AsyncGenerator<string> {
  const toObject = rowWriter(table)
  let text = ''
  let before = ''
  for await (const page of table.pages)
    for (const row of page) {
      text += before + toObject(row)
      before = separator
      if (text.length < charactersAWrite) continue
      yield text
      text = ''
    }
  if (before !== '') yield `${text}\n`
}

/** An object a line, all columns in each; missing values are null. It has no room for units and provenance. */
export const writeJsonLines: WriteTable = (table) => objectsOf(table, '\n')

/** `{"schema":{name, columns, provenance},"rows":[…]}`, a row a line; missing values are null. */
export const writeJson: WriteTable = async function* (table) {
  const { name, columns, provenance } = table
  yield `{"schema":${JSON.stringify({ name, columns: toDictionary(columns), provenance })},"rows":[\n`
  yield* objectsOf(table, ',\n')
  yield ']}\n'
}
