import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ReadingNote,
  type ReadOptions,
  transformSchema,
} from '../../../../shared/domain/samples/importing.ts'
import { defaultOrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { suggestByValues, suggestMapping } from '../mapping/columnMapping.ts'
import { rowXml, workbookFile } from '../xlsx/testing/workbookFile.ts'
import { checkedRows, readDraft } from './runReader.ts'

let folder: string
let count = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathclock-draft-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = (...all: string[]): string => `${all.join('\n')}\n`
const rowsOf = (from: number, to: number, row: (index: number) => string): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => row(from + index))

/** Reads a file with nothing given but `options`, and what would be ordered of it. */
async function read(
  content: string | Uint8Array,
  { name = `${++count}.csv`, ...options }: ReadOptions & { name?: string } = {},
) {
  const path = join(folder, name)
  writeFileSync(path, content)
  const draft = await readDraft(path, options)
  const { columns, readAs, sha256, preview, notes } = draft
  const mapping = suggestMapping(columns, defaultOrderForm, preview)
  const task = { path, readAs, sha256, columns, mapping, changes: [], form: defaultOrderForm }
  const checked = []
  if (Object.values(mapping).includes('client_reference'))
    for await (const { rows } of checkedRows({
      ...task,
      transform: transformSchema.parse({}),
      records: 'none',
    }))
      checked.push(...rows)
  const orders = checked.flatMap(({ fields }) => fields ?? [])
  const samples = orders.map((fields) => fields.client_reference)
  const ages = orders.flatMap(({ age }) => age ?? [])
  const invalid = checked.filter(({ fields }) => fields === null).map(({ row }) => row)
  const note = (rule: string): ReadingNote => {
    const found = notes.find((one) => one.rule === rule)
    if (!found)
      throw new Error(`There is no note of ${rule}, only: ${notes.map((one) => one.rule).join(', ')}`)
    return found
  }
  return { draft, columns, readAs, samples, ages, invalid, notes: notes.map(({ rule }) => rule), note }
}

describe('a file without a header', () => {
  const rows = ['A1,30,liver', 'A2,31,blood', 'A3,32,liver']

  it('is read with its first row as a sample, and numbered columns', async () => {
    const warned = await read(lines(...rows))
    expect(warned.draft.problems.map(({ rule }) => rule)).toContain('header-like-data')
    const { draft, columns, readAs, notes } = await read(lines(...rows), { noHeader: true })
    expect(columns).toEqual(['Column 1', 'Column 2', 'Column 3'])
    expect(readAs).toMatchObject({ headerLine: 1, noHeader: true })
    expect(draft.preview.map(({ row, cells }) => [row, ...cells].join())).toEqual(
      rows.map((row, index) => `${index + 1},${row}`),
    )
    expect(draft.problems).toEqual([])
    expect(notes).toEqual(['no-header'])
  })

  it('begins below its title, or at the line the user chose', async () => {
    const text = lines('Plate 7', '# made by hand', '', ...rows)
    expect((await read(text, { noHeader: true })).draft.preview[0]).toEqual({
      row: 4,
      cells: ['A1', '30', 'liver'],
    })
    expect((await read(text, { noHeader: true, headerLine: 5 })).draft.rowCount).toBe(2)
  })

  it('is the same as a workbook', async () => {
    const data = rows.map((row) => rowXml(row.split(','))).join('')
    const bytes = workbookFile([{ name: 'Bare', data }])
    const { columns, draft } = await read(bytes, { name: 'bare.xlsx', noHeader: true })
    expect(columns).toEqual(['Column 1', 'Column 2', 'Column 3'])
    expect(draft.preview.map(({ cells }) => cells.join())).toEqual(rows)
  })

  it('has a row with a cell too many or too few refused, the first one too', async () => {
    const { draft } = await read(lines(...rows, 'A4,33', 'A5,34,liver,x'), { noHeader: true })
    expect(draft.problems.map(({ row, rule }) => [row, rule])).toEqual([
      [4, 'ragged-row'],
      [5, 'ragged-row'],
    ])
  })

  it('has its fields suggested by values that leave no doubt', async () => {
    const form = defaultOrderForm
    const suggest = (...all: string[]) =>
      suggestByValues(
        ['Column 1', 'Column 2', 'Column 3', 'Column 4'],
        form,
        all.map((row) => ({ cells: row.split(',') })),
      )
    expect(suggest('1,M-7,F,52w', '2,M-8,M,60w')).toEqual({
      'Column 1': null,
      'Column 2': 'client_reference',
      'Column 3': 'sex',
      'Column 4': 'age',
    })
    // Plain numbers are ambiguous, and so are two columns of days.
    expect(suggest('30,2024-01-02,2024-02-02,A', '31,2024-01-03,2024-02-03,A')).toEqual({
      'Column 1': null,
      'Column 2': null,
      'Column 3': null,
      'Column 4': null,
    })
  })
})

