import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cell, Table } from '../table.ts'
import {
  bytesOf,
  edgeNumbers,
  naughtyColumns,
  naughtyRows,
  naughtyTable,
  provenance,
  toTable,
} from './testing/naughtyTable.ts'
import { writers } from './writers.ts'

let folder: string
let connection: DuckDBConnection
let count = 0
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pathclock-parquet-'))
  connection = await (await DuckDBInstance.create(':memory:')).connect()
})
afterAll(() => {
  connection.closeSync()
  rmSync(folder, { recursive: true, force: true })
})

async function save(table: Table): Promise<string> {
  const path = join(folder, `${++count}.parquet`)
  writeFileSync(path, await bytesOf(writers.parquet, table))
  return path
}
const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRows()
const column = (type: Table['columns'][number]['type'], name: string = type) =>
  ({ name, type, unit: null, about: '' }) as const

/** As a column of its type holds it: mixed cells are texts, whole numbers are of 64 bits. */
const stored = (row: readonly Cell[]) =>
  row.map((cell, index) => {
    const type = naughtyColumns[index]?.type
    if (cell === null) return null
    if (type === 'integer') return BigInt(Number(cell))
    if (type === 'number' || type === 'boolean') return cell
    // Both readers leave out the mark when they make a text of the bytes, which hold it.
    return String(cell).replace(/^\uFEFF/, '')
  })

describe('a table as parquet', () => {
  it('has the right types and values for DuckDB', async () => {
    const path = await save(naughtyTable())
    const types = await ask(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '${path}')`)
    expect(types.slice(0, 6)).toEqual([
      ['text', 'VARCHAR'],
      ['number', 'DOUBLE'],
      ['whole', 'BIGINT'],
      ['flag', 'BOOLEAN'],
      ['at', 'VARCHAR'],
      ['mixed', 'VARCHAR'],
    ])
    expect(await ask(`SELECT * FROM '${path}'`)).toEqual(naughtyRows.map(stored))
    expect(await ask(`SELECT count(*) FROM '${path}' WHERE "text" = chr(65279) || 'mark'`)).toEqual([[1n]])
  })

  it('comes back through hyparquet with its columns under their names', async () => {
    const bytes = await bytesOf(writers.parquet, naughtyTable())
    const file = new Uint8Array(bytes).buffer
    const rows = await parquetReadObjects({ file })
    expect(rows.map(({ text, mixed, number }) => [text, mixed, number])).toEqual(
      naughtyRows.map(stored).map(([text, number, , , , mixed]) => [text, mixed, number]),
    )
  })

  it('carries its data dictionary and provenance', async () => {
    const path = await save(naughtyTable())
    const notes = await ask(`SELECT key::VARCHAR, value::VARCHAR FROM parquet_kv_metadata('${path}')`)
    const bytes = await bytesOf(writers.parquet, naughtyTable())
    const { key_value_metadata } = await parquetMetadataAsync(new Uint8Array(bytes).buffer)
    const byKey = Object.fromEntries((key_value_metadata ?? []).map(({ key, value }) => [key, value ?? '']))
    expect(notes.map(([key]) => key)).toEqual(Object.keys(byKey))
    expect(byKey['pathclock.name']).toBe('naughty')
    expect(JSON.parse(byKey['pathclock.columns'] ?? '')).toEqual(naughtyColumns)
    expect(JSON.parse(byKey['pathclock.provenance'] ?? '')).toEqual(provenance)
  })

  it('keeps every number as it is, -0 too, also where few numbers come often', async () => {
    const numbers = Array.from({ length: 3000 }, (_, index) => [-0, 0, ...edgeNumbers][index % 14] ?? null)
    const path = await save(
      toTable(
        [column('number')],
        numbers.map((value) => [value]),
      ),
    )
    const read = (await ask(`SELECT number FROM '${path}'`)).flat()
    expect(read.every((value, index) => Object.is(value, numbers[index]))).toBe(true)
  })

  it('tells what is missing from an empty text and from 0', async () => {
    const path = await save(
      toTable(
        [column('text'), column('number')],
        [
          ['', 0],
          [null, null],
        ],
      ),
    )
    expect(await ask(`SELECT * FROM '${path}'`)).toEqual([
      ['', 0],
      [null, null],
    ])
  })

  it.each([
    ['integer', 0.5],
    ['integer', 2 ** 53],
    ['integer', '1'],
    ['number', 'x'],
    ['boolean', 1],
  ] as const)('refuses in a column of type %s the value %j, naming row and column', async (type, value) => {
    await expect(save(toTable([column(type, 'age')], [[null], [value]]))).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(/Row 2 of the column “age”/),
      details: { problems: [{ field: 'age' }] },
    })
  })

  it('may have no rows, one row, or hundreds of columns with very long texts', async () => {
    expect(await ask(`SELECT * FROM '${await save(toTable(naughtyColumns, []))}'`)).toEqual([])
    const columns = Array.from({ length: 300 }, (_, index) => column('text', `column.${index}`))
    const row = columns.map(({ name }, index) => name.repeat(index === 7 ? 200_000 : 1))
    const path = await save(toTable(columns, [row]))
    expect(await ask(`SELECT * FROM '${path}'`)).toEqual([row])
  })

  it('is read in groups of rows of which each column says its least and greatest', async () => {
    const rows = Array.from({ length: 200_000 }, (_, index): Cell[] => [`S${index % 7}`, index % 1000])
    const path = await save(toTable([column('text'), column('integer')], rows, 1000))
    const groups = await ask(
      `SELECT row_group_num_rows, stats_min_value, stats_max_value FROM parquet_metadata('${path}') WHERE path_in_schema = 'integer'`,
    )
    expect(groups).toEqual(Array.from({ length: 5 }, () => [40_000n, '0', '999']))
    expect(await ask(`SELECT count(*), sum("integer") FROM '${path}' WHERE "text" = 'S3'`)).toEqual([
      [28_571n, rows.reduce((sum, [text, value]) => sum + (text === 'S3' ? BigInt(Number(value)) : 0n), 0n)],
    ])
  })
})
