import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ReferenceService } from '../../../../../demoService/index.ts'
import { newFolder } from '../../../../testing/newFolder.ts'
import { runInProcess } from '../../../../testing/processes/runInProcess.ts'
import { startService } from '../../../../testing/startService.ts'
import { saveFile } from '../../testing/openApp.ts'

let folder: string
let service: ReferenceService
beforeEach(async () => {
  folder = newFolder()
  service = await startService()
})

const save = (name: string, content: string | Uint8Array) => saveFile(folder, name, content)
const preview = (...args: string[]) =>
  runInProcess(['samples', 'preview', ...args, '--data', join(folder, 'data')])
const dryRun = (...args: string[]) =>
  runInProcess(
    ['samples', 'import', ...args, '--dry-run', '--data', join(folder, 'data'), '--service', service.url],
    { env: { PATHCLOCK_API_KEY: service.apiKey } },
  )

const sheet = 'Plate of May\nProbe;Alter;Dose\nA-1;30,5;low\nA-2;NA;high\nA-3;41;low\n'

describe('samples preview', () => {
  it('shows the parsed cells without a sign-in', async () => {
    const file = await save('plate.csv', sheet)
    const { code, lines, stderr } = await preview(file, '--rows', '2', '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(lines).toMatchObject([
      { type: 'row', row: 3, cells: { Probe: 'A-1', Alter: '30,5', Dose: 'low' } },
      { type: 'row', row: 4, cells: { Probe: 'A-2', Alter: 'NA', Dose: 'high' } },
      {
        type: 'summary',
        rows: 3,
        shown: 2,
        read_as: { delimiter: ';', encoding: 'utf-8', confident: true, header_line: 2, decimal: ',' },
        columns: ['Probe', 'Alter', 'Dose'],
        mapping: { Probe: 'client_reference', Alter: 'age', Dose: null },
        notes: [],
      },
    ])
    const { stdout } = await preview(file)
    expect(stdout).toMatch(/line +Probe +Alter +Dose\n +3 +A-1 +30,5 +low/)
    expect(stdout).toContain('header on line 2')
  })

  it('reads the first row as a sample if there is no header, and reports it', async () => {
    const file = await save('bare.csv', 'A-1;30;F\nA-2;31;M\n')
    const { lines } = await preview(file, '--no-header', '--json')
    expect(lines).toMatchObject([
      { type: 'row', row: 1, cells: { 'Column 1': 'A-1', 'Column 2': '30', 'Column 3': 'F' } },
      { type: 'row', row: 2 },
      {
        type: 'summary',
        rows: 2,
        read_as: { header_line: null },
        mapping: { 'Column 1': 'client_reference', 'Column 2': null, 'Column 3': 'sex' },
        notes: [{ rule: 'no-header', severity: 'note' }],
      },
    ])
    expect((await preview(file, '--no-header')).stdout).toContain('no header, first sample on line 1')
  })

  it('shows the requested number of rows', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `S-${index}`)
    const file = await save('many.csv', `sample_name\n${rows.join('\n')}\n`)
    expect((await preview(file, '--rows', '110', '--json')).lines).toHaveLength(111)
    expect((await preview(file, '--rows', '0', '--json')).lines).toHaveLength(1)
    expect((await preview(file)).stdout).toContain('… and 110 more rows')
  })

  it('reads with the given options, and reports uncertain guesses', async () => {
    const file = await save('plate.csv', sheet)
    const set = await preview(file, '--header-line', '3', '--delimiter', 'comma', '--json')
    expect(set.lines.at(-1)).toMatchObject({
      read_as: { delimiter: ',', header_line: 3 },
      columns: ['A-1;30', '5;low'],
    })
    const latin = await save('latin.csv', Buffer.from('sample_name,tissue\nA,Fl\xfcgel\n', 'latin1'))
    expect((await preview(latin, '--json')).lines.at(-1)).toMatchObject({ read_as: { confident: false } })
  })
})

describe('a dry run of an import', () => {
  it('reports how the file was read and changed', async () => {
    const file = await save('plate.csv', sheet)
    const { lines } = await dryRun(file, '--age-unit', 'years', '--json')
    expect(lines.at(-1)).toMatchObject({
      type: 'summary',
      read_as: { delimiter: ';', encoding: 'utf-8', confident: true, header_line: 2, decimal: ',' },
      columns: ['Probe', 'Alter', 'Dose'],
      mapping: { Probe: 'client_reference', Alter: 'age', Dose: null },
      notes: [
        expect.objectContaining({
          column: 'Alter',
          rule: 'missing-words',
          count: 1,
          message: expect.any(String),
        }),
      ],
    })
    const { stdout } = await dryRun(file, '--age-unit', 'years')
    expect(stdout).toMatch(/Note: Alter: /)
  })

  it('names the header line used if no column names the samples', async () => {
    const file = await save('wrong.csv', 'Colour,Weight\nred,3\nblue,4\n')
    const { code, stderr } = await dryRun(file)
    expect(code).toBe(2)
    expect(stderr).toContain('The header was read from line 1: “Colour”, “Weight”.')
    expect(stderr).toContain("--map 'Column=client_reference'")
  })
})