const again = (undo: ReadOptions | null): ReadOptions => {
  if (!undo) throw new Error('The note cannot be undone.')
  return undo
}

const workbook = (rows: (string | number | null)[][]): Buffer => {
  const data = rows.map((row) => rowXml(row)).join('')
  return workbookFile([{ name: 'Samples', data }])
}

describe('a sheet of sections', () => {
  const sheet = lines(
    '[Header],,',
    'FileFormatVersion,2,',
    'RunName,Run 7,',
    ',,',
    '[Reads],,',
    'Read1Cycles,151,',
    ',,',
    '[BCLConvert_Settings],,',
    'SoftwareVersion,4.0.3,',
    ',,',
    '[BCLConvert_Data],,',
    'Lane,Sample_ID,Index',
    '1,Liver-1,ACGT',
    '1,Liver-2,CGTA',
    '2,Liver-3,GTAC',
    ',,',
    '[Cloud_Settings],,',
    'GeneratedVersion,1.2,',
    ',,',
    '[Cloud_Data],,',
    'Sample_ID,ProjectName,LibraryName',
    'Liver-1,P,Liver-1_ACGT',
    'Liver-2,P,Liver-2_CGTA',
    'Liver-3,P,Liver-3_GTAC',
  )

  it('is read from its table of samples to the next section, so that no sample is ordered twice', async () => {
    const { samples, readAs, invalid, note } = await read(sheet)
    expect(samples).toEqual(['Liver-1', 'Liver-2', 'Liver-3'])
    expect(invalid).toEqual([])
    expect(readAs).toMatchObject({ headerLine: 12, endLine: 16 })
    expect(note('section-end')).toMatchObject({ count: 7, severity: 'note' })
    expect(toEnglish(note('section-end').message)).toContain('[BCLConvert_Data]')
  })

  it('offers its other table of samples, which ends where it ends', async () => {
    const { note } = await read(sheet)
    expect(toEnglish(note('other-section').message)).toContain('[Cloud_Data]')
    expect(note('other-section').undo).toEqual({ headerLine: 21 })
    const other = await read(sheet, again(note('other-section').undo))
    expect(other.columns).toEqual(['Sample_ID', 'ProjectName', 'LibraryName'])
    expect(other.samples).toEqual(['Liver-1', 'Liver-2', 'Liver-3'])
  })

  it('is read beyond its section if the user wants that', async () => {
    const { note } = await read(sheet)
    const { draft } = await read(sheet, again(note('section-end').undo))
    expect(draft.rowCount).toBe(10)
    expect(draft.readAs.endLine).toBeUndefined()
  })

  it('of the first version is read from [Data] on, also where a table of settings is wider', async () => {
    const { samples, readAs } = await read(
      lines(
        '[Header]',
        'Date,3/5/2024,a,b,c',
        '[Manifests]',
        'A,x.txt',
        '[Data]',
        'Sample_ID,Sample_Name,Index',
        '1,Ann,ACGT',
        '2,Bob,CGTA',
      ),
    )
    expect(readAs.headerLine).toBe(6)
    expect(samples).toEqual(['Ann', 'Bob'])
  })

  it('ends a table that is in no section with a warning, since its rows may go on below', async () => {
    const { samples, note } = await read(
      lines('sample,age', 'L1,30', 'L2,41', '[Second plate],', 'L3,52', 'L4,5'),
    )
    expect(samples).toEqual(['L1', 'L2'])
    expect(note('section-end')).toMatchObject({ count: 3, rows: [4], severity: 'warning' })
  })

  it('lists only as many sections as fit in a readable message', async () => {
    const others = rowsOf(1, 2000, (index) => `[Part${index}_Data],\nsample,age\nP${index},30`)
    const { draft, samples, note } = await read(lines('[Data],', 'sample,age', 'L1,30', ...others))
    expect(samples).toEqual(['L1'])
    expect(toEnglish(note('section-end').message)).toMatch(/“\[Part1_Data\], .*, …”\.$/)
    expect(toEnglish(note('section-end').message).length).toBeLessThan(500)
    expect(draft.notes.length).toBeLessThan(50)
  })

  it('is the same in a workbook', async () => {
    const { samples } = await read(
      workbook(
        sheet
          .trim()
          .split('\n')
          .map((line) => line.split(',')),
      ),
      {
        name: 'sections.xlsx',
      },
    )
    expect(samples).toEqual(['Liver-1', 'Liver-2', 'Liver-3'])
  })
})

