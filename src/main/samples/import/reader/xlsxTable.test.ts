import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import type { ReadOptions } from '../../../../shared/domain/samples/importing.ts'
import { defaultOrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { suggestMapping } from '../mapping/columnMapping.ts'
import { csv } from '../validation/testing/checkWith.ts'
import { rowXml, type SheetXml, workbookFile } from '../xlsx/testing/workbookFile.ts'
import { readDraft } from './runReader.ts'
import { checkFile } from './testing/checkFile.ts'

function save(bytes: Uint8Array | string, name = 'a.xlsx'): string {
  const path = join(newFolder(), name)
  writeFileSync(path, bytes)
  return path
}

const sheet = (rows: (string | number | null)[][], more: Partial<SheetXml> = {}): SheetXml => ({
  name: 'Samples',
  data: rows.map((row) => rowXml(row)).join(''),
  ...more,
})

async function read(bytes: Uint8Array, options: ReadOptions = {}) {
  const path = save(bytes)
  const draft = await readDraft(path, options)
  const { columns, readAs, sha256 } = draft
  const mapping = suggestMapping(columns, defaultOrderForm)
  const rows = await checkFile({ path, readAs, sha256, columns, mapping })
  const findings = rows.flatMap(({ problems }) =>
    problems.map(({ row, column, rule, severity }) => [row, column, rule, severity]),
  )
  return { draft, rows, findings, cells: draft.preview.map((row) => row.cells) }
}

const readRows = (...rows: (string | number | null)[][]) => read(workbookFile([sheet(rows)]))
/** Reads a sheet of raw rows. */
const readData = (data: string, more: Partial<SheetXml> = {}) =>
  read(workbookFile([{ name: 'S', data, ...more }]))

/** The same archive, whose list of parts gives another unpacked size for one of them. */
function withSize(bytes: Buffer, part: string, size: number): Buffer {
  const changed = Buffer.from(bytes)
  // In the list at the end the name comes 46 bytes after the start of its entry, the size 24 bytes after it.
  const name = changed.lastIndexOf(`xl/worksheets/${part}`)
  changed.writeUInt32LE(size, name - 46 + 24)
  return changed
}

/** Builds an OLE2 container with only the header and the name of one stream. */
function containerFile(stream: string): Buffer {
  const bytes = Buffer.alloc(6 * 512)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(3, 48)
  bytes.write(`${stream}\0`, 4 * 512 + 128, 'utf16le')
  return bytes
}

const randomBytes = (length: number): Buffer => {
  const random = createSeededRandom(7)
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
}

const header = ['sample', 'age', 'collected_at', 'tissue']

describe('a cell that shows something else than it holds', () => {
  const shown = async (style: number, value: number) => {
    const { rows, cells } = await readRows(header, ['A', null, null, `<c s="${style}"><v>${value}</v></c>`])
    return { cell: cells[0]?.[3], fields: rows[0]?.fields, problems: rows[0]?.problems ?? [] }
  }

  it.each([
    [5, 34, '34 years'],
    [7, 0.345, '35%'],
    [8, 0.5, '1/2'],
  ])('is sent as what it holds, with a warning of both (style %d, %d, “%s”)', async (style, value, text) => {
    const { cell, fields, problems } = await shown(style, value)
    expect([cell, fields?.['tissue']]).toEqual([`${value}`, `${value}`])
    expect(problems).toMatchObject([
      { row: 2, column: 'tissue', rule: 'shown-otherwise', severity: 'warning' },
    ])
    expect(toEnglish(problems[0]!.message)).toContain(`shows “${text}”, but holds ${value}`)
  })

  it('is reported once per column if it is shown rounded', async () => {
    const rounded = '<c s="6"><v>34.567</v></c>'
    const { findings, rows } = await readRows(header, ['A', rounded], ['B', rounded])
    expect(findings).toEqual([[2, 'age', 'shown-rounded', 'note']])
    expect(rows[1]?.fields?.['age']).toBe(34.567)
  })

  it.each([
    [6, 34.5],
    [4, 12_000],
    [0, 34.567],
  ])('only in its form is nothing to be said of (style %d, %d)', async (style, value) => {
    expect((await shown(style, value)).problems).toEqual([])
  })

  it.each([
    [9, 3],
    [9, 61.5],
    [10, 0.5],
    [10, 46_115.5],
  ])('is refused where it is a time or a duration, which is no day (style %d, %d)', async (style, value) => {
    const { fields, problems } = await shown(style, value)
    expect([fields, problems]).toMatchObject([null, [{ rule: 'date', severity: 'error' }]])
  })
})

describe('a sheet', () => {
  const table = rowXml(['sample', 'age']) + rowXml(['A', 1])

  it('is read by its content even if a cell in its farthest corner is formatted', async () => {
    const data = `${table}<row r="1048576"><c r="XFD1048576" s="1"/></row>`
    const { rows, draft } = await readData(data)
    expect([draft.columns, rows.length]).toEqual([['sample', 'age'], 1])
    const below = `${table}<row r="1048576"><c r="E1048576" s="1"/></row>`
    expect((await readData(below)).rows).toHaveLength(1)
  })

  it('with a text in its farthest corner is refused, and the place named', async () => {
    const data = `${table}<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>`
    await expect(readData(data)).rejects.toThrow('as far as XFD1048576')
  })

  const head = '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c></row>'
  const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>1</v></c></row>`
  it.each([
    ['next to each other', head + row(2) + row(2)],
    ['far from each other', `${head}${row(3)}<row r="2"/>${row(3)}`],
    ['one without its number', "<row r='1'/><row><c><v>1</v></c></row><row r = '2'><c><v>2</v></c></row>"],
  ])('that has a row twice is refused (%s)', async (_, data) => {
    await expect(readData(data)).rejects.toThrow(/has row [23] twice/)
  })
})

describe('a text that is missing from the workbook', () => {
  const text = (number: number | string, reference = '') =>
    `<c ${reference === '' ? '' : `r="${reference}" `}t="s"><v>${number}</v></c>`
  const shared = (...texts: string[]) => ({
    'xl/sharedStrings.xml': Buffer.from(
      `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${texts.map((one) => `<si><t>${one}</t></si>`).join('')}</sst>`,
    ),
  })
  const withTexts = (rows: (string | number | null)[][], ...texts: string[]) =>
    workbookFile([sheet(rows)], shared(...texts))

  it('is an error of its row and cell, and no row is dropped', async () => {
    const sheetRows = [[text(0), 1], [text(7), 2, null, text(8)], [text(1), 3], [text(9), null], [text(9)]]
    const { draft, rows, findings } = await read(withTexts([header, ...sheetRows], 'A', 'B'))
    expect(rows.map(({ row, status }) => `${row} ${status}`).join()).toBe(
      '2 valid,3 invalid,4 valid,5 invalid,6 invalid',
    )
    expect(findings).toEqual([3, 5, 6].map((row) => [row, 'sample', 'missing-text', 'error']))
    expect(draft.problems.map(({ row, rule }) => `${row} ${rule}`)).toEqual(
      [3, 5, 6].map((row) => `${row} missing-text`),
    )
  })

  it('is found by the reference of its cell too, and not in sheets that are not read', async () => {
    const data = `${rowXml(header)}<row r="4">${text(0, 'A4')}${text('', 'C4')}</row>`
    const other = sheet([[text(99)]], { name: 'Other', state: 'hidden' })
    const bytes = workbookFile([other, { name: 'A &amp; B', data }], shared('A'))
    expect((await read(bytes)).findings).toEqual([[4, 'collected_at', 'missing-text', 'error']])
  })

  it('in the header is an error of the header', async () => {
    const { draft } = await read(
      withTexts([
        ['sample', text(3)],
        ['A', 1],
      ]),
      { headerLine: 1 },
    )
    const broken = { row: 1, column: 'Column 2', rule: 'broken-header', severity: 'error' }
    expect(draft.problems).toContainEqual(expect.objectContaining(broken))
  })
})

describe('a character that a workbook does not define', () => {
  it.each(['&alpha;', '&lol9;', '&', '&amp'])('refuses it (%s)', async (name) => {
    const cell = `<c t="inlineStr"><is><t>liver ${name} x</t></is></c>`
    await expect(readRows(header, ['A', 1, null, cell])).rejects.toThrow(
      /is damaged: it writes “&(alpha;|lol9;|amp|)” for a character/,
    )
  })

  it('may be in a place where it is literal', async () => {
    const cell = '<c t="inlineStr"><is><t>&#945;&amp;<![CDATA[a & b]]></t></is></c>'
    const { cells } = await readRows(header, ['A', 1, null, cell])
    expect(cells[0]?.[3]).toBe('α&a & b')
  })
})

describe('a workbook', () => {
  it('is read as text, with the numbers of its rows', async () => {
    const first = ['S-1', 34.5, '<c s="1"><v>46115</v></c>', 'liver']
    const second = ['S-2', 40, null, 'a & b']
    const { draft, cells, rows, findings } = await readRows(['Plate 7'], [], header, first, [], second)
    expect(draft.readAs).toEqual({ format: 'xlsx', sheet: 'Samples', decimal: '.', headerLine: 3 })
    expect(cells).toEqual(csv('S-1,34.5,2026-04-03,liver', 'S-2,40,,a & b'))
    expect(rows.map(({ row }) => row)).toEqual([4, 6])
    const sent = { client_reference: 'S-1', age: 34.5, collected_at: '2026-04-03', tissue: 'liver' }
    expect(rows[0]?.fields).toEqual(sent)
    expect(findings).toEqual([[4, 'collected_at', 'read-as-date', 'note']])
  })

  it('of another writer is read the same', async () => {
    const rows = [
      header,
      ['样本 1', 7.25, new Date(Date.UTC(2024, 1, 29)), 'x\ny'],
      ['B', true, null, '0042'],
    ]
    const { cells } = await read(await writeXlsx({ sheets: [{ name: 'A', rows }] }))
    expect(cells).toEqual(csv('样本 1,7.25,2024-02-29,x\ny', 'B,TRUE,,0042'))
  })

  it('gives the first visible sheet, or the one that is named', async () => {
    const bytes = workbookFile([
      sheet([['id'], ['no']], { name: 'Lists', state: 'hidden' }),
      sheet([['id'], ['A']], { name: 'Plate 1' }),
      sheet([['id'], ['B']], { name: 'Plate 2' }),
    ])
    const { draft, cells } = await read(bytes)
    expect([draft.readAs, cells]).toMatchObject([{ sheet: 'Plate 1' }, [['A']]])
    expect(draft.sheets).toEqual([
      { name: 'Lists', hidden: true },
      { name: 'Plate 1', hidden: false },
      { name: 'Plate 2', hidden: false },
    ])
    expect((await read(bytes, { sheet: 'Plate 2' })).cells).toEqual([['B']])
    expect((await read(bytes, { sheet: 'Lists' })).cells).toEqual([['no']])
    await expect(read(bytes, { sheet: 'Plate 3' })).rejects.toThrow(
      'Choose one of “Lists”, “Plate 1”, “Plate 2”',
    )
  })

  it('keeps the digits of its numbers, also where the sheet shows fewer or an exponent', async () => {
    const values = [
      '<c s="4"><v>1E+05</v></c>',
      '<c><v>33.600000000000001</v></c>',
      '<c s="3"><v>42</v></c>',
      '<c><v>1E-7</v></c>',
    ]
    const { cells } = await readRows(['id', 'b', 'c', 'd'], values)
    expect(cells).toEqual([['100000', '33.6', '00042', '0.0000001']])
  })

  it('writes its numbers with the decimal sign in force, so that they agree with its text', async () => {
    const { draft, cells, rows } = await readRows(header, ['A', 34.5, null, 'x'], ['B', '34,5', null, 'x'])
    expect(draft.readAs.decimal).toBe(',')
    expect(cells.map((row) => row[1])).toEqual(['34,5', '34,5'])
    expect(rows.map(({ fields }) => fields?.age)).toEqual([34.5, 34.5])
  })

  it('names what a spreadsheet has done to names, and what cannot be sent', async () => {
    const { findings } = await readRows(
      header,
      ['<c s="1"><v>44806</v></c>', 1, null, 'x'],
      ['B', 1, '<c><v>44806</v></c>', 'x'],
      ['<c><v>1234567890123456</v></c>', 1, null, 'x'],
      ['C', '<c t="e"><f>NA()</f><v>#N/A</v></c>', null, 'x'],
      ['D', 1, null, '<c><f>A1</f></c>'],
      ['E', 1, '<c s="1"><v>60</v></c>', 'x'],
      ['F', 1, '<c s="2"><v>46115.5</v></c>', 'x'],
    )
    expect(findings).toEqual([
      [2, 'sample', 'excel-date', 'warning'],
      [3, 'collected_at', 'excel-day-number', 'error'],
      [4, 'sample', 'excel-digits', 'warning'],
      [5, 'age', 'error-value', 'error'],
      [6, 'tissue', 'formula-without-value', 'error'],
      [7, 'collected_at', 'date', 'error'],
      [8, 'collected_at', 'read-as-date', 'note'],
    ])
  })

  it('takes the stored result of a formula', async () => {
    const formulas = ['<c t="str"><f>"S"&amp;1</f><v>S1</v></c>', '<c><f>1+1</f><v>2</v></c>', null, 'x']
    const { rows, findings } = await readRows(header, formulas)
    expect([rows[0]?.fields, findings]).toEqual([{ client_reference: 'S1', age: 2, tissue: 'x' }, []])
  })

  it('reports rows that have only formulas without a stored result, which are not empty rows', async () => {
    const lost = '<c><f>Other!A2</f></c>'
    const empty = '<c t="str"><f>IF(A9="","",A9)</f><v></v></c>'
    const named = ['A', 1, null, 'x']
    const below = [named, [lost, lost], named.with(0, 'B'), [empty, empty], [lost]]
    const { draft, rows } = await readRows(header, ...below)
    expect(rows.map(({ row }) => row)).toEqual([2, 4])
    const [question] = draft.notes
    const choices = [{ options: { omitRows: true } }]
    expect(question).toMatchObject({ rule: 'formula-without-value', rows: [3, 6], choices })
    expect(toEnglish(question!.message!)).toMatch(/^2 rows .*\(3, 6\)/)
  })

  it('reports merged cells, and hidden rows and columns', async () => {
    const hidden = rowXml(['B', 2], 'r="3" hidden="1"')
    const data = [rowXml(header), rowXml(['A', 1, null, 'liver']), hidden, rowXml(['C', 3])].join('')
    const { draft, rows, findings } = await readData(data, {
      before: '<cols><col min="2" max="2" width="9" hidden="1"/></cols>',
      after: '<mergeCells count="1"><mergeCell ref="D2:D4"/></mergeCells>',
    })
    const [column, ...others] = draft.problems
    expect([column, others]).toMatchObject([{ row: 1, column: 'age', rule: 'hidden-column' }, []])
    const choices = [{ options: { hiddenRows: 'include' } }, { options: { hiddenRows: 'omit' } }]
    expect(draft.notes).toMatchObject([{ rule: 'hidden-rows', rows: [3], choices }])
    expect(rows.map(({ fields }) => fields?.['tissue'])).toEqual(['liver', 'liver', 'liver'])
    // The same note is given once for a column.
    expect(findings).toEqual([[3, 'tissue', 'merged-cell', 'note']])
  })

  it('has its header where the last columns are empty in most rows', async () => {
    const columns = ['client_reference', 'age', 'group', 'comment']
    const row = (name: string) => [name, 20, 'control', null]
    const { draft } = await readRows(columns, row('R0'), row('R1'), row('R2'))
    expect(draft).toMatchObject({ readAs: { headerLine: 1 }, columns })
    expect(draft.rowCount).toBe(3)
  })

  it('has no columns of what was only formatted', async () => {
    const { draft } = await readRows(['id', 'age', null, null], ['A', 1, null, null])
    expect([draft.columns, draft.problems]).toEqual([['id', 'age'], []])
  })
})

describe('a file that is not a readable workbook', () => {
  const zipOf = (name: string, text = 'x') => Buffer.from(zipSync({ [name]: Buffer.from(text) }))
  const cutFile = Buffer.concat([Buffer.from('id,age\n'.repeat(20_000)), Buffer.alloc(200_000)])
  const remedy = 'Save it as \\.xlsx or CSV, then choose it again'
  const openDocument = 'application/vnd.oasis.opendocument.spreadsheet'

  it.each([
    ['old.xls', containerFile('Workbook'), `is an Excel 97–2003 workbook \\(\\.xls\\).*${remedy}`],
    ['old.csv', Buffer.from([9, 8, 16, 0, 0, 6, 5, 0]), 'is an Excel 97–2003 workbook'],
    ['older.xls', Buffer.from([9, 0, 4, 0, 2, 0, 16, 0]), 'is an Excel 97–2003 workbook'],
    ['locked.xlsx', containerFile('EncryptedPackage'), 'is a workbook with a password'],
    ['letter.csv', containerFile('WordDocument'), 'is a document of a word processor'],
    ['cut.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), 'old Office file'],
    ['a.rtf.csv', Buffer.from('{\\rtf1\\ansi id}'), 'is a document of a word processor'],
    ['a.rds', Buffer.from('RDX3\nX\n'), 'is a database or data file'],
    ['a.mht', Buffer.from('MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\n'), 'web page or XML'],
    ['random.csv', randomBytes(5000), 'is no table: it holds bytes that no text has'],
    ['few.csv', randomBytes(60), 'is no table: it holds bytes that no text has'],
    ['zeros.csv', Buffer.alloc(300), 'is no table'],
    ['cut.csv', cutFile, 'is damaged: from byte \\d+ on it holds nothing but zeros'],
    ['a.pdf', Buffer.from('%PDF-1.7'), 'is a PDF document.*Ask for the table'],
    ['a.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), 'is an image'],
    ['a.csv.gz', Buffer.from([0x1f, 0x8b, 8, 0]), 'is a compressed file.*Unpack it'],
    ['a.xls', Buffer.from('<html><table><tr><td>id</td></tr></table></html>'), 'web page or XML'],
    ['a.ods', zipOf('mimetype', openDocument), `OpenDocument file.*${remedy}`],
    ['a.numbers', zipOf('Index/Document.iwa'), 'Apple Numbers file'],
    ['a.docx', zipOf('word/document.xml'), 'Word document'],
    ['a.xlsb', zipOf('xl/workbook.bin'), 'binary workbook'],
    ['a.zip', zipOf('a.csv'), 'archive without a workbook'],
    ['a.xlsx', Buffer.from('PK\x03\x04 and no more'), 'is damaged'],
  ])('%s is refused with a remedy', async (name, bytes, message) => {
    const refused = { code: 'file', message: expect.stringMatching(message) }
    await expect(readDraft(save(bytes, name), {})).rejects.toMatchObject(refused)
  })

  it('is seen by its bytes and not by its name', async () => {
    const readAsOf = async (bytes: string | Buffer, name: string) =>
      (await readDraft(save(bytes, name), {})).readAs
    expect(await readAsOf('id\tage\nA\t1\n', 'named.xls')).toMatchObject({ format: 'csv', delimiter: '\t' })
    expect(await readAsOf('id,age\nA,1\n', 'named.xlsx')).toMatchObject({ format: 'csv' })
    const bytes = workbookFile([sheet([['id'], ['A']])])
    expect(await readAsOf(bytes, 'named.csv')).toMatchObject({ format: 'xlsx' })
  })

  it('is refused if it unpacks to fill the memory or to more than it declares', async () => {
    const bytes = workbookFile([sheet([['id'], ['A']])])
    await expect(read(withSize(bytes, 'sheet1.xml', 450_000_000))).rejects.toThrow(
      'more than can be read at once',
    )
    await expect(read(withSize(bytes, 'sheet1.xml', 10))).rejects.toThrow('is damaged')
    await expect(read(withSize(bytes, 'sheet1.xml', 0))).rejects.toThrow('more than can be read at once')
  })

  it('is one with no rows', async () => {
    await expect(readRows()).rejects.toThrow('is empty')
    await expect(read(workbookFile([sheet([['id'], ['A']])]), { headerLine: 9 })).rejects.toThrow(
      'nothing on row 9 of the sheet “Samples” or below',
    )
  })
})
