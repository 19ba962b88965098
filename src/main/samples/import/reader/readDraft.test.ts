import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReadingNote, ReadOptions } from '../../../../shared/domain/samples/importing.ts'
import { defaultOrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import { suggestByValues, suggestMapping } from '../mapping/columnMapping.ts'
import { rowXml, workbookFile } from '../xlsx/testing/workbookFile.ts'
import { readDraft } from './runReader.ts'
import { checkFile } from './testing/checkFile.ts'

const rowsOf = (from: number, to: number, row: (index: number) => string): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => row(from + index))

/** A text, its lines, or the rows of a workbook. */
type Content = string | readonly string[] | readonly (string | null)[][]

/** The cell of a workbook: numbers are numbers there. */
const toCell = (text: string | null) => (text && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text || null)

const bytesOf = (content: Content): string | Buffer => {
  if (typeof content === 'string') return `${content}\n`
  if (content.every((line) => typeof line === 'string')) return `${content.join('\n')}\n`
  return workbookFile([{ name: 'Samples', data: content.map((row) => rowXml(row.map(toCell))).join('') }])
}

const cellsOf = (...lines: string[]) =>
  lines.flatMap((line) => line.split('\n')).map((line) => line.split(','))

/** `excluded-rows! 2: 3,4`: a warning about two rows. */
const toText = ({ rule, severity, count: all, rows }: ReadingNote): string =>
  `${rule}${severity === 'warning' ? '!' : ''} ${all}: ${rows.join()}`

/** Reads a file with nothing given but `options`, and what would be ordered of it. */
async function read(content: Content, { name = 'a.csv', ...options }: ReadOptions & { name?: string } = {}) {
  const path = join(newFolder(), name)
  writeFileSync(path, bytesOf(content))
  const draft = await readDraft(path, options)
  const { columns, readAs, sha256, preview, notes } = draft
  const mapping = suggestMapping(columns, defaultOrderForm, preview)
  const isNamed = Object.values(mapping).includes('client_reference')
  const checked = isNamed ? await checkFile({ path, readAs, sha256, columns, mapping }) : []
  const orders = checked.flatMap(({ fields }) => fields ?? [])
  return {
    draft,
    columns,
    readAs,
    samples: orders.map((fields) => fields.client_reference),
    ages: orders.flatMap(({ age }) => age ?? []),
    invalid: checked.filter(({ fields }) => fields === null).map(({ row }) => row),
    notes: notes.map(toText),
    problems: draft.problems.map(({ row, rule }) => `${rule} ${row}`),
    note: (rule: string) => notes.find((one) => one.rule === rule)!,
  }
}

type Reading = Partial<Omit<Awaited<ReturnType<typeof read>>, 'readAs'>> & { readAs?: object }
type Case = [title: string, content: Content, reading: Reading, options?: Parameters<typeof read>[1]]

const readsEach = (cases: readonly Case[]): void =>
  it.each(cases)('%s', async (_title, content, reading, options) => {
    expect(await read(content, options)).toMatchObject(reading)
  })

describe('a file without a header', () => {
  const rows = ['A1,30,liver', 'A2,31,blood', 'A3,32,liver']
  const bare = { columns: ['Column 1', 'Column 2', 'Column 3'], notes: ['no-header 3: 1,2,3'], problems: [] }
  const titled = ['Plate 7', '# made by hand', '', ...rows]
  readsEach([
    ['is warned about', rows, { problems: ['header-like-data 1'] }],
    [
      'is read with its first row as a sample, and numbered columns',
      rows,
      { ...bare, readAs: { headerLine: 1, noHeader: true } },
      { noHeader: true },
    ],
    ['is the same as a workbook', cellsOf(...rows), bare, { noHeader: true, name: 'a.xlsx' }],
    ['begins below its title', titled, { notes: ['no-header 3: 4,5,6'] }, { noHeader: true }],
    [
      'begins at the line the user chose',
      titled,
      { notes: ['no-header 2: 5,6'] },
      { noHeader: true, headerLine: 5 },
    ],
    [
      'has a row with a cell too many or too few refused, the first one too',
      [...rows, 'A4,33', 'A5,34,liver,x'],
      { problems: ['ragged-row 4', 'ragged-row 5'] },
      { noHeader: true },
    ],
  ])

  it('gets its fields suggested if the values leave no doubt', () => {
    const suggest = (...all: string[]) =>
      Object.values(
        suggestByValues(
          ['1', '2', '3', '4'].map((number) => `Column ${number}`),
          defaultOrderForm,
          cellsOf(...all).map((cells) => ({ cells })),
        ),
      )
    expect(suggest('1,M-7,F,52w', '2,M-8,M,60w')).toEqual([null, 'client_reference', 'sex', 'age'])
    // Plain numbers are ambiguous, and so are two columns of days.
    const ambiguous = suggest('30,2024-01-02,2024-02-02,A', '31,2024-01-03,2024-02-03,A')
    expect(ambiguous).toEqual([null, null, null, null])
  })
})