describe('rows that are no samples', () => {
  it('name the types of columns, as QIIME 2 writes them', async () => {
    const { samples, note, readAs } = await read(
      lines('sample-id\tage\ttissue', '#q2:types\tnumeric\tcategorical', 'L1\t30\tliver', 'L2\t41\tliver'),
      { name: 'metadata.tsv' },
    )
    expect(samples).toEqual(['L1', 'L2'])
    expect(note('type-row')).toMatchObject({ count: 1, rows: [2], undo: { keepRows: ['types'] } })
    expect(readAs.passOver).toEqual(['types'])
  })

  it.each(['categorical,numeric,categorical', '#STRING,NUMBER,STRING', 'varchar(20),float,text'])(
    'name the types of columns: %s',
    async (types) => {
      const { samples, notes } = await read(lines('sample,age,tissue', types, 'L1,30,liver', 'L2,41,liver'))
      expect(samples).toEqual(['L1', 'L2'])
      expect(notes).toEqual(['type-row'])
    },
  )

  it('are comments', async () => {
    const { samples, note } = await read(
      lines(
        'sample,age,tissue',
        'L1,30,liver',
        '# second plate',
        '# thawed twice, see the book',
        'L2,41,liver',
        '#,,',
      ),
    )
    expect(samples).toEqual(['L1', 'L2'])
    expect(note('comment-rows')).toMatchObject({ count: 3, rows: [3, 4, 6], severity: 'note' })
  })

  it('repeat the header', async () => {
    const { samples, note } = await read(
      lines('sample,age', 'L1,30', 'sample,age', 'L2,41', ' sample , age ', 'L3,52'),
    )
    expect(samples).toEqual(['L1', 'L2', 'L3'])
    expect(note('repeated-header')).toMatchObject({ count: 2, rows: [3, 5] })
  })

  it.each([
    ['Total,71,'],
    ['Summe:,71,'],
    ['Mean,35.5,'],
    [',35.5,'],
    ['合计,71,'],
    ['Grand total,,'],
    ['Total: 2,,'],
    ['Mean,35.5,\nSD,7.8,\nMax,41,'],
  ])('hold totals: %j', async (text) => {
    const isBlank = text.startsWith(',')
    const { samples, notes } = await read(lines('sample,age,tissue', 'L1,30,liver', 'L2,41,liver', text))
    expect(samples).toEqual(['L1', 'L2'])
    expect(notes).toEqual(isBlank ? [] : ['total-rows'])
  })

  it('are counted, and are read as samples if the user says so', async () => {
    const text = lines('sample,age', 'L1,30', '# half', 'Total,30', 'Mean,30')
    const first = await read(text)
    expect(first.note('total-rows')).toMatchObject({ count: 2, rows: [4, 5], undo: { keepRows: ['totals'] } })
    const rereading = await read(text, again(first.note('total-rows').undo))
    expect(rereading.samples).toEqual(['L1', 'Total', 'Mean'])
    expect(rereading.note('comment-rows').undo).toEqual({ keepRows: ['totals', 'comments'] })
  })

  it.each([
    'Total RNA 1,30,liver',
    '#1,30,liver',
    '#7,,',
    'Total,30,liver',
    'Sum,30,spleen',
    'Max,54,',
    'SD,54,',
    'N,54,',
    'types,30,text',
    '[A],30,liver',
  ])('are not samples that read a little like them: %s', async (row) => {
    const { samples, draft } = await read(lines('sample,age,tissue', 'L1,30,liver', 'L2,41,liver', row))
    expect(draft.rowCount).toBe(3)
    expect(samples).toEqual(['L1', 'L2', row.split(',')[0]])
  })

  it('are not the only column of a list', async () => {
    const { samples } = await read(lines('sample', 'Liver', 'Total', 'Mean', '#2', 'text'))
    expect(samples).toEqual(['Liver', 'Total', 'Mean', '#2', 'text'])
  })

  it('are not samples whose names all begin with #', async () => {
    const { samples, notes } = await read(lines('sample,age', '#a,30', '#b,41', '#c,'))
    expect(samples).toEqual(['#a', '#b', '#c'])
    expect(notes).toEqual([])
  })

  it('may be samples crossed out with #, which the user should check', async () => {
    const { samples, note } = await read(
      lines('sample,age,tissue', 'L1,30,liver', '#L2,41,liver', 'L3,52,liver', 'L4,52,liver'),
    )
    expect(samples).toEqual(['L1', '#L2', 'L3', 'L4'])
    expect(note('crossed-out-rows')).toMatchObject({ count: 1, rows: [3], severity: 'warning', undo: null })
  })

  it('are skipped below the table', async () => {
    const { samples, note, readAs } = await read(
      lines(
        'sample,age,tissue',
        ...rowsOf(1, 6, (index) => `L${index},3${index},liver`),
        '',
        'Ages were rounded down.',
        'Code,Meaning',
        'L,liver',
      ),
    )
    expect(samples).toHaveLength(6)
    expect(note('below-table')).toMatchObject({
      count: 3,
      rows: [9, 10, 11],
      undo: { keepRows: ['belowFooter'] },
    })
    expect(readAs.endLine).toBe(8)
  })

  it('are skipped below the table without a blank line if they are marked as notes', async () => {
    const { samples, notes } = await read(
      lines('sample,age,tissue', 'L1,30,liver', 'L2,41,liver', '* estimated,,', 'Note: thawed twice,,'),
    )
    expect(samples).toEqual(['L1', 'L2'])
    expect(notes).toEqual(['below-table'])
  })

  it.each([
    ['below totals after a gap', ['', 'Total,71,', 'Prepared by Ann,,']],
    ['below totals', ['Total,71,', 'Prepared by Ann,,']],
    ['as a sentence right below the table', ['Ages were rounded down to years,,']],
  ])('stand %s', async (_where, below) => {
    const { samples, note } = await read(lines('sample,age,tissue', 'L1,30,liver', 'L2,41,liver', ...below))
    expect(samples).toEqual(['L1', 'L2'])
    expect(note('below-table')).toMatchObject({ count: 1, undo: { keepRows: ['belowFooter'] } })
  })

  it('are no samples below subtotals, nor names of many words', async () => {
    const { samples, notes } = await read(
      lines('sample,age', 'A1,30', 'Subtotal,30', '', 'B1,40', 'Total,70', 'left lung of mouse B2,', 'B3,'),
    )
    expect(samples).toEqual(['A1', 'B1', 'left lung of mouse B2', 'B3'])
    expect(notes).toEqual(['total-rows'])
  })

  it('are not assumed below a gap that is followed by samples', async () => {
    const { samples, notes } = await read(
      lines('sample,age,tissue', 'L1,30,liver', 'L2,41,liver', '', 'second plate', 'L3,52,liver', '', 'L4,,'),
    )
    expect(notes).toEqual([])
    expect(samples).toEqual(['L1', 'L2', 'L3', 'L4'])
  })

  it('are the same in a workbook', async () => {
    const { samples, notes } = await read(
      workbook([
        ['sample', 'age', 'tissue'],
        ['categorical', 'numeric', 'categorical'],
        ['L1', 30, 'liver'],
        ['# second plate'],
        ['L2', 41, 'liver'],
        ['Mean', 35.5],
        [null],
        ['Ages were rounded down.'],
      ]),
      { name: 'rows.xlsx' },
    )
    expect(samples).toEqual(['L1', 'L2'])
    expect(notes).toEqual(['type-row', 'comment-rows', 'total-rows', 'below-table'])
  })

  it('are all read as samples by a reading saved before these kinds existed', async () => {
    const path = join(folder, 'old.csv')
    writeFileSync(path, lines('sample,age,tissue', 'L1,30,liver', 'Total,30,'))
    const { columns } = await readDraft(path, {})
    const samples: (string | undefined)[] = []
    for await (const { rows } of checkedRows({
      path,
      readAs: { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 },
      sha256: null,
      columns,
      mapping: { sample: 'client_reference' },
      changes: [],
      form: defaultOrderForm,
      transform: transformSchema.parse({}),
      records: 'none',
    }))
      samples.push(...rows.map(({ fields }) => fields?.client_reference))
    expect(samples).toEqual(['L1', 'Total'])
  })
})

