import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import type { ReadOptions } from '../../../../shared/domain/samples/importing.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { measureCpu } from '../../../testing/cpuTime.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import type { TableReading } from '../tableRow.ts'
import { openTable } from './openTable.ts'

const save = (content: string | Buffer): string => {
  const path = join(newFolder(), 'a.csv')
  writeFileSync(path, content)
  return path
}

async function drain(readings: AsyncIterable<TableReading>): Promise<TableReading[]> {
  const all: TableReading[] = []
  for await (const reading of readings) all.push(reading)
  return all
}

async function read(content: string | Buffer, options: ReadOptions = {}) {
  const { readAs, readings } = await openTable(save(content), options)
  const all = await drain(readings)
  const header = all.at(-1)?.header ?? null
  return {
    readAs,
    header: header?.cells ?? null,
    rows: all.flatMap((reading) => reading.rows),
    cells: all.flatMap((reading) => reading.rows.map((row) => row.cells)),
  }
}

/** The cells of a text without quotes. */
const linesOf = (text: string, delimiter: string): string[][] =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(delimiter))

describe('encodings', () => {
  const text = 'name;tissue\r\nJürgen Müller;Übergröße – süß\r\nRené;café\r\n'
  const mark = (bytes: number[], encoding: string) =>
    Buffer.concat([Buffer.from(bytes), iconv.encode(text, encoding)])

  it.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a mark', mark([0xef, 0xbb, 0xbf], 'utf8'), 'utf-8'],
    ['UTF-16 LE with a mark', mark([0xff, 0xfe], 'utf16le'), 'utf-16le'],
    ['UTF-16 BE with a mark', mark([0xfe, 0xff], 'utf16be'), 'utf-16be'],
    ['UTF-16 LE without one', iconv.encode(text, 'utf16le'), 'utf-16le'],
    ['UTF-16 BE without one', iconv.encode(text, 'utf16be'), 'utf-16be'],
    ['windows-1252', iconv.encode(text, 'windows-1252'), 'windows-1252'],
  ])('reads %s', async (_, bytes, encoding) => {
    const { readAs, header, cells } = await read(bytes)
    expect(readAs).toEqual({ format: 'csv', delimiter: ';', encoding, decimal: '.', headerLine: 1 })
    expect([header, ...cells]).toEqual(linesOf(text, ';'))
  })

  it('reads characters that a piece of the file cuts in two', async () => {
    const filler = `${'x'.repeat(1023)}\n`.repeat(256)
    for (const shift of ['', 'y', 'yy', 'yyy']) {
      const { cells } = await read(`name\n${shift}${filler}${'😀'.repeat(1000)}\n`)
      expect(cells.at(-1)).toEqual(['😀'.repeat(1000)])
    }
  })

  it.each(['\n', '\r\n', '\r'])(
    'names the line of a byte that is not UTF-8, behind line ends %j',
    async (end) => {
      // Past the first piece of the file, with whole characters of several bytes before it.
      const before = Array.from({ length: 4000 }, (_, row) => `S${row},größe 😀`)
      const text = ['id,note', ...before].join(end) + end
      const bytes = Buffer.concat([Buffer.from(text), Buffer.from([0x61, 0xff, 0x2c, 0x62, 0x0a])])
      await expect(read(bytes, { encoding: 'utf-8' })).rejects.toMatchObject({ details: { line: 4002 } })
      const { problems } = await openTable(save(bytes), {})
      const [guessed] = problems({ row: 1, cells: [], fault: null, notes: null }, [])
      expect(toEnglish(guessed!.message)).toMatch(/first on line 4002, which is not UTF-8/)
    },
  )

  it('takes the encoding it is given, and names the line where it does not fit', async () => {
    const bytes = iconv.encode('a,b\n1,2\nMüller,3\n', 'windows-1252')
    await expect(read(bytes, { encoding: 'UTF8' })).rejects.toThrow(
      /not written in utf-8 throughout: line 3 has/,
    )
    expect((await read(bytes, { encoding: 'latin1' })).cells[1]).toEqual(['Müller', '3'])
    await expect(read(bytes, { encoding: 'klingon' })).rejects.toThrow('“klingon” is not known')
  })
})

