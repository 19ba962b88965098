import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeFormula } from '../../../../shared/format/csvLine.ts'
import { createTokenizer } from './tokenizer.ts'
import { toCsvText } from './writeCsv.ts'

async function writeAndRead(rows: string[][]): Promise<string[][]> {
  const read: string[][] = []
  const tokenizer = createTokenizer({
    delimiter: ',',
    onRow: (cells, _, fault) => read.push(fault ? [] : cells),
  })
  for await (const line of toCsvText(rows)) tokenizer.push(line)
  tokenizer.end()
  return read
}

describe('toCsvText', () => {
  it('is read back cell by cell, but for the mark that makes a formula inert', async () => {
    const cell = fc.string({
      unit: fc.oneof(fc.constantFrom('"', ',', '\n', '\r', '=', ' ', "'"), fc.string()),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 1 })), async (rows) => {
        expect(await writeAndRead(rows)).toEqual(rows.map((row) => row.map(escapeFormula)))
      }),
    )
  })
})
