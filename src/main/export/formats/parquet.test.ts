import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cell } from '../../../shared/tables/column.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { newFileFolder } from '../../testing/newFolder.ts'
import type { Table } from '../tables/table.ts'
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

const folder = newFileFolder()
let connection: DuckDBConnection
let count = 0
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect()
})
afterAll(() => {
  connection.closeSync()
})

async function save(table: Table): Promise<string> {
  const path = join(folder, `${++count}.parquet`)
  writeFileSync(path, await bytesOf(writers.parquet, table))
  return path
}
const queryRows = async (sql: string) => (await connection.runAndReadAll(sql)).getRows()
/** Returns the columns of a file, each with its type, in one text. */
const typesOf = async (path: string): Promise<string> => {
  const types = `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '${path}')`
  return (await queryRows(types)).map((row) => row.join(' ')).join(', ')
}
const column = (type: Table['columns'][number]['type'], name: string = type) =>
  ({ name, type, unit: null, about: joinMessages([]) }) as const

/** Converts a row to the stored types: mixed cells are texts, integers have 64 bits. */
const stored = (row: readonly Cell[]) =>
  row.map((cell, index) => {
    const type = naughtyColumns[index]?.type
    if (cell === null) return null
    if (type === 'integer') return BigInt(Number(cell))
    if (type === 'number' || type === 'boolean') return cell
    if (type === 'time') return BigInt(Date.parse(String(cell)))
    // Both readers drop the byte order mark when they decode the bytes that contain it.
    return String(cell).replace(/^\uFEFF/, '')
  })