describe('a sheet of sections', () => {
  const sheet = [
    '[Header],,\nFileFormatVersion,2,\nRunName,Run 7,\n,,\n[Reads],,\nRead1Cycles,151,\n,,',
    '[BCLConvert_Settings],,\nSoftwareVersion,4.0.3,\n,,\n[BCLConvert_Data],,\nLane,Sample_ID,Index',
    '1,Liver-1,ACGT\n1,Liver-2,CGTA\n2,Liver-3,GTAC\n,,\n[Cloud_Settings],,\nGeneratedVersion,1.2,\n,,',
    '[Cloud_Data],,\nSample_ID,ProjectName,LibraryName',
    ...[1, 2, 3].map((number) => `Liver-${number},P,Liver-${number}_ACGT`),
  ]
  const samples = ['Liver-1', 'Liver-2', 'Liver-3']
  readsEach([
    [
      'is read from its table of samples to the next section, so that no sample is ordered twice',
      sheet,
      {
        samples,
        invalid: [],
        readAs: { headerLine: 12, endLine: 16 },
        notes: ['section-end 7: 17,20', 'other-section 3: 21'],
      },
    ],
    ['is the same in a workbook', cellsOf(...sheet), { samples }, { name: 'a.xlsx' }],
    [
      'of the first version is read from [Data] on, also where a table of settings is wider',
      [
        '[Header]\nDate,3/5/2024,a,b,c\n[Manifests]\nA,x.txt',
        '[Data]\nSample_ID,Sample_Name,Index\n1,Ann,ACGT\n2,Bob,CGTA',
      ],
      { readAs: { headerLine: 6 }, samples: ['Ann', 'Bob'] },
    ],
    [
      'ends a table that is in no section with a warning, since its rows may go on below',
      ['sample,age', 'L1,30', 'L2,41', '[Second plate],', 'L3,52', 'L4,5'],
      { samples: ['L1', 'L2'], notes: ['section-end! 3: 4'] },
    ],
  ])

  it('offers its other table of samples up to its end, and the rows beyond its section', async () => {
    const { note } = await read(sheet)
    expect(toEnglish(note('section-end').message)).toContain('[BCLConvert_Data]')
    expect(toEnglish(note('other-section').message)).toContain('[Cloud_Data]')
    expect(note('other-section').undo).toEqual({ headerLine: 21 })
    expect(await read(sheet, { headerLine: 21 })).toMatchObject({
      columns: ['Sample_ID', 'ProjectName', 'LibraryName'],
      samples,
    })
    const { draft } = await read(sheet, note('section-end').undo!)
    expect([draft.rowCount, draft.readAs.endLine]).toEqual([10, undefined])
  })

  it('lists only as many sections as fit in a readable message', async () => {
    const others = rowsOf(1, 2000, (index) => `[Part${index}_Data],\nsample,age\nP${index},30`)
    const { draft, samples: read1, note } = await read(['[Data],', 'sample,age', 'L1,30', ...others])
    expect(read1).toEqual(['L1'])
    expect(toEnglish(note('section-end').message)).toMatch(/“\[Part1_Data\], .*, …”\.$/)
    expect(toEnglish(note('section-end').message).length).toBeLessThan(500)
    expect(draft.notes.length).toBeLessThan(50)
  })
})

