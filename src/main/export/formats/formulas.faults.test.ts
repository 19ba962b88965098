import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { formatExtension, type TableFormat } from '../../../shared/domain/studies/exporting.ts'
import type { TableColumn } from '../../../shared/domain/studies/tableColumn.ts'
import { unescapeFormula } from '../../../shared/format/csvLine.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { isFull, printFigure, scale } from '../../testing/faults.ts'
import { newFileFolder } from '../../testing/newFolder.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { bytesOf, naughtyTexts, toTable } from './testing/naughtyTable.ts'
import { hasOffice } from './testing/otherReaders.ts'
import { writers } from './writers.ts'

const columns: TableColumn[] = ['text', '=1+1', '@SUM(A1)', '-2+3', '+4'].map((name) => ({
  name,
  type: name === 'text' ? 'mixed' : 'text',
  unit: null,
  about: joinMessages([]),
}))

/** Returns texts that a spreadsheet may run, behind characters that people and programs put before them. */
function hostileTexts(count: number): string[] {
  const random = createSeededRandom(16)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const before = ['', '', '', ' ', '\t', '\r', '\n', "'", "''", '"', '\u00a0', '\ufeff', '\u200b', '\u0000']
  const start = ['=', '+', '-', '@', '=-', '＝', '＋', '－', '＠', '\t=', '\r=', '{=', '%=']
  const body = [
    '1+1',
    'SUM(1,2)',
    'HYPERLINK("http://x.example","a")',
    "cmd|' /C calc'!A0",
    'A1',
    '1;2',
    'x,y',
  ]
  return Array.from(
    { length: count },
    () => `${pick(before)}${pick(start)}${pick(body)}${pick(['', '"', '\r\n', ','])}`,
  )
}

const texts = [...naughtyTexts, ...hostileTexts(scale(200, 20_000))]
const rows = texts.map((text, index) => [index % 5 === 0 ? 3 - index / 2 : text, text, text, text, text])
const delimiters = { csv: ',', 'csv-excel': ',', tsv: '\t' } as const
const starts = /^\0*[=+\-@\t\r]/

const folder = newFileFolder()

const write = (format: TableFormat) => bytesOf(writers[format], toTable(columns, rows))

const readDelimited = (bytes: Buffer, delimiter: string): string[][] =>
  parse(bytes, { delimiter, bom: true, record_delimiter: '\r\n' }) as unknown as string[][]

/** Counts cells that a spreadsheet runs because of their first character; plain numbers are not among them. */
const liveCells = (read: readonly string[][]): number =>
  read.flat().filter((cell) => starts.test(cell) && String(Number(cell)) !== cell).length

describe('texts that start formulas', () => {
  it.each(['csv', 'csv-excel', 'tsv'] as const)('are inert in every cell and name of %s', async (format) => {
    const read = readDelimited(await write(format), delimiters[format])
    expect(read.map((cells) => cells.map(unescapeFormula))).toEqual([
      columns.map(({ name }) => name),
      ...rows.map((cells) =>
        cells.map((cell) => (typeof cell === 'number' ? unescapeFormula(String(cell)) : cell)),
      ),
    ])
    const live = liveCells(read)
    printFigure('16', `formulas and naughty strings as ${format}`, { cells: read.flat().length, live })
    expect(live).toBe(0)
    // Makes sure that a missing apostrophe would be detected.
    expect(liveCells(read.map((cells) => cells.map(unescapeFormula)))).toBeGreaterThan(0)
  })

  it('are text cells of xlsx, and numbers stay numbers', async () => {
    const path = 'xl/worksheets/sheet1.xml'
    const sheet = strFromU8(unzipSync(await write('xlsx'))[path] ?? new Uint8Array())
    const cells = sheet.match(/<c [^>]*>/g) ?? []
    const numbers = cells.filter((cell) => !cell.includes(' t="'))
    const live = runsIn(sheet)
    printFigure('16', 'formulas and naughty strings as xlsx', { cells: cells.length, live })
    expect(live).toBe(0)
    expect(numbers).toHaveLength(rows.filter(([first]) => typeof first === 'number').length)
    expect(cells.filter((cell) => cell.includes(' t="') && !cell.includes(' t="inlineStr"'))).toEqual([])
    expect(runsIn(sheet.replace('<is>', '<f>1+1</f><is>'))).toBe(1)
    expect(runsIn(sheet.replace('t="inlineStr"', 't="str"'))).toBe(1)
  })

  it('are not formulas to LibreOffice, even if it is asked to evaluate them', { timeout: 300_000 }, async ({
    skip,
  }) => {
    if (!hasOffice()) skip('skipped: no LibreOffice')
    const formats = isFull ? (['csv', 'csv-excel', 'tsv', 'xlsx'] as const) : (['csv'] as const)
    for (const format of formats) {
      const delimiter = format === 'xlsx' ? null : delimiters[format]
      const live = formulasInOffice(`${format}.${formatExtension[format]}`, await write(format), delimiter)
      printFigure('16', `${format} opened by LibreOffice`, { live })
      expect(live).toBe(0)
    }
    if (!isFull) return
    const [header = '', ...lines] = readDelimited(await write('csv'), ',').map((cells) =>
      cells.map((cell) => `"${unescapeFormula(cell).replaceAll('"', '""')}"`).join(','),
    )
    const mutant = Buffer.from([header, ...lines].join('\r\n'))
    expect(formulasInOffice('mutant.csv', mutant, ',')).toBeGreaterThan(0)
  })

  it.each(['json', 'jsonl'] as const)('are unchanged in %s', async (format) => {
    const text = (await write(format)).toString('utf8')
    const read = (
      format === 'json'
        ? (JSON.parse(text) as { rows: object[] }).rows
        : text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as object)
    ).map((row) => Object.values(row))
    expect(read).toEqual(rows)
  })
})

/** Counts formulas, and cells of a type that may be the result of one. */
const runsIn = (sheet: string): number => (sheet.match(/<f[ >/]|<c [^>]*t="str"/g) ?? []).length

/** Returns the number of cells that LibreOffice treats as formulas when it opens the file. */
function formulasInOffice(name: string, bytes: Buffer, delimiter: ',' | '\t' | null): number {
  const path = join(folder, name)
  const out = join(folder, `${name}-opened`)
  mkdirSync(out)
  writeFileSync(path, bytes)
  // Delimiter, quote, UTF-8, first line, …, detect special numbers, …, evaluate formulas.
  const options = `${delimiter?.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,0,true`
  const filter = delimiter === null ? [] : [`--infilter=Text - txt - csv (StarCalc):${options}`]
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const { status, stderr } = spawnSync(
    'soffice',
    [profile, '--headless', ...filter, '--convert-to', 'fods', '--outdir', out, path],
    { encoding: 'utf8', env: { ...process.env, HOME: folder } },
  )
  if (status !== 0) throw new Error(stderr)
  const opened = readFileSync(join(out, name.replace(/\.\w+$/, '.fods')), 'utf8')
  if (!opened.includes('<table:table-cell')) throw new Error('LibreOffice has read no cells.')
  return (opened.match(/ table:formula=/g) ?? []).length
}