describe('detection', () => {
  it.each([
    [',', 'id,age,sex\nA,1,F\nB,2,M\n'],
    [';', 'id;age;note\nA;1,5;"a, b, c"\nB;2,5;x\n'],
    ['\t', 'id\tage\tnote\nA\t1\ta, b; c\nB\t2\td; e\n'],
    ['|', 'id|age\nA|1\nB|2\n'],
    [',', 'only\none\ncolumn\n'],
  ] as const)('is the delimiter %j', async (delimiter, text) => {
    expect((await read(text)).readAs).toMatchObject({ delimiter })
  })

  it('is the decimal comma, where more numbers have one', async () => {
    expect((await read('id;age\nA;33,6\nB;44\nC;1,5\n')).readAs.decimal).toBe(',')
    expect((await read('id,age\nA,33.6\nB,44\n')).readAs.decimal).toBe('.')
  })

  it('is the delimiter that a first line “sep=” names', async () => {
    const { readAs, header, cells } = await read('sep=|\r\nid|a,b,c\r\nx|1,2,3\r\ny|1,2,3\r\n')
    expect(readAs).toMatchObject({ delimiter: '|', headerLine: 2 })
    expect(header).toEqual(['id', 'a,b,c'])
    expect(cells).toHaveLength(2)
  })

  it('is the header below a title, a comment and a blank line', async () => {
    const { readAs, header, rows } = await read(
      'Plate list, made by hand\n# by, the, lab\n\nid,age,sex\nA,1,F\nB,2,M\n',
    )
    expect(readAs.headerLine).toBe(4)
    expect(header).toEqual(['id', 'age', 'sex'])
    expect(rows.map((row) => row.row)).toEqual([5, 6])
  })

  it('is the header below a title that Excel has padded with delimiters', async () => {
    expect((await read('Plate list,,\nid,age,sex\nA,1,F\nB,2,M\n')).readAs.headerLine).toBe(2)
  })

  it("gives way to the user's settings", async () => {
    const { header, cells } = await read('a,b\nc;d\n1;2\n', { delimiter: ';', headerLine: 2, decimal: ',' })
    expect(header).toEqual(['c', 'd'])
    expect(cells).toEqual([['1', '2']])
  })
})

describe('readTable', () => {
  it('passes over records without text and counts their lines', async () => {
    const { rows } = await read('id,age\n\n,\nA,1\n , \nB,2\n')
    expect(rows.map((row) => `${row.row} ${row.cells[0]}`)).toEqual(['4 A', '6 B'])
  })

  it('gives nothing for an empty file, and a header for one that has only that', async () => {
    expect(await read('')).toMatchObject({ header: null, rows: [] })
    expect(await read('id,age\n')).toMatchObject({ header: ['id', 'age'], rows: [] })
  })

  it('reads a file of many pieces row by row', async () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `S-${at},"note, ${at}",${'x'.repeat(20)}`)
    const { rows } = await read(`id,note,more\r\n${lines.join('\r\n')}\r\n`)
    expect(rows).toHaveLength(30_000)
    expect(rows.every((row, index) => row.row === index + 2 && row.cells[1] === `note, ${index}`)).toBe(true)
  })

  it('names a file that is gone', async () => {
    await expect(openTable(join(newFolder(), 'gone.csv'), {})).rejects.toThrow('“gone.csv” could not be read')
  })

  it('stops at a file that is no table', async () => {
    await expect(read('x'.repeat(6_000_000))).rejects.toThrow('is no table: line 1 goes on')
  })
})

it('a line break within a cell may be a vertical tab, as FileMaker writes it', async () => {
  const { cells } = await read('sample,note\nS1,warm\x0bwet\nS2,cold\x0bdry\nS3,\n')
  expect(cells[0]).toEqual(['S1', 'warm\x0bwet'])
})

it('a wide table of numbers whose last column is text is found as soon as any other', async () => {
  const numbers = Array.from({ length: 300 }, (_, index) => (index / 7).toFixed(4)).join(',')
  const header = Array.from({ length: 302 }, (_, index) => `c${index}`).join(',')
  const path = save(`${header}\n${Array.from({ length: 150 }, (_, row) => `${row},${numbers},x\n`).join('')}`)
  let readAs: unknown
  const { cpuMs } = await measureCpu(async () => {
    readAs = (await openTable(path, {})).readAs
  })
  expect(cpuMs).toBeLessThan(1500)
  expect(readAs).toMatchObject({ delimiter: ',', headerLine: 1 })
})