describe('the last line', () => {
  it('is the one that the user sets', async () => {
    const { samples, readAs, notes } = await read(
      lines('sample,age', 'L1,30', 'L2,41', 'Signed by,Ann', 'on,Monday'),
      { endLine: 3 },
    )
    expect(samples).toEqual(['L1', 'L2'])
    expect(readAs.endLine).toBe(3)
    expect(notes).toEqual([])
  })
})

describe('the header', () => {
  it.each(['#SampleID', '# Sample', '#OTU ID'])('may begin with #: %s', async (name) => {
    const { columns, readAs } = await read(lines(`${name}\tSource\tPlate`, 'L1\tliver\tA', 'L2\tlung\tB'), {
      name: `hash${++count}.tsv`,
    })
    expect(readAs.headerLine).toBe(1)
    expect(columns[0]).toBe(name)
  })

  it('is found below the comments that describe it', async () => {
    const { columns, samples } = await read(
      lines(
        '#Patient Identifier\tSex\tDiagnosis Age',
        '#Identifier of the patient\tSex\tAge at which it was found',
        '#STRING\tSTRING\tNUMBER',
        '#1\t1\t1',
        'SAMPLE_ID\tSEX\tAGE',
        'P-1\tF\t60',
        'P-2\tM\t61',
      ),
      { name: 'clinical.txt' },
    )
    expect(columns).toEqual(['SAMPLE_ID', 'SEX', 'AGE'])
    expect(samples).toEqual(['P-1', 'P-2'])
  })

  it.each(['Sample list, plate 7', 'Study: X, by: Ann,', 'Plate, made by hand\n'])(
    'stands below a title that has as many delimiters: %j',
    async (title) => {
      const { columns } = await read(lines(title, 'code,tissue', 'K1,liver', 'K2,lung'))
      expect(columns).toEqual(['code', 'tissue'])
    },
  )

  it('may consist of numbers mostly', async () => {
    const { columns } = await read(
      lines('sample,2019,2020,2021', 'L1,liver,blood,F', 'L2,liver,blood,M', 'L3,lung,blood,M'),
    )
    expect(columns).toEqual(['sample', '2019', '2020', '2021'])
  })

  it('may be wider than the rows', async () => {
    const { columns, invalid } = await read(lines('sample,age,tissue,remark', 'L1,30,liver', 'L2,41,lung'))
    expect(columns).toEqual(['sample', 'age', 'tissue', 'remark'])
    expect(invalid).toEqual([2, 3])
  })

  it('is found where the rows end with one delimiter more', async () => {
    const { columns, samples } = await read(lines('sample,age,tissue', 'L1,30,liver,', 'L2,41,lung,'))
    expect(columns).toEqual(['sample', 'age', 'tissue'])
    expect(samples).toEqual(['L1', 'L2'])
  })

  it('has a cell less than the rows where R wrote their names', async () => {
    const { columns, samples, ages, note } = await read(
      lines('"age"\t"tissue"', '"L1"\t30\t"liver"', '"L2"\t41\t"lung"'),
      { name: 'r.tsv' },
    )
    expect(columns).toEqual(['Row name', 'age', 'tissue'])
    expect(samples).toEqual(['L1', 'L2'])
    expect(ages).toEqual([30, 41])
    expect(note('row-names')).toMatchObject({ column: 'Row name', count: 2 })
  })

  it('is not short of the names of rows where a decimal comma splits an age', async () => {
    const { columns, samples } = await read(lines('code,value', 'K1,30,5', 'K2,31,5', 'K3,31,7'), {
      delimiter: ',',
    })
    expect(columns).toEqual(['code', 'value'])
    expect(samples).toEqual([])
  })

  it('may leave out the name of the first column, which then names the samples', async () => {
    const { columns, samples, note, draft } = await read(lines(',age,tissue', 'L1,30,liver', 'L2,41,lung'))
    expect(columns).toEqual(['Row name', 'age', 'tissue'])
    expect(samples).toEqual(['L1', 'L2'])
    expect(toEnglish(note('row-names').message)).toContain('first column')
    expect(draft.problems).toEqual([])
  })

  it('names the rows of a long file, which are all counted', async () => {
    const { note } = await read(lines(',age', ...rowsOf(1, 120, (index) => `L${index},30`)))
    expect(note('row-names').count).toBe(120)
  })

  it('may leave it out in a workbook too', async () => {
    const { samples } = await read(
      workbook([
        [null, 'age'],
        ['L1', 30],
        ['L2', 41],
      ]),
      { name: 'index.xlsx' },
    )
    expect(samples).toEqual(['L1', 'L2'])
  })

  it('has a cell less than the rows in a workbook too, read again just so', async () => {
    const sheet = workbook([
      ['age', 'tissue'],
      ['L1', 30, 'liver'],
      ['L2', 41, 'lung'],
    ])
    const { columns, samples, ages, readAs, note, draft } = await read(sheet, { name: 'rnames.xlsx' })
    expect(columns).toEqual(['Row name', 'age', 'tissue'])
    expect(samples).toEqual(['L1', 'L2'])
    expect(ages).toEqual([30, 41])
    expect(readAs).toMatchObject({ rowNames: true })
    expect(note('row-names').count).toBe(2)
    expect(draft.problems).toEqual([])
    const { columns: again } = await read(sheet, { name: 'rnames.xlsx', headerLine: 1 })
    expect(again).toEqual(columns)
  })

  it.each([
    [
      'a column of samples',
      [
        ['sample', 'age'],
        ['L1', 30, 'odd'],
        ['L2', 41, 'late'],
      ],
    ],
    [
      'a running number',
      [
        ['sample', 'age'],
        [1, 30, 'odd'],
        [2, 41, 'late'],
      ],
    ],
    [
      'a remark in some rows',
      [
        ['code of box', 'tissue'],
        ['B1', 'liver', 'odd'],
        ['B2', 'lung'],
        ['B3', 'skin'],
      ],
    ],
  ])('of a workbook is not short beside %s', async (_, rows) => {
    const { columns } = await read(workbook(rows), { name: `wide-${++count}.xlsx` })
    expect(columns).toEqual([...(rows[0] ?? []), 'Column 3'])
  })

  it.each(['csv', 'xlsx'])(
    'may have the word of pandas or R for a column without a name (%s)',
    async (kind) => {
      const readRows = (rows: (string | number)[][]) =>
        read(kind === 'csv' ? lines(...rows.map((row) => row.join(','))) : workbook(rows), {
          name: `unnamed-${++count}.${kind}`,
        })
      for (const header of ['Unnamed: 0', '...1']) {
        const { columns, samples, note, draft } = await readRows([
          [header, 'age'],
          ['L1', 30],
          ['L2', 41],
        ])
        expect(columns).toEqual(['Row name', 'age'])
        expect(samples).toEqual(['L1', 'L2'])
        expect(toEnglish(note('row-names').message)).toContain(header)
        expect(draft.problems).toEqual([])
      }
      const running = await readRows([
        ['Unnamed: 0', 'age'],
        [0, 30],
        [1, 41],
      ])
      expect(running.columns).toEqual(['Unnamed: 0', 'age'])
      expect(running.samples).toEqual([])
    },
  )

  it('does not make names of running numbers', async () => {
    const { columns, samples, notes } = await read(lines(',tissue,age', '0,liver,30', '1,lung,41'))
    expect(columns).toEqual(['Column 1', 'tissue', 'age'])
    expect(samples).toEqual([])
    expect(notes).toEqual([])
  })
})