describe('rows that are no samples', () => {
  const table = ['sample,age,tissue', 'L1,30,liver', 'L2,41,liver']
  const longTable = ['sample,age,tissue', ...rowsOf(1, 6, (n) => `L${n},3${n},liver`)]
  const both = { samples: ['L1', 'L2'] }
  readsEach([
    [
      'name the types of columns, as QIIME 2 writes them',
      ['sample-id\tage\ttissue', '#q2:types\tnumeric\tcategorical', 'L1\t30\tliver', 'L2\t41\tliver'],
      { ...both, notes: ['type-row 1: 2'], readAs: { passOver: ['types'] } },
      { name: 'metadata.tsv' },
    ],
    ...['categorical,numeric,categorical', '#STRING,NUMBER,STRING', 'varchar(20),float,text'].map(
      (types): Case => [
        `name the types of columns: ${types}`,
        table.toSpliced(1, 0, types),
        { ...both, notes: ['type-row 1: 2'] },
      ],
    ),
    [
      'are comments',
      [...table.slice(0, 2), '# second plate', '# thawed twice, see the book', 'L2,41,liver', '#,,'],
      { ...both, notes: ['comment-rows 3: 3,4,6'] },
    ],
    [
      'repeat the header',
      ['sample,age', 'L1,30', 'sample,age', 'L2,41', ' sample , age ', 'L3,52'],
      { samples: ['L1', 'L2', 'L3'], notes: ['repeated-header 2: 3,5'] },
    ],
    ...['Total,71,', 'Summe:,71,', 'Mean,35.5,', '合计,71,', 'Grand total,,', 'Total: 2,,'].map(
      (total): Case => [`hold totals: ${total}`, [...table, total], { ...both, notes: ['total-rows 1: 4'] }],
    ),
    [
      'hold totals of several kinds',
      [...table, 'Mean,35.5,', 'SD,7.8,', 'Max,41,'],
      { ...both, notes: ['total-rows 3: 4,5,6'] },
    ],
    ['have no name', [...table, ',35.5,'], { ...both, notes: [] }],
    ...[
      ['Total RNA 1,30,liver', 'Total,30,liver', 'Sum,30,spleen', 'Max,54,', 'SD,54,', 'N,54,'],
      ['#1,30,liver', '#7,,', 'types,30,text', '[A],30,liver'],
    ]
      .flat()
      .map(
        (row): Case => [
          `are not samples that read a little like them: ${row}`,
          [...table, row],
          { samples: ['L1', 'L2', row.split(',')[0]!] },
        ],
      ),
    [
      'are not the only column of a list',
      ['sample', 'Liver', 'Total', 'Mean', '#2', 'text'],
      { samples: ['Liver', 'Total', 'Mean', '#2', 'text'] },
    ],
    [
      'are not samples whose names all begin with #',
      ['sample,age', '#a,30', '#b,41', '#c,'],
      { samples: ['#a', '#b', '#c'], notes: [] },
    ],
    [
      'may be samples crossed out with #, which the user should check',
      [...table.slice(0, 2), '#L2,41,liver', 'L3,52,liver', 'L4,52,liver'],
      { samples: ['L1', '#L2', 'L3', 'L4'], notes: ['crossed-out-rows! 1: 3'] },
    ],
    [
      'are skipped below the table',
      [...longTable, '', 'Ages were rounded down.', 'Code,Meaning', 'L,liver'],
      { samples: rowsOf(1, 6, (n) => `L${n}`), notes: ['below-table! 3: 9,10,11'], readAs: { endLine: 8 } },
    ],
    [
      'are skipped below the table without a blank line if they are marked as notes',
      [...table, '* estimated,,', 'Note: thawed twice,,'],
      { ...both, notes: ['below-table 2: 4,5'] },
    ],
    [
      'stand below totals after a gap',
      [...table, '', 'Total,71,', 'Prepared by Ann,,'],
      { ...both, notes: ['total-rows 1: 5', 'below-table! 1: 6'] },
    ],
    [
      'stand as a sentence right below the table',
      [...table, 'Ages were rounded down to years,,'],
      { ...both, notes: ['below-table 1: 4'] },
    ],
    [
      'are no samples below subtotals, nor names of many words',
      ['sample,age', 'A1,30', 'Subtotal,30', '', 'B1,40', 'Total,70', 'left lung of mouse B2,', 'B3,'],
      { samples: ['A1', 'B1', 'left lung of mouse B2', 'B3'], notes: ['total-rows 2: 3,6'] },
    ],
    [
      'are not assumed below a gap that is followed by samples',
      [...table, '', 'second plate', 'L3,52,liver', '', 'L4,,'],
      { samples: ['L1', 'L2', 'L3', 'L4'], notes: [] },
    ],
    [
      'are the same in a workbook',
      cellsOf(
        'sample,age,tissue\ncategorical,numeric,categorical\nL1,30,liver\n# second plate\nL2,41,liver',
        'Mean,35.5\n\nAges were rounded down.',
      ),
      { ...both, notes: ['type-row 1: 2', 'comment-rows 1: 4', 'total-rows 1: 6', 'below-table 1: 8'] },
      { name: 'a.xlsx' },
    ],
    [
      'are those below the last line that the user sets',
      ['sample,age', 'L1,30', 'L2,41', 'Signed by,Ann', 'on,Monday'],
      { ...both, readAs: { endLine: 3 }, notes: [] },
      { endLine: 3 },
    ],
  ])

  it('are read as samples on request', async () => {
    const text = ['sample,age', 'L1,30', '# half', 'Total,30', 'Mean,30']
    const { note } = await read(text)
    expect(toText(note('total-rows'))).toBe('total-rows 2: 4,5')
    const again = await read(text, note('total-rows').undo!)
    expect(again.samples).toEqual(['L1', 'Total', 'Mean'])
    expect(again.note('comment-rows').undo).toEqual({ keepRows: ['totals', 'comments'] })
  })

  it('are all read as samples by a reading saved before these kinds existed', async () => {
    const path = join(newFolder(), 'old.csv')
    writeFileSync(path, bytesOf(['sample,age,tissue', 'L1,30,liver', 'Total,30,']))
    const readAs = { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 } as const
    const columns = ['sample', 'age', 'tissue']
    const task = { path, readAs, sha256: null, columns, mapping: { sample: 'client_reference' } }
    const orders = await checkFile(task)
    expect(orders.map(({ fields }) => fields?.client_reference)).toEqual(['L1', 'Total'])
  })
})

