import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { isFull } from '../../../testing/faults.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import { measureProcess } from '../../../testing/processes/measureProcess.ts'
import { rowXml, workbookFile } from './testing/workbookFile.ts'

function save(name: string, bytes: Uint8Array | string): string {
  const path = join(newFolder(), name)
  writeFileSync(path, bytes)
  return path
}

/** Creates a sparse file of the given size, of which only the beginning takes disk space. */
function sparse(name: string, start: Uint8Array | string, sizeBytes: number): string {
  const path = save(name, start)
  truncateSync(path, sizeBytes)
  return path
}

/** Reads a file in a process of its own, and tells how it is refused. */
const refusal = (path: string) => measureProcess('samples/import/reader/runReader.ts', 'readDraft', path, {})

/** Limits that a user and a small computer can tolerate. */
const atOnce = (message: RegExp) => ({
  failure: expect.stringMatching(message),
  cpuMs: expect.toSatisfy((cpuMs: number) => cpuMs < 2000),
  peakMb: expect.toSatisfy((peakMb: number) => peakMb < 300),
})

describe('a file of 2 GB that is empty but for its beginning', () => {
  const twoGb = 2_200_000_000
  const files: [string, string | Buffer, RegExp][] = [
    ['nothing.csv', '', /is no table/],
    ['header.csv', 'sample,age\nA,1\n', /is no table|is damaged: from byte/],
    ['rows.csv', 'sample,age\n'.repeat(100_000), /is damaged: from byte \d+ on it holds nothing but zeros/],
    ['book.xlsx', 'PK\x03\x04', /has 2200 MB, more than can be read at once/],
    ['old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), /old Office file/],
  ]
  it.each(isFull ? files : files.slice(2, 4))('is refused quickly (%s)', async (name, start, message) => {
    expect(await refusal(sparse(name, start, twoGb))).toMatchObject(atOnce(message))
  })
})

describe('a small archive that unpacks to fill the memory', () => {
  const table = rowXml(['sample', 'age']) + rowXml(['A', 1])
  const tooMuch = /unpacks to \d+ MB or more, more than can be read at once/
  const sheet = (data: string) => workbookFile([{ name: 'S', data }])

  const bombs: [string, number, string][] = [
    ['spaces', 10_000_000, ' '],
    ['spaces', 60_000_000, ' '],
    ['rows', 60_000_000, '<row><c><v>1</v></c></row>'],
    ['nested tags', 30_000_000, '<a>'],
  ]
  it.each(isFull ? bombs : bombs.slice(0, 1))(
    'is refused by the size of its parts, as a workbook (%s, %d bytes)',
    async (_what, bytes, piece) => {
      const path = save('bomb.xlsx', sheet(table + piece.repeat(bytes / piece.length)))
      expect(await refusal(path)).toMatchObject(atOnce(tooMuch))
    },
  )

  it('is refused for any part, also one that is not read, and behind parts that pack badly', async () => {
    const noise = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => (index * index * 7919) >> 5))
    const parts = { 'xl/media/noise.bin': noise, 'xl/sharedStrings.xml': Buffer.alloc(40_000_000, 32) }
    const path = save('bomb.xlsx', workbookFile([{ name: 'S', data: table }], parts))
    expect(await refusal(path)).toMatchObject(atOnce(tooMuch))
  })

  it.runIf(isFull)('is refused by the number of its cells, where they are as real ones are', async () => {
    const cells = Array.from({ length: 2_600_000 }, (_, row) => `<c r="A${row + 1}"/>`)
    const path = save('cells.xlsx', sheet(cells.join('')))
    expect(await refusal(path)).toMatchObject(atOnce(/has more than 2\.5 million cells/))
  })

  it('is refused if its directory declares a small size', async () => {
    const bytes = sheet(table + ' '.repeat(60_000_000))
    const name = bytes.lastIndexOf('xl/worksheets/sheet1.xml')
    bytes.writeUInt32LE(1_000_000, name - 46 + 24)
    expect(await refusal(save('lying.xlsx', bytes))).toMatchObject(atOnce(/is damaged/))
  })

  const packed: [string, string, RegExp][] = [
    ['bomb.ods', 'content.xml', /OpenDocument file/],
    ['bomb.zip', 'zeros.csv', /archive without a workbook/],
  ]
  it.each(isFull ? packed : packed.slice(1))(
    'is refused without being unpacked (%s)',
    async (name, part, message) => {
      const parts = name.endsWith('ods') ? { mimetype: Buffer.from('application/vnd.oasis') } : {}
      const bytes = zipSync({ ...parts, [part]: Buffer.alloc(60_000_000) })
      expect(await refusal(save(name, bytes))).toMatchObject(atOnce(message))
    },
  )
})

describe('a workbook of few bytes whose text is long to look through', () => {
  const row = (cells: string) => `<row>${cells}</row>`
  const table = rowXml(['sample', 'age']) + rowXml(['A', 1])
  const texts: [string, string][] = [
    [
      'signs that are taken literally',
      row(`<c t="inlineStr"><is><t><![CDATA[${'&'.repeat(1_900_000)}]]></t></is></c>`),
    ],
    ['beginnings of cells in a comment', `<!-- ${'<c '.repeat(600_000)}-->`],
    ['beginnings of rows in a comment', `<!-- ${'<row '.repeat(380_000)}-->`],
    ['blanks within a number', row(`<c t="s"><v>1${' '.repeat(1_900_000)}2</v></c>`)],
  ]
  it.each(isFull ? texts : texts.slice(1, 2))('is read or refused quickly (%s)', async (_what, data) => {
    const path = save('long.xlsx', workbookFile([{ name: 'S', data: table + data }]))
    const { cpuMs, peakMb } = await refusal(path)
    expect({ cpuMs: cpuMs < 2000, peakMb: peakMb < 300 }).toEqual({ cpuMs: true, peakMb: true })
  })
})