describe('the delimiter', () => {
  it('is not a decimal comma, whatever the number of rows', async () => {
    const text = lines('Probe;Alter', ...rowsOf(1, 60, (index) => `S${index};30,${index % 10}`))
    const { columns, samples } = await read(text)
    expect(columns).toEqual(['Probe', 'Alter'])
    expect(samples).toHaveLength(60)
  })

  it.each([
    ['lanes', 'Sample;Lanes', (index: number) => `S${index};1,2,3,4`],
    ['files', 'Sample\tReads', (index: number) => `S${index}\ta${index}_1.fastq,a${index}_2.fastq`],
    ['terms', 'Sample,Terms', (index: number) => `S${index},a${index};b;c`],
    ['paths', 'Sample;Path', (index: number) => `S${index};x|y|z${index}`],
  ] as const)('is not between the %s of a list', async (_, header, row) => {
    const { columns, samples } = await read(lines(header, ...rowsOf(1, 60, row)))
    expect(columns).toHaveLength(2)
    expect(samples).toHaveLength(60)
  })

  it('is the tab of a .tsv file, though commas are as regular', async () => {
    const { columns } = await read(
      lines('Code, new\tPlace, old', ...rowsOf(1, 30, (index) => `K${index}, a\tB${index}, b`)),
      { name: 'regular.tsv' },
    )
    expect(columns).toEqual(['Code, new', 'Place, old'])
  })

  it('may be blanks', async () => {
    const { columns, samples, ages, note, readAs } = await read(
      lines('"age" "tissue"', '"L1" 30 "liver"', '"L 2" 41 "left lung"'),
    )
    expect(readAs).toMatchObject({ delimiter: ' ' })
    expect(columns).toEqual(['Row name', 'age', 'tissue'])
    expect(samples).toEqual(['L1', 'L 2'])
    expect(ages).toEqual([30, 41])
    expect(note('space-delimited').undo).toEqual({ delimiter: ',' })
  })

  it('of blanks is noted with all rows of a long file', async () => {
    const { note } = await read(lines('sample age', ...rowsOf(1, 300, (index) => `L${index} 30`)))
    expect(note('space-delimited').count).toBe(300)
  })

  it('may be runs of blanks', async () => {
    const { columns, samples } = await read(
      lines('sample   age  tissue', 'L1        30  liver', 'L2         4  lung '),
    )
    expect(columns).toEqual(['sample', 'age', 'tissue'])
    expect(samples).toEqual(['L1', 'L2'])
  })

  it.each([
    ['sample name', 'Mouse 1', 'Mouse 2', 'Mouse 3'],
    ['full sample name', 'Mouse liver 1', 'Mouse liver 2', 'Mouse lung 1'],
    ['Sample', 'Liver left', 'Liver right', 'Lung left'],
    ['Sample name', 'Liver 1', 'Muscle 2', 'Lung 3'],
  ])('are no blanks in a list of names: %s', async (...names) => {
    const { columns, readAs } = await read(lines(...names))
    expect(readAs).toMatchObject({ delimiter: ',' })
    expect(columns).toHaveLength(1)
  })
})

