import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { unescapeFormula } from '../../../shared/format/csvLine.ts'
import type { Cell } from '../../../shared/tables/column.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { createTokenizer } from '../../samples/import/csv/tokenizer.ts'
import { newFileFolder } from '../../testing/newFolder.ts'
import {
  bytesOf,
  naughtyColumns,
  naughtyRows,
  naughtyTable,
  naughtyTexts,
  toTable,
} from './testing/naughtyTable.ts'
import { hasPython, pythonReads } from './testing/otherReaders.ts'
import { writers } from './writers.ts'

const folder = newFileFolder()

const text = (name: string) => ({ name, type: 'text', unit: null, about: joinMessages([]) }) as const
/** Returns a cell as text, without the apostrophe that makes it inert. */
const seen = (cell: Cell): string => (cell === null ? '' : String(cell))
const expected = [naughtyColumns.map(({ name }) => name), ...naughtyRows.map((row) => row.map(seen))]
const plain = (records: string[][]): string[][] => records.map((record) => record.map(unescapeFormula))

describe.each([
  ['csv', ','],
  ['csv-excel', ','],
  ['tsv', '\t'],
] as const)('a table as %s', (format, delimiter) => {
  const write = writers[format]
  const written = async (): Promise<string> => (await bytesOf(write, naughtyTable())).toString('utf8')

  it('starts with an encoding mark for Excel only', async () => {
    expect((await written()).startsWith('\uFEFF')).toBe(format === 'csv-excel')
  })

  it('reads back cell by cell with csv-parse', async () => {
    const read = parse(await written(), { delimiter, bom: true, record_delimiter: '\r\n' })
    expect(plain(read)).toEqual(expected)
  })

  it('reads back cell by cell with our own reader', async () => {
    const read: string[][] = []
    const onRow = (cells: string[], _: number, fault: unknown): void =>
      void read.push(fault ? ['fault'] : cells)
    const tokenizer = createTokenizer({ delimiter, onRow })
    tokenizer.push((await written()).replace(/^\uFEFF/, ''))
    tokenizer.end()
    expect(plain(read)).toEqual(expected)
  })

  it('reads back cell by cell with Python', async ({ skip }) => {
    if (!hasPython()) skip('skipped: no Python')
    const path = join(folder, format)
    writeFileSync(path, await written())
    const program =
      'import csv,json,sys;sys.stdout.write(json.dumps(list(csv.reader(open(sys.argv[1],encoding="utf-8-sig",newline=""),' +
      `delimiter=${JSON.stringify(delimiter)},strict=True))))`
    expect(plain(pythonReads(program, path) as string[][])).toEqual(expected)
  })

  it('contains no text that a spreadsheet would run', async () => {
    const read: string[][] = parse(await written(), { delimiter, bom: true, record_delimiter: '\r\n' })
    const texts = read.flatMap((record) => [record[0] ?? '', ...record.slice(6)])
    const isNumber = (cell: string) => String(Number(cell)) === cell
    expect(texts.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !isNumber(cell))).toEqual([])
    expect(texts).toContain('-2')
  })

  it('ends each record with a line end, and has no blank lines', async () => {
    const bytes = await bytesOf(write, toTable([text('only')], [[''], [null], ['x']]))
    expect(bytes.toString('utf8').replace('\uFEFF', '')).toBe('only\r\n""\r\n""\r\nx\r\n')
  })
})

describe('a table as csv for computers with a decimal comma', () => {
  it('has semicolons and commas, numbers as numbers and texts unchanged', async () => {
    const table = toTable(
      [text('name'), { ...text('n'), type: 'number' }],
      [
        ['a;b', 0.5],
        ['-2', -1.25],
        ['-2.5', 1e-7],
        ['1,5', 3],
        ['-', null],
      ],
    )
    const bytes = await bytesOf(writers['csv-excel-semicolon'], table)
    expect(bytes.toString()).toBe('\uFEFFname;n\r\n"a;b";0,5\r\n-2;-1,25\r\n\'-2.5;1e-7\r\n1,5;3\r\n-;\r\n')
  })
})

describe('a table as csv', () => {
  it('distinguishes missing values, empty texts and 0', async () => {
    const table = toTable([text('a'), text('b'), text('c')], [[null, '', 0]])
    const bytes = await bytesOf(writers.csv, table)
    expect(bytes.toString()).toBe('a,b,c\r\n,"",0\r\n')
    const path = join(folder, 'missing.csv')
    writeFileSync(path, bytes)
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const read = await connection.runAndReadAll(
      `SELECT * FROM read_csv('${path}', all_varchar = true, allow_quoted_nulls = false)`,
    )
    expect(read.getRows()).toEqual([[null, '', '0']])
    connection.closeSync()
  })

  it('writes numbers that read back as the same numbers', async () => {
    const numbers = [-0, 1e21, 5e-324, 2 ** 53, 0.1 + 0.2, 1e-7, -1.5, 1.7976931348623157e308]
    const table = toTable(
      [{ ...text('n'), type: 'number' }],
      numbers.map((value) => [value]),
    )
    const lines = (await bytesOf(writers.csv, table)).toString().trim().split('\r\n').slice(1)
    expect(lines.map(Number)).toEqual(numbers.map((value) => value + 0))
    expect(lines).toEqual(numbers.map(String))
  })

  it('supports hundreds of columns and very long cells', async () => {
    const columns = Array.from({ length: 300 }, (_, index) => text(`column ${index}`))
    const rows = [columns.map((_, index) => 'long"\n'.repeat(index === 7 ? 100_000 : 1))]
    const read = parse(await bytesOf(writers.csv, toTable(columns, rows)), { record_delimiter: '\r\n' })
    expect(read).toEqual([columns.map(({ name }) => name), ...rows])
  })

  it('writes in chunks, regardless of the page size', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`S${index}`, naughtyTexts[index % 20] ?? ''])
    let longest = 0
    for await (const chunk of writers.csv(toTable([text('a'), text('b')], rows, 20_000)))
      longest = Math.max(longest, chunk.length)
    expect(longest).toBeLessThan(70_000)
  })
})
