import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Cell } from '../../../shared/tables/column.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { readTable } from '../../samples/import/reader/runReader.ts'
import { newFileFolder } from '../../testing/newFolder.ts'
import {
  bytesOf,
  edgeNumbers,
  naughtyColumns,
  naughtyRows,
  naughtyTable,
  provenance,
  toTable,
} from './testing/naughtyTable.ts'
import { hasOffice, hasPython, officeConverts, pythonReads } from './testing/otherReaders.ts'
import { writers } from './writers.ts'

const folder = newFileFolder()
let path: string
const sheets = ['Table', 'Columns', 'Provenance']
const names = naughtyColumns.map(({ name }) => name)
beforeAll(async () => {
  path = join(folder, 'naughty.xlsx')
  writeFileSync(path, await bytesOf(writers.xlsx, naughtyTable()))
})

const text = (name: string) => ({ name, type: 'text', unit: null, about: joinMessages([]) }) as const
/** Returns the parts of a workbook as texts, by path. */
const partsOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]))

/** A Python program that returns every cell of the first sheet as [type, value], from the plain XML. */
const cellsByXml = `
import json, re, sys, zipfile
from xml.etree import ElementTree
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
main = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
for name in archive.namelist(): ElementTree.fromstring(archive.read(name))
decode = lambda text: re.sub('_x([0-9A-F]{4})_', lambda found: chr(int(found[1], 16)), text)
def cell(one):
    assert one.find(main + 'f') is None
    if one.get('t') == 'inlineStr': return ['text', decode(one.find(main + 'is/' + main + 't').text or '')]
    value = one.find(main + 'v').text
    return ['boolean', value == '1'] if one.get('t') == 'b' else ['number', float(value)]
rows = ElementTree.fromstring(archive.read('xl/worksheets/sheet1.xml')).iter(main + 'row')
print(json.dumps([{re.sub('[0-9]', '', one.get('r')): cell(one) for one in row} for row in rows]))
`
const typed = (row: readonly Cell[]): object =>
  Object.fromEntries(
    row.flatMap((cell, index) =>
      cell === null ? [] : [['ABCDEFGHIJK'[index], [typeof cell === 'string' ? 'text' : typeof cell, cell]]],
    ),
  )

