import { describe, expect, it } from 'vitest'
import { type TableFormat, tableFormatSchema } from '../../../shared/domain/studies/exporting.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Cell } from '../tables/table.ts'
import { bytesOf, naughtyColumns, naughtyTable, toTable } from './testing/naughtyTable.ts'
import { writers } from './writers.ts'

const number = { name: 'number', type: 'number', unit: null, about: message`` } as const

describe.each(tableFormatSchema.options)('a table as %s', (format: TableFormat) => {
  const write = writers[format]

  it('is the same bytes each time, whatever the size of its pages', async () => {
    const bytes = await bytesOf(write, naughtyTable(200))
    expect(bytes.equals(await bytesOf(write, naughtyTable(200)))).toBe(true)
    // The widths of a sheet are classified by the first page.
    const rowsAPage = format === 'xlsx' ? 200 : 1
    expect(bytes.equals(await bytesOf(write, naughtyTable(rowsAPage)))).toBe(true)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuses %d', async (value) => {
    await expect(bytesOf(write, toTable([number], [[1], [value]]))).rejects.toThrow(RangeError)
  })

  it('refuses two columns of one name, but not names that differ in case', async () => {
    await expect(bytesOf(write, toTable([number, number], [[1, 2]]))).rejects.toThrow('number')
    const cased = [number, { ...number, name: 'NUMBER' }]
    expect((await bytesOf(write, toTable(cased, [[1, 2]]))).length).toBeGreaterThan(0)
  })

  it('ends the reading of its table when nobody pulls any more', async () => {
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

  it('passes on what the reading of its table throws', async () => {
    async function* pages(): AsyncGenerator<Cell[][]> {
      yield [[1]]
      throw new Error('the disk is gone')
    }
    const table = { name: 'broken', columns: [number], pages: pages(), provenance: [] }
    await expect(bytesOf(write, table)).rejects.toThrow('the disk is gone')
  })

  it('may have no rows', async () => {
    await expect(bytesOf(write, toTable(naughtyColumns, []))).resolves.toBeInstanceOf(Buffer)
  })
})