describe('the header', () => {
  const named = { columns: ['Row name', 'age', 'tissue'], samples: ['L1', 'L2'], notes: ['row-names 2: 2,3'] }
  const index = cellsOf('L1,30\nL2,41')
  readsEach([
    ...['#SampleID', '# Sample', '#OTU ID'].map(
      (name): Case => [
        `may begin with #: ${name}`,
        [`${name}\tSource\tPlate`, 'L1\tliver\tA', 'L2\tlung\tB'],
        { readAs: { headerLine: 1 }, columns: [name, 'Source', 'Plate'] },
        { name: 'hash.tsv' },
      ],
    ),
    [
      'is found below the comments that describe it',
      [
        '#Patient Identifier\tSex\tDiagnosis Age\n#STRING\tSTRING\tNUMBER\n#1\t1\t1',
        'SAMPLE_ID\tSEX\tAGE\nP-1\tF\t60\nP-2\tM\t61',
      ],
      { columns: ['SAMPLE_ID', 'SEX', 'AGE'], samples: ['P-1', 'P-2'] },
      { name: 'clinical.txt' },
    ],
    ...['Sample list, plate 7', 'Study: X, by: Ann,', 'Plate, made by hand\n'].map(
      (title): Case => [
        `stands below a title that has as many delimiters: ${title.trim()}`,
        [title, 'code,tissue', 'K1,liver', 'K2,lung'],
        { columns: ['code', 'tissue'] },
      ],
    ),
    [
      'may consist of numbers mostly',
      ['sample,2019,2020,2021', 'L1,liver,blood,F', 'L2,liver,blood,M', 'L3,lung,blood,M'],
      { columns: ['sample', '2019', '2020', '2021'] },
    ],
    [
      'may be wider than the rows',
      ['sample,age,tissue,remark', 'L1,30,liver', 'L2,41,lung'],
      { columns: ['sample', 'age', 'tissue', 'remark'], invalid: [2, 3] },
    ],
    [
      'is found where the rows end with one delimiter more',
      ['sample,age,tissue', 'L1,30,liver,', 'L2,41,lung,'],
      { columns: ['sample', 'age', 'tissue'], samples: ['L1', 'L2'] },
    ],
    [
      'has a cell less than the rows where R wrote their names',
      ['"age"\t"tissue"', '"L1"\t30\t"liver"', '"L2"\t41\t"lung"'],
      { ...named, ages: [30, 41] },
      { name: 'r.tsv' },
    ],
    [
      'is not short of the names of rows where a decimal comma splits an age',
      ['code,value', 'K1,30,5', 'K2,31,5', 'K3,31,7'],
      { columns: ['code', 'value'], samples: [] },
      { delimiter: ',' },
    ],
    [
      'may leave out the name of the first column, which then names the samples',
      [',age,tissue', 'L1,30,liver', 'L2,41,lung'],
      { ...named, problems: [] },
    ],
    [
      'may leave it out in a workbook too',
      [[null, 'age'], ...index],
      { samples: ['L1', 'L2'] },
      { name: 'a.xlsx' },
    ],
    ...[
      ['a column of samples', 'sample,age\nL1,30,odd\nL2,41,late'],
      ['a running number', 'sample,age\n1,30,odd\n2,41,late'],
      ['a remark in some rows', 'code of box,tissue\nB1,liver,odd\nB2,lung\nB3,skin'],
    ].map(
      ([what, text = '']): Case => [
        `of a workbook is not short beside ${what}`,
        cellsOf(text),
        { columns: [...cellsOf(text)[0]!, 'Column 3'] },
        { name: 'wide.xlsx' },
      ],
    ),
    ...['Unnamed: 0', '...1'].flatMap((header) =>
      ['unnamed.csv', 'unnamed.xlsx'].map(
        (name): Case => [
          `may have “${header}” for a column without a name (${name})`,
          name.endsWith('xlsx') ? [[header, 'age'], ...index] : `${header},age\nL1,30\nL2,41`,
          { ...named, columns: ['Row name', 'age'], problems: [] },
          { name },
        ],
      ),
    ),
    [
      'names no samples where “Unnamed: 0” stands above running numbers',
      ['Unnamed: 0,age', '0,30', '1,41'],
      { columns: ['Unnamed: 0', 'age'], samples: [] },
    ],
    [
      'does not make names of running numbers',
      [',tissue,age', '0,liver,30', '1,lung,41'],
      { columns: ['Column 1', 'tissue', 'age'], samples: [], notes: [] },
    ],
  ])

  it('names the rows of a long file, which are all counted', async () => {
    const { note } = await read([',age', ...rowsOf(1, 120, (number) => `L${number},30`)])
    expect(note('row-names').count).toBe(120)
    expect(toEnglish(note('row-names').message)).toContain('first column')
  })

  it('has a cell less than the rows in a workbook too, read again just so', async () => {
    const sheet = cellsOf('age,tissue\nL1,30,liver\nL2,41,lung')
    for (const options of [{}, { headerLine: 1 }])
      expect(await read(sheet, { name: 'rnames.xlsx', ...options })).toMatchObject({
        ...named,
        ages: [30, 41],
        readAs: { rowNames: true },
        problems: [],
      })
  })
})

