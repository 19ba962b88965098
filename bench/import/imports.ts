import { createReadStream } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { suggestMapping } from '../../src/main/samples/import/mapping/columnMapping.ts'
import { checkedRows } from '../../src/main/samples/import/reader/runReader.ts'
import { transformSchema } from '../../src/shared/domain/samples/importing.ts'
import { defaultOrderForm } from '../../src/shared/domain/samples/orderForm.ts'
import { tables } from './database.ts'

const rowsPerTransaction = 50_000
const rowsPerStatement = 10

/** From the file to the rows of a table; the database is new. */
export type ImportFile = (path: string, database: string) => Promise<void>

function openTable(
  file: string,
  { columns, setUp }: { columns: number; setUp: string },
): { database: DatabaseSync; insert: (rows: number) => StatementSync } {
  const database = new DatabaseSync(file)
  database.exec(setUp)
  const values = `(${Array.from({ length: columns }, () => '?').join(',')})`
  const insert = (rows: number) =>
    database.prepare(`INSERT INTO samples VALUES ${Array.from({ length: rows }, () => values).join(',')}`)
  return { database, insert }
}

/** Imports like the app: rows are decoded, mapped and checked, and valid ones are inserted ten per statement. */
const columns = 'sample_name,donor_id,age,sex,tissue,treatment,group,collected_at,viability,batch'.split(',')
const readAs = { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 } as const

async function importOurs(path: string, file: string): Promise<void> {
  const mapping = suggestMapping(columns, defaultOrderForm)
  const { database, insert } = openTable(file, tables.orders)
  const ten = insert(rowsPerStatement)
  const one = insert(1)
  const blank: readonly (string | number | null)[] = Array.from(
    { length: rowsPerStatement * tables.orders.columns },
    () => null,
  )
  let values = blank.slice()
  let filled = 0
  let rows = 0
  database.exec('BEGIN')
  for await (const chunk of checkedRows({
    path,
    readAs,
    sha256: null,
    columns,
    changes: [],
    mapping,
    transform: transformSchema.parse({}),
    form: defaultOrderForm,
    records: 'none',
  }))
    for (const { row, fields } of chunk.rows) {
      if (!fields) continue
      const { client_reference, age, sex, tissue, treatment, group, collected_at, donor_id } = fields
      values[filled++] = row
      values[filled++] = client_reference
      values[filled++] = donor_id ?? null
      values[filled++] = age ?? null
      values[filled++] = sex ?? null
      values[filled++] = tissue ?? null
      values[filled++] = treatment ?? null
      values[filled++] = group ?? null
      values[filled++] = collected_at ?? null
      rows += 1
      if (filled === values.length) {
        // Values that are spread go through an iterator first.
        Reflect.apply(ten.run, ten, values)
        // A list that grew old would have each young text in it noted for the collector of garbage.
        values = blank.slice()
        filled = 0
      }
      if (rows % rowsPerTransaction === 0) database.exec('COMMIT; BEGIN')
    }
  for (let at = 0; at < filled; at += tables.orders.columns)
    one.run(...values.slice(at, at + tables.orders.columns))
  database.exec('COMMIT')
  database.close()
}

/** The usual way: Papa Parse in pieces, a prepared statement for each row, nothing checked. */
async function importPapa(path: string, file: string): Promise<void> {
  const { default: Papa } = await import('papaparse')
  const { database, insert } = openTable(file, tables.file)
  const one = insert(1)
  let isHeader = true
  await new Promise<void>((resolve, reject) => {
    Papa.parse<string[]>(createReadStream(path, { highWaterMark: 256 * 1024 }), {
      delimiter: ',',
      skipEmptyLines: true,
      chunk: ({ data }) => {
        database.exec('BEGIN')
        for (const cells of data) {
          if (isHeader) isHeader = false
          else one.run(...cells)
        }
        database.exec('COMMIT')
      },
      complete: () => resolve(),
      error: reject,
    })
  })
  database.close()
}

export const imports = { ours: importOurs, 'Papa Parse, single rows': importPapa } satisfies Record<
  string,
  ImportFile
>