describe('a table as xlsx', () => {
  it('reads back with its types with hucre', async () => {
    const { sheets: read } = await readXlsx(readFileSync(path))
    expect(read.map(({ name }) => name)).toEqual(sheets)
    expect(read[0]?.rows).toEqual([names, ...naughtyRows])
  })

  it('contains its data dictionary and provenance, with the mark of synthetic data', async () => {
    const { sheets: read } = await readXlsx(readFileSync(path))
    const [head, ...rows] = read[1]?.rows ?? []
    expect(head).toEqual(['column', 'type', 'cells', 'unit', 'about'])
    expect(rows.map(([name, type, , unit, about]) => ({ name, type, unit, about }))).toEqual(naughtyColumns)
    expect(rows[4]?.[2]).toBe('text, ISO 8601 in UTC')
    expect(read[2]?.rows).toEqual([
      ['name', 'value'],
      ['table', 'naughty'],
      ...provenance.map(({ name, value }) => [name, value]),
    ])
  })

  it('is a valid archive of valid XML with the same cells in Python, and no formulas', ({ skip }) => {
    if (!hasPython()) skip('skipped: no Python')
    expect(pythonReads(cellsByXml, path)).toEqual([typed(names), ...naughtyRows.map(typed)])
  })

  it("reads back with this app's import", async () => {
    const readAs = { format: 'xlsx', sheet: 'Table', decimal: '.', headerLine: 1 } as const
    const rows: string[][] = []
    for await (const reading of readTable(path, readAs, null))
      rows.push(...reading.rows.map(({ cells }) => cells))
    // An integer of more than 15 digits is shown as it is stored.
    expect(rows.map(([first, , , flag, at]) => [first, flag, at])).toEqual(
      naughtyRows.map(([first, , , flag, at]) => [
        first,
        flag === null ? '' : String(flag).toUpperCase(),
        at ?? '',
      ]),
    )
    expect(rows.map(([, number]) => Number(number))).toEqual(naughtyRows.map(([, number]) => Number(number)))
  })

  it('opens in LibreOffice with the same values and types, and no formulas', ({ skip }) => {
    if (!hasOffice()) skip('skipped: no LibreOffice')
    officeConverts(path, folder)
    const inFifteenDigits = (value: Cell): Cell =>
      typeof value === 'number' ? Number(value.toPrecision(15)) : value
    const valueOf = (written: string): Cell =>
      written === '' ? null : inFifteenDigits(JSON.parse(written.toLowerCase()))
    const read = (sheet: string): Cell[][] =>
      parse(readFileSync(join(folder, `naughty-${sheet}.csv`)), {
        relax_column_count: true,
        record_delimiter: '\n',
        cast: (written, { quoting }) => (quoting ? written : valueOf(written)),
      }) as unknown as Cell[][]
    // LibreOffice turns an empty text into an empty cell, ends lines in a cell with a line feed and writes 15 digits.
    const inOffice = (cell: Cell): Cell =>
      typeof cell === 'string' ? cell.replaceAll('\r\n', '\n') || null : inFifteenDigits(cell)
    const shown = (row: readonly Cell[]): Cell[] => row.map(inOffice)
    expect(read('Table')).toEqual([names, ...naughtyRows.map(shown)])
    expect(
      read('Columns')
        .slice(1)
        .map(([name]) => name),
    ).toEqual(names)
    expect(read('Provenance').slice(2)).toEqual(provenance.map(({ name, value }) => [name, value]))
  }, 180_000)

  it('freezes the header, filters every row, and formats texts as texts', async () => {
    const sheet = partsOf(readFileSync(path))['xl/worksheets/sheet1.xml'] ?? ''
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toContain(`<autoFilter ref="A1:K${naughtyRows.length + 1}"/>`)
    expect(sheet).toContain('<col min="1" max="1" width=')
    expect(sheet.match(/t="inlineStr"(?! s="[12]")/g)).toBeNull()
  })

  it('keeps numbers at their limits, but writes -0 as 0', async () => {
    const numbers = [...edgeNumbers, -0]
    const table = toTable(
      [{ ...text('n'), type: 'number' }],
      numbers.map((value) => [value]),
    )
    const read = (await readXlsx(await bytesOf(writers.xlsx, table))).sheets[0]?.rows.slice(1).flat()
    expect(read).toEqual(numbers.map((value) => value + 0))
  })

  it('supports hundreds of columns', async () => {
    const columns = Array.from({ length: 800 }, (_, index) => text(`column ${index}`))
    const rows = [columns.map(({ name }) => `${name} of one`), columns.map(({ name }) => `${name} of two`)]
    const read = (await readXlsx(await bytesOf(writers.xlsx, toTable(columns, rows)))).sheets[0]
    expect(read?.rows).toEqual([columns.map(({ name }) => name), ...rows])
  })

  it('supports a cell of 32,767 characters, and rejects one more, naming row and column', async () => {
    const most = '<'.repeat(32_767)
    const read = await readXlsx(await bytesOf(writers.xlsx, toTable([text('note')], [['a'], [most]])))
    expect(read.sheets[0]?.rows[2]).toEqual([most])
    await expect(bytesOf(writers.xlsx, toTable([text('note')], [['a'], [`${most}<`]]))).rejects.toMatchObject(
      {
        code: 'rejected',
        message: expect.stringMatching(/Row 2 of the column “note” has 32768 characters.*CSV or Parquet/),
        details: { problems: [{ field: 'note', message: expect.stringContaining('row 2') }] },
      },
    )
  })

  it('continues a provenance value in further rows if it is too long for a cell', async () => {
    const value = 'x'.repeat(32_767) + 'rest'
    const table = { ...toTable([text('a')], []), provenance: [{ name: 'samples', value }] }
    const { sheets: read } = await readXlsx(await bytesOf(writers.xlsx, table))
    expect(read[2]?.rows.slice(2)).toEqual([
      ['samples', value.slice(0, 32_767)],
      ['samples (2)', 'rest'],
    ])
  })

  it('rejects more columns or rows than an Excel sheet supports', async () => {
    const columns = Array.from({ length: 16_385 }, (_, index) => text(String(index)))
    await expect(bytesOf(writers.xlsx, toTable(columns, []))).rejects.toThrow(/16385 columns.*Parquet/)
    async function* pages(): AsyncGenerator<Cell[][]> {
      const page = Array.from({ length: 8192 }, (): Cell[] => [null])
      for (let page128 = 0; page128 < 128; page128++) yield page
    }
    const long = { name: 'long', columns: [text('a')], provenance: [], pages: pages() }
    await expect(bytesOf(writers.xlsx, long)).rejects.toThrow(/1,048,576.*CSV or Parquet/)
  })

  it('is the same in every time zone and locale', async () => {
    const before = process.env['TZ']
    try {
      process.env['TZ'] = 'Pacific/Kiritimati'
      const east = await bytesOf(writers.xlsx, naughtyTable())
      process.env['TZ'] = 'Pacific/Pago_Pago'
      expect(east.equals(await bytesOf(writers.xlsx, naughtyTable()))).toBe(true)
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })
})