describe('the delimiter', () => {
  const long = (header: string, row: (index: number) => string): string[] => [header, ...rowsOf(1, 60, row)]
  const sixty = rowsOf(1, 60, (index) => `S${index}`)
  readsEach([
    [
      'is not a decimal comma, whatever the number of rows',
      long('Probe;Alter', (index) => `S${index};30,${index % 10}`),
      { columns: ['Probe', 'Alter'], samples: sixty },
    ],
    ...(
      [
        ['lanes', 'Sample;Lanes', (index) => `S${index};1,2,3,4`],
        ['files', 'Sample\tReads', (index) => `S${index}\ta${index}_1.fastq,a${index}_2.fastq`],
        ['terms', 'Sample,Terms', (index) => `S${index},a${index};b;c`],
        ['paths', 'Sample;Path', (index) => `S${index};x|y|z${index}`],
      ] as [string, string, (index: number) => string][]
    ).map(
      ([what, header, row]): Case => [
        `is not between the ${what} of a list`,
        long(header, row),
        { columns: header.split(/[;\t,]/), samples: sixty },
      ],
    ),
    [
      'is the tab of a .tsv file, though commas are as regular',
      ['Code, new\tPlace, old', ...rowsOf(1, 30, (index) => `K${index}, a\tB${index}, b`)],
      { columns: ['Code, new', 'Place, old'] },
      { name: 'regular.tsv' },
    ],
    [
      'may be blanks',
      ['"age" "tissue"', '"L1" 30 "liver"', '"L 2" 41 "left lung"'],
      {
        readAs: { delimiter: ' ' },
        columns: ['Row name', 'age', 'tissue'],
        samples: ['L1', 'L 2'],
        ages: [30, 41],
        notes: ['space-delimited 2: ', 'row-names 2: 2,3'],
      },
    ],
    [
      'of blanks is noted with all rows of a long file',
      ['sample age', ...rowsOf(1, 300, (index) => `L${index} 30`)],
      { notes: ['space-delimited 300: '] },
    ],
    [
      'may be runs of blanks',
      ['sample   age  tissue', 'L1        30  liver', 'L2         4  lung '],
      { columns: ['sample', 'age', 'tissue'], samples: ['L1', 'L2'] },
    ],
    ...[
      'sample name\nMouse 1\nMouse 2\nMouse 3',
      'full sample name\nMouse liver 1\nMouse liver 2\nMouse lung 1',
      'Sample\nLiver left\nLiver right\nLung left',
      'Sample name\nLiver 1\nMuscle 2\nLung 3',
    ].map(
      (names): Case => [
        `are no blanks in a list of names: ${names.replaceAll('\n', ', ')}`,
        names,
        { readAs: { delimiter: ',' }, columns: names.split('\n').slice(0, 1) },
      ],
    ),
  ])
})