describe('quotes', () => {
  const text = lines(
    'sample\ttissue\tremark',
    'L1\tliver\t5" tube',
    'L2\tliver\t"old" stock',
    'L3\tlung\t12" pipe',
    'L4\tlung\t"',
  )

  it('of a text between tabs are characters where they are around no cell', async () => {
    const { draft, samples, note, readAs } = await read(text, { name: 'inch.tsv' })
    expect(readAs).toMatchObject({ plainQuotes: true })
    expect(draft.problems).toEqual([])
    expect(samples).toEqual(['L1', 'L2', 'L3', 'L4'])
    expect(draft.preview[1]?.cells).toEqual(['L2', 'liver', '"old" stock'])
    expect(note('plain-quotes')).toMatchObject({ count: 4, undo: { plainQuotes: false } })
    const { draft: strict } = await read(text, { name: 'inch.tsv', plainQuotes: false })
    expect(strict.problems.length).toBeGreaterThan(0)
  })

  it('of a long file are all counted, and those around a cell further down are to be looked at', async () => {
    const rows = rowsOf(1, 300, (index) => `L${index}\t5" tube`)
    const { note } = await read(lines('sample\tremark', ...rows), { name: 'long.tsv' })
    expect(note('plain-quotes')).toMatchObject({ count: 300, severity: 'note' })
    const mixed = await read(lines('sample\tremark', ...rows, 'L301\t"liver"'), { name: 'mixed.tsv' })
    expect(mixed.samples).toHaveLength(301)
    expect(mixed.note('plain-quotes')).toMatchObject({
      count: 301,
      severity: 'warning',
      message: expect.stringContaining('From line 302 on'),
    })
  })

  it('are around cells where one of them is', async () => {
    const { readAs, notes } = await read(
      lines('sample\tremark', 'L1\t"a, ""b"""', 'L2\t5" tube', 'L3\t6" tube'),
      { name: 'quoted.tsv' },
    )
    expect(readAs).not.toHaveProperty('plainQuotes')
    expect(notes).toEqual([])
  })

  it('are ordinary characters in any file if the user says so', async () => {
    const { draft } = await read(lines('sample,remark', 'L1,"a"', 'L2,5" tube'), { plainQuotes: true })
    expect(draft.preview.map(({ cells }) => cells[1])).toEqual(['"a"', '5" tube'])
  })
})
