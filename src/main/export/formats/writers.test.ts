import { describe, expect, it } from 'vitest'
import { type TableFormat, tableFormatSchema } from '../../../shared/domain/studies/exporting.ts'
import type { Cell } from '../../../shared/tables/column.ts'
import { joinMessages, message } from '../../../shared/words/message.ts'
import { bytesOf, naughtyColumns, naughtyTable, toTable } from './testing/naughtyTable.ts'
import { writers } from './writers.ts'

const number = { name: 'number', type: 'number', unit: null, about: joinMessages([]) } as const

it.each(['json', 'parquet'] as const)('the data dictionary in %s is in English', async (format) => {
  const column = { ...number, about: message('export.identifierSampleService') }
  const text = (await bytesOf(writers[format], toTable([column], [[1]]))).toString('latin1')
  expect(text).toContain('"about":"Identifier of the sample at the service."')
})

describe.each(tableFormatSchema.options)('a table as %s', (format: TableFormat) => {
  const write = writers[format]

  it('has the same bytes each time, regardless of the page size', async () => {
    const bytes = await bytesOf(write, naughtyTable(200))
    expect(bytes.equals(await bytesOf(write, naughtyTable(200)))).toBe(true)
    // The column widths of a sheet are estimated from the first page.
    const rowsAPage = format === 'xlsx' ? 200 : 1
    expect(bytes.equals(await bytesOf(write, naughtyTable(rowsAPage)))).toBe(true)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuses %d', async (value) => {
    await expect(bytesOf(write, toTable([number], [[1], [value]]))).rejects.toThrow(RangeError)
  })

  it('rejects two columns with the same name, but not names that differ in case', async () => {
    await expect(bytesOf(write, toTable([number, number], [[1, 2]]))).rejects.toThrow('number')
    const cased = [number, { ...number, name: 'NUMBER' }]
    expect((await bytesOf(write, toTable(cased, [[1, 2]]))).length).toBeGreaterThan(0)
  })

  it('ends the reading of its table when the consumer stops', async () => {
    let read = 0
    let ended = false
    async function* pages(): AsyncGenerator<Cell[][]> {
      try {
        for (;;) {
          read += 1
          yield Array.from({ length: 500 }, (_, index) => [index + Math.sin(read * 500 + index)])
        }
      } finally {
        ended = true
      }
    }
    for await (const _ of write({ name: 'endless', columns: [number], pages: pages(), provenance: [] }))
      if (read > 20) break
    expect(ended).toBe(true)
    expect(read).toBeLessThan(5000)
  })

  it('passes on errors from reading its table', async () => {
    async function* pages(): AsyncGenerator<Cell[][]> {
      yield [[1]]
      throw new Error('the disk is gone')
    }
    const table = { name: 'broken', columns: [number], pages: pages(), provenance: [] }
    await expect(bytesOf(write, table)).rejects.toThrow('the disk is gone')
  })

  it('supports a table without rows', async () => {
    await expect(bytesOf(write, toTable(naughtyColumns, []))).resolves.toBeInstanceOf(Buffer)
  })
})