describe('quotes', () => {
  const inches =
    'sample\ttissue\tremark\nL1\tliver\t5" tube\nL2\tliver\t"old" stock\nL3\tlung\t12" pipe\nL4\tlung\t"'
  const long = ['sample\tremark', ...rowsOf(1, 300, (index) => `L${index}\t5" tube`)]
  const first = rowsOf(2, 21, String).join()
  readsEach([
    [
      'of a text between tabs are characters where they are around no cell',
      inches,
      {
        readAs: { plainQuotes: true },
        problems: [],
        samples: ['L1', 'L2', 'L3', 'L4'],
        notes: ['plain-quotes 4: 2,3,4,5'],
      },
      { name: 'inch.tsv' },
    ],
    ['of a long file are all counted', long, { notes: [`plain-quotes 300: ${first}`] }, { name: 'long.tsv' }],
    [
      'around a cell further down are to be looked at',
      [...long, 'L301\t"liver"'],
      { notes: [`plain-quotes! 301: ${first}`] },
      { name: 'mixed.tsv' },
    ],
    [
      'are around cells where one of them is',
      ['sample\tremark', 'L1\t"a, ""b"""', 'L2\t5" tube', 'L3\t6" tube'],
      { notes: [] },
      { name: 'quoted.tsv' },
    ],
  ])

  it('are ordinary characters on request, and otherwise marks around cells', async () => {
    const plain = await read(['sample,remark', 'L1,"a"', 'L2,5" tube'], { plainQuotes: true })
    expect(plain.draft.preview.map(({ cells }) => cells[1])).toEqual(['"a"', '5" tube'])
    const strict = await read(inches, { name: 'inch.tsv', plainQuotes: false })
    expect(strict.problems.length).toBeGreaterThan(0)
  })
})
