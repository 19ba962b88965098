import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { TableFormat } from '../../../shared/domain/results/exporting.ts'
import { message } from '../../../shared/messages/message.ts'
import { processFile } from '../../testing/processes/processFile.ts'
import type { Cell, Table } from '../tables/table.ts'
import { writerInWorker } from './writeInWorker.ts'
import { writers } from './writers.ts'

const workerFile = processFile('exportWorker')

/** A table of texts and numbers; `onPage` is called with each page that is requested, and at the end. */
function tableOf(
  pages: number,
  onPage: (what: number | 'closed') => void = () => {},
  last: Cell = 0.5,
): Table {
  async function* made(): AsyncGenerator<Cell[][]> {
    try {
      for (let page = 0; page < pages; page++) {
        onPage(page)
        yield Array.from({ length: 1000 }, (_, row) => [`text ${page} ${row}`, row === 999 ? last : row / 7])
      }
    } finally {
      onPage('closed')
    }
  }
  const column = { unit: null, about: message`About it.` }
  return {
    name: 'table',
    columns: [
      { name: 'text', type: 'text', ...column },
      { name: 'number', type: 'number', ...column },
    ],
    pages: made(),
    provenance: [{ name: 'application', value: 'Pathclock' }],
  }
}

describe('a table that is written on a thread of its own', () => {
  test.each<TableFormat>(['xlsx', 'parquet', 'csv'])(
    'has the same bytes as one written here: %s',
    async (format) => {
      const there = await buffer(writerInWorker(workerFile, format)(tableOf(30)))
      const here = await buffer(writers[format](tableOf(30)))
      expect(there.equals(here)).toBe(true)
    },
  )

  test('gets no request for pages beyond those that are needed, and is let go, when nobody takes its bytes any more', async () => {
    const events: (number | 'closed')[] = []
    for await (const chunk of writerInWorker(workerFile, 'csv')(tableOf(1000, (what) => events.push(what))))
      if (chunk.length > 0) break
    expect(events.at(-1)).toBe('closed')
    expect(events.length).toBeLessThan(20)
  })

  test('tells what the format cannot hold, and what the table itself says is wrong', async () => {
    const long = buffer(writerInWorker(workerFile, 'xlsx')(tableOf(1, undefined, 'x'.repeat(40_000))))
    await expect(long).rejects.toMatchObject({ code: 'rejected', message: expect.stringContaining('32,767') })
    const infinite = buffer(
      writerInWorker(workerFile, 'csv')(tableOf(1, undefined, Number.POSITIVE_INFINITY)),
    )
    await expect(infinite).rejects.toThrow(RangeError)
    async function* broken(): AsyncGenerator<Cell[][]> {
      yield [['a', 1]]
      throw new Error('The disk is gone.')
    }
    const failing = buffer(writerInWorker(workerFile, 'parquet')({ ...tableOf(0), pages: broken() }))
    await expect(failing).rejects.toThrow('The disk is gone.')
  })
})