describe('a table as parquet', () => {
  it('has the right types and values for DuckDB', async () => {
    const path = await save(naughtyTable())
    expect(await typesOf(path)).toMatch(
      /^text VARCHAR, number DOUBLE, whole BIGINT, flag BOOLEAN, at TIMESTAMP, mixed VARCHAR, /,
    )
    const read = await queryRows(`SELECT * REPLACE (epoch_ms("at") AS "at") FROM '${path}'`)
    expect(read).toEqual(naughtyRows.map(stored))
    const marked = await queryRows(`SELECT count(*) FROM '${path}' WHERE "text" = chr(65279) || 'mark'`)
    expect(marked).toEqual([[1n]])
  })

  it('reads back with hyparquet under its column names', async () => {
    const bytes = await bytesOf(writers.parquet, naughtyTable())
    const file = new Uint8Array(bytes).buffer
    const rows = await parquetReadObjects({ file })
    expect(rows.map(({ text, mixed, number }) => [text, mixed, number])).toEqual(
      naughtyRows.map(stored).map(([text, number, , , , mixed]) => [text, mixed, number]),
    )
  })

  it('contains its data dictionary and provenance', async () => {
    const path = await save(naughtyTable())
    const notes = await queryRows(`SELECT key::VARCHAR, value::VARCHAR FROM parquet_kv_metadata('${path}')`)
    const bytes = await bytesOf(writers.parquet, naughtyTable())
    const { key_value_metadata } = await parquetMetadataAsync(new Uint8Array(bytes).buffer)
    const byKey = Object.fromEntries((key_value_metadata ?? []).map(({ key, value }) => [key, value ?? '']))
    expect(notes.map(([key]) => key)).toEqual(Object.keys(byKey))
    expect(byKey['pathclock.name']).toBe('naughty')
    expect(JSON.parse(byKey['pathclock.columns'] ?? '')).toEqual(naughtyColumns)
    expect(JSON.parse(byKey['pathclock.provenance'] ?? '')).toEqual(provenance)
  })

  it('keeps every number exactly, including -0, even if a few numbers repeat often', async () => {
    const numbers = Array.from({ length: 3000 }, (_, index) => [-0, 0, ...edgeNumbers][index % 14] ?? null)
    const rows = numbers.map((value) => [value])
    const path = await save(toTable([column('number')], rows))
    const read = (await queryRows(`SELECT number FROM '${path}'`)).flat()
    expect(read.every((value, index) => Object.is(value, numbers[index]))).toBe(true)
  })

  it('distinguishes missing values, empty texts and 0', async () => {
    const rows = [
      ['', 0],
      [null, null],
    ]
    const path = await save(toTable([column('text'), column('number')], rows))
    expect(await queryRows(`SELECT * FROM '${path}'`)).toEqual(rows)
  })

  it.each([
    ['integer', 0.5],
    ['integer', 2 ** 53],
    ['integer', '1'],
    ['number', 'x'],
    ['boolean', 1],
    ['time', 'yesterday'],
    ['time', '2026-02-30T00:00:00.000Z'],
    ['time', '2026-01-02T03:04:05.6789Z'],
    ['time', '2026-01-02T03:04:05'],
  ] as const)('rejects the value %j in a column of type %s, naming row and column', async (type, value) => {
    await expect(save(toTable([column(type, 'age')], [[null], [value]]))).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(/Row 2 of the column “age”/),
      details: { problems: [{ field: 'age' }] },
    })
  })

  it('has days as DATE and ages as DOUBLE whatever the rows contain, with the original texts beside them', async () => {
    const columns: Table['columns'] = [
      { ...column('text', 'collected_at'), parsedType: 'day' },
      { ...column('mixed', 'age'), parsedType: 'number' },
      column('text', 'age_text'),
    ]
    const sound = [['2024-02-29', 30.5, 'own']]
    const odd = [...sound, ['in spring', '31.0', ''], ['2023-02-29', 'adult', null], [null, null, null]]
    const path = await save(toTable(columns, odd))
    const types =
      'collected_at DATE, collected_at_text VARCHAR, age DOUBLE, field_age_text VARCHAR, age_text VARCHAR'
    expect(await typesOf(path)).toBe(types)
    expect(await typesOf(await save(toTable(columns, [])))).toBe(types)
    const read = `SELECT * REPLACE (strftime(collected_at, '%x') AS collected_at) FROM '${path}'`
    expect(await queryRows(read)).toEqual([
      ['2024-02-29', '2024-02-29', 30.5, '30.5', 'own'],
      [null, 'in spring', 31, '31.0', ''],
      [null, '2023-02-29', null, 'adult', null],
      [null, null, null, null, null],
    ])
    const late = `SELECT count(*) FROM '${path}' WHERE collected_at >= DATE '2024-01-01'`
    expect(await queryRows(late)).toEqual([[1n]])
    const bytes = await bytesOf(writers.parquet, toTable(columns, odd))
    const { key_value_metadata: notes } = await parquetMetadataAsync(new Uint8Array(bytes).buffer)
    const dictionary = notes?.find(({ key }) => key === 'pathclock.columns')?.value ?? ''
    const described = (JSON.parse(dictionary) as Table['columns']).map(({ name, type }) => `${name} ${type}`)
    expect(described.join(', ')).toBe(
      'collected_at day, collected_at_text text, age number, field_age_text text, age_text text',
    )
  })

  it('has foreign times as TIMESTAMP with their texts beside them, and free fields as STRING', async () => {
    const columns: Table['columns'] = [
      { ...column('time', 'created_at'), parsedType: 'time' },
      { ...column('number', 'dose'), parsedType: 'text' },
    ]
    const rows = [
      ['2026-01-02T03:04:05.678Z', 0.5],
      ['2026-01-02', 7],
      ['2026-01-02T03:04:05.678901Z', null],
    ]
    const path = await save(toTable(columns, rows))
    expect(await typesOf(path)).toBe('created_at TIMESTAMP, created_at_text VARCHAR, dose VARCHAR')
    expect(await queryRows(`SELECT * REPLACE (epoch_ms(created_at) AS created_at) FROM '${path}'`)).toEqual([
      [BigInt(Date.UTC(2026, 0, 2, 3, 4, 5, 678)), '2026-01-02T03:04:05.678Z', '0.5'],
      [null, '2026-01-02', '7'],
      [null, '2026-01-02T03:04:05.678901Z', null],
    ])
  })

  it('has times as moments in UTC, in every time zone', async () => {
    const times = ['1969-12-31T23:59:59.999Z', '2026-03-29T01:30:00+02:00', null]
    const rows = times.map((time) => [time])
    const path = await save(toTable([column('time', 'fetched_at')], rows))
    expect((await queryRows(`SELECT epoch_ms(fetched_at) FROM '${path}'`)).flat()).toEqual([
      -1n,
      BigInt(Date.UTC(2026, 2, 28, 23, 30)),
      null,
    ])
  })

  it('supports no rows, one row, and hundreds of columns with very long texts', async () => {
    expect(await queryRows(`SELECT * FROM '${await save(toTable(naughtyColumns, []))}'`)).toEqual([])
    const columns = Array.from({ length: 300 }, (_, index) => column('text', `column.${index}`))
    const row = columns.map(({ name }, index) => name.repeat(index === 7 ? 200_000 : 1))
    const path = await save(toTable(columns, [row]))
    expect(await queryRows(`SELECT * FROM '${path}'`)).toEqual([row])
  })

  it('is read in row groups with the minimum and maximum of each column', async () => {
    const rows = Array.from({ length: 200_000 }, (_, index): Cell[] => [`S${index % 7}`, index % 1000])
    const path = await save(toTable([column('text'), column('integer')], rows, 1000))
    const groups = await queryRows(
      `SELECT row_group_num_rows, stats_min_value, stats_max_value FROM parquet_metadata('${path}') WHERE path_in_schema = 'integer'`,
    )
    expect(groups).toEqual(Array.from({ length: 5 }, () => [40_000n, '0', '999']))
    expect(await queryRows(`SELECT count(*), sum("integer") FROM '${path}' WHERE "text" = 'S3'`)).toEqual([
      [28_571n, rows.reduce((sum, [text, value]) => sum + (text === 'S3' ? BigInt(Number(value)) : 0n), 0n)],
    ])
  })
})
