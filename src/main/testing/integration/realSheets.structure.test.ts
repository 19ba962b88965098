import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReadOptions } from '../../../shared/domain/samples/importing.ts'
import { toEnglish } from '../../../shared/words/message.ts'
import { createImportApp } from '../../samples/import/testing/importApp.ts'
import { rowXml, workbookFile } from '../../samples/import/xlsx/testing/workbookFile.ts'
import { isFull } from '../faults.ts'

let app: Awaited<ReturnType<typeof createImportApp>>
beforeEach(async () => {
  app = await createImportApp()
})
afterEach(() => app.close())

/** The correct reading of a sheet. `asks`: the questions about it, in order, each with the answer that is given. */
type Reading = {
  asks?: readonly (readonly [rule: string, answer: ReadOptions])[]
  /** The orders that are sent: the name and the fields that the sheet gives. */
  orders: readonly Readonly<Record<string, string | number>>[]
  /** The number of rows reported as wrong. */
  invalid?: number
}

/** Imports a file like a user who answers each question about it and otherwise accepts the suggestions. */
async function importFile(path: string, { asks = [] }: Pick<Reading, 'asks'>) {
  let options: ReadOptions = {}
  let draft = await app.open(path)
  const check = () => {
    const { draftId, suggestedMapping: mapping, suggestedTransform: transform } = draft
    return app.imports.check({ draftId, mapping, transform })
  }
  for (const [rule, answer] of asks) {
    const question = draft.notes.find(({ choices }) => choices !== undefined)
    expect(question?.rule).toBe(rule)
    expect(question?.choices?.map((choice) => choice.options)).toContainEqual(answer)
    expect(await check(), `${rule} stops the orders`).toMatchObject({ orders: 0 })
    options = { ...options, ...answer }
    draft = await app.open(path, options)
  }
  expect(draft.notes.filter(({ choices }) => choices !== undefined).map(({ rule }) => rule)).toEqual([])
  const checked = await check()
  if (checked.orders > 0) await app.send(draft.draftId)
  return { check: checked, orders: app.sent() }
}

const people = (names: string, fields: (index: number) => Record<string, string | number> = () => ({})) =>
  names.split(' ').map((client_reference, index) => ({ client_reference, ...fields(index) }))
const ages = (index: number) => ({ age: 41 + index })
const women = (index: number) => ({ age: 41 + index, sex: 'F' })
const wells = (name: (letter: string, column: number) => string) =>
  Array.from('ABCDEFGH').flatMap((letter, row) =>
    Array.from({ length: 12 }, (_, index) => ({ client_reference: name(letter, 12 * row + index + 1) })),
  )

const twoSamples = people('S1 S2', (index) => ({ age: 41 + index, sex: index === 0 ? 'F' : 'M' }))
const days = ['2024-03-05', '2024-12-31', '1919-02-02', '', '2024-03-05']
const dated = people('s1 s2 s3 s4 s5', (index) => ({
  ...ages(index),
  ...(days[index] ? { collected_at: days[index] } : {}),
}))

/** The question which column tells samples apart, and its answer. */
const repeated = (...samplesBy: string[]): NonNullable<Reading['asks']> => [
  ['repeated-samples', { samplesBy }],
]

/** The correct reading of each file. */
const readings: Readonly<Record<string, Reading>> = {
  'workbooks/error-cells.xlsx': {
    orders: [
      { client_reference: 'a1', group: 'x', age: 44, sex: 'F' },
      { client_reference: 'a6', group: 'x', age: 42, sex: 'F' },
    ],
    invalid: 5,
  },
  'workbooks/dates-1904.xlsx': { orders: dated },
  'workbooks/dates-1900.xlsx': { orders: dated },
  'csv/multiline-semicolon.csv': { orders: people('s1 s2 s3 s4 s5', ages) },
  'csv/commas-in-header.csv': {
    orders: [
      { client_reference: 'S1', group: 'x', age: 41, sex: 'F' },
      { client_reference: 'S2', group: 'y', age: 42.5, sex: 'M' },
    ],
  },
  'csv/comments.csv': { orders: twoSamples },
  'csv/cr-in-header.csv': { orders: twoSamples },
  'repeats/id-on-two-lanes.csv': { orders: people('W1 W2') },
  'csv/trailing-tab.tsv': { orders: twoSamples },
  'csv/empty-lines.csv': { orders: twoSamples },
  'workbooks/zeros.xlsx': {
    orders: people(
      '00123 123456789012345 00124 0.5 2024-01-02 9007199254740992 TRUE 100000000000000000000 1234567 7 1E5 100000',
      (index) => ({ ...ages(index), group: 'x' }),
    ),
  },
  'repeats/redcap-instances.csv': {
    asks: [['blank-below', { fillDown: ['age', 'sex'] }]],
    orders: [
      { client_reference: 'B-1', age: 61, sex: 'F' },
      { client_reference: 'B-2', age: 61, sex: 'F' },
      { client_reference: 'B-3', age: 58, sex: 'M' },
    ],
    invalid: 2,
  },
  'workbooks/hidden-and-struck.xlsx': {
    asks: [
      ['hidden-rows', { hiddenRows: 'omit' }],
      ['struck-rows', { struckRows: 'include' }],
    ],
    orders: people('p1 p2 p3 p4 p5 p6 p7 p8', (index) => ({ ...women(index), group: 'x' })).filter(
      (order) => order['client_reference'] !== 'p3',
    ),
  },
  'workbooks/hidden-row.xlsx': {
    asks: [['hidden-rows', { hiddenRows: 'include' }]],
    orders: people('p1 p2 p3 p4', women),
  },
  'workbooks/struck-row.xlsx': {
    asks: [['struck-rows', { struckRows: 'omit' }]],
    orders: people('p1 p2 p3 p4', women).filter((order) => order['client_reference'] !== 'p2'),
  },
  'workbooks/merged-groups.xlsx': {
    orders: people('p1 p2 p3 p4 p5 p6', (index) => ({
      group: index < 3 ? 'control' : 'treated',
      ...women(index),
    })),
  },
  'csv/duplicated-header.csv': { orders: twoSamples.map((order) => ({ ...order, group: 'a' })) },
  'csv/quotes-in-header.csv': {
    orders: [
      { client_reference: 'S"1', age: 41, sex: 'F' },
      { client_reference: 'S2', age: 42, sex: 'M' },
    ],
  },
  'csv/sep-line.csv': { orders: twoSamples },
  'csv/utf16.csv': {
    orders: [
      { client_reference: 'Å1', age: 41.5, sex: 'F' },
      { client_reference: 'Å2', age: 42, sex: 'M' },
    ],
  },
  'csv/mixed-line-ends.csv': {
    orders: people('S1 S2 S3', (index) => ({ age: 41 + index, sex: index === 1 ? 'M' : 'F' })),
  },
  'layouts/side-by-side.xlsx': {
    orders: people('l1 l2 l3 r1 r2 r3', (index) => ({ age: 41 + (index % 3), sex: 'F' })),
  },
  'repeats/runs.csv': {
    asks: repeated('Sample Name'),
    orders: people('GSM1 GSM2 GSM3 GSM4', (index) => ({ sex: index % 2 === 0 ? 'F' : 'M', tissue: 'brain' })),
  },
  'repeats/lanes.csv': {
    asks: repeated('Sample_name'),
    orders: people('liv1 liv2', () => ({ group: 'ctrl' })),
  },
  'layouts/geo.xlsx': { orders: people('g1 g2 g3', (index) => ({ sex: index === 0 ? 'M' : 'F' })) },
  'layouts/geo-plain.xlsx': { orders: people('g1 g2 g3 g4 g5 g6 g7 g8', () => ({ sex: 'M' })) },
  'layouts/word-names.xlsx': { orders: people('c1 c2 WT', (index) => ({ sex: index === 1 ? 'F' : 'M' })) },
  'layouts/second-header.xlsx': {
    asks: [['second-table', { omitRows: true }]],
    orders: people('b1 b2 b3 b4', (index) => ({ sex: index === 0 ? 'F' : 'M' })),
  },
  'layouts/plate.csv': { orders: wells((letter, number) => `L${letter}${((number - 1) % 12) + 1}`) },
  'layouts/plate.xlsx': { orders: wells((_letter, number) => `S${String(number).padStart(3, '0')}`) },
  'layouts/header-narrower.xlsx': {
    orders: ['1001 A-1', '1002 A-2', '1003 A-3', '1004 A-4'].map((client_reference, index) => ({
      client_reference,
      treatment: index === 0 ? 'Control' : 'case',
    })),
  },
}

const fixture = (name: string): string => join(import.meta.dirname, 'sheets', name)

const sort = (all: readonly Record<string, unknown>[]) =>
  all.toSorted((a, b) => String(a['client_reference']).localeCompare(String(b['client_reference'])))

/** Returns the orders that were sent for a file and the expected ones. */
async function readFileAs(path: string, { asks = [], orders, invalid = 0 }: Reading) {
  const outcome = await importFile(path, { asks })
  // Other tests are about the meaning of the other columns.
  const compared = new Set(orders.flatMap((order) => Object.keys(order)))
  const sent = outcome.orders.map((order) =>
    Object.fromEntries(Object.entries(order).filter(([field]) => compared.has(field))),
  )
  return {
    read: { orders: sort(sent), invalid: outcome.check.invalid },
    meant: { orders: sort(orders), invalid },
  }
}

describe('the structure of real sheets', () => {
  it.each(Object.entries(readings))('reads %s correctly', async (name, reading) => {
    const { read, meant } = await readFileAs(fixture(name), reading)
    expect(read).toEqual(meant)
  })

  it('refuses a workbook whose first sheet is no table, and reads the other sheets together', async () => {
    const path = fixture('workbooks/two-sheets.xlsx')
    const draft = await app.open(path)
    const { draftId, suggestedMapping: mapping, suggestedTransform: transform } = draft
    const check = app.imports.check({ draftId, mapping, transform })
    await expect(check).rejects.toMatchObject({ code: 'rejected' })
    const plate = await app.open(path, { sheet: 'Plate 1' })
    expect(plate.notes).toMatchObject([{ rule: 'other-sheets', severity: 'note' }])
    const both = await app.open(path, { sheet: 'Plate 1', allSheets: true })
    expect(both.preview.map(({ row, cells }) => [row, cells[0], cells.at(-1)])).toEqual([
      [2, 'a1', 'Plate 1'],
      [3, 'a2', 'Plate 1'],
      [4, 'a3', 'Plate 1'],
      [1002, 'b1', 'Plate 2'],
      [1003, 'b2', 'Plate 2'],
      [1004, 'b3', 'Plate 2'],
    ])
  })
})

const series = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const names = (count: number, make: (index: number) => string) =>
  series(count, (index) => ({ client_reference: make(index) }))
const samples = (count: number, prefix = 'S') => names(count, (index) => `${prefix}${index + 1}`)
const across = (columns: number) => ['', ...series(columns, (index) => String(index + 1))].join(',')
const plate = (prefix = 'S', rows = 8, columns = 12) =>
  series(rows, (row) =>
    [
      String.fromCodePoint(65 + row),
      ...series(columns, (column) => `${prefix}${row * columns + column + 1}`),
    ].join(','),
  )
const table = ['Sample ID,Age,Sex,Group', ...series(6, (index) => `S${index + 1},4${index},F,ctrl`)]
const six = samples(6)

/** A sheet by its lines, or a workbook, and the correct reading. */
type Variation = Reading & ({ lines: string[] } | { workbook: Buffer })
type Variations = Readonly<Record<string, Variation>>
/** The cells of a line as a workbook has them: numbers as numbers. */
const toCells = (line: string, delimiter: string | RegExp = ',') =>
  line.split(delimiter).map((cell) => (cell === '' ? null : /^[1-9]\d*$/.test(cell) ? Number(cell) : cell))
const book = (
  sheets: Record<string, string[]>,
  merged: readonly string[] = [],
  delimiter?: string | RegExp,
): Buffer =>
  workbookFile(
    Object.entries(sheets).map(([name, lines]) => ({
      name,
      data: lines.map((line, index) => rowXml(toCells(line, delimiter), `r="${index + 1}"`)).join(''),
      after:
        merged.length > 0
          ? `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
          : '',
    })),
  )
const batch = (name: string) => ['Sample,Age', `${name}1,41`, `${name}2,42`]

const runs: Variations = {
  'an ENA run table': {
    lines: [
      'run_accession\tsample_accession\tfastq_ftp\tsex',
      ...series(12, (i) => `ERR${i}\tSAMEA${i >> 2}\tftp/${i}.gz\tmale`),
    ],
    asks: repeated('sample_accession'),
    orders: names(3, (i) => `SAMEA${i}`),
  },
  'an SRA run table of which each run is ordered': {
    lines: [
      'Run,Bases,BioSample,Experiment,Sample Name',
      ...series(6, (i) => `SRR${i},1${i},SAMN${i >> 1},SRX${i},GSM${i >> 1}`),
    ],
    asks: repeated('Run'),
    orders: names(6, (i) => `SRR${i}`),
  },
  'SDRF with fractions and assays': {
    lines: [
      'source name\tcharacteristics[age]\tassay name\tcomment[fraction identifier]\tcomment[data file]',
      ...series(24, (i) => `patient ${1 + Math.floor(i / 6)}\t50Y\trun ${i}\t${1 + (i % 6)}\tf${i}.raw`),
    ],
    asks: repeated('source name'),
    orders: series(4, (i) => ({ client_reference: `patient ${i + 1}`, age: 50 })),
  },
  'an nf-core sample sheet with two lanes a sample': {
    lines: [
      'sample,fastq_1,fastq_2,strandedness',
      ...series(8, (i) => `REP${1 + (i >> 1)},a${i}_1.fq.gz,a${i}_2.fq.gz,auto`),
    ],
    orders: samples(4, 'REP'),
  },
  'an nf-core sample sheet with one line a sample': {
    lines: [
      'sample,fastq_1,fastq_2,strandedness',
      ...series(8, (i) => `REP${1 + i},a${i}_1.fq.gz,a${i}_2.fq.gz,auto`),
    ],
    orders: samples(8, 'REP'),
  },
  'Illumina lanes whose samples repeat': {
    lines: [
      '[Data]',
      'Sample_ID,Sample_Name,index',
      ...series(8, (i) => `liv${1 + (i >> 2)}_L00${1 + (i & 3)},liv${1 + (i >> 2)},ACGT`),
    ],
    asks: repeated('Sample_Name'),
    orders: samples(2, 'liv'),
  },
  'reads R1 and R2 of each lane': {
    lines: [
      'FileName,SampleName,Read',
      ...series(16, (i) => `s${i >> 2}_L${i & 2}_R${1 + (i & 1)}.gz,s${i >> 2},R${1 + (i & 1)}`),
    ],
    orders: names(4, (i) => `s${i}`),
  },
  'lanes one below the other': {
    lines: [
      'Probe;Lane;Datei;Alter',
      ...[1, 2].flatMap((lane) => series(60, (i) => `P${i};${lane};f${lane}${i}.fq;${20 + i}`)),
    ],
    orders: series(60, (i) => ({ client_reference: `P${i}`, age: 20 + i })),
  },
  'technical replicates': {
    lines: [
      'Sample,Technical replicate,Age',
      ...series(9, (i) => `S${1 + Math.floor(i / 3)},${i % 3},4${Math.floor(i / 3)}`),
    ],
    orders: samples(3),
  },
  'time points of a sample, each of which is ordered': {
    lines: ['Sample,Timepoint,Age', ...series(6, (i) => `S${1 + Math.floor(i / 3)},T${i % 3},41`)],
    asks: repeated('Sample', 'Timepoint'),
    orders: names(6, (i) => `S${1 + Math.floor(i / 3)}-T${i % 3}`),
  },
  'kinds of sample of each patient': {
    lines: ['Patient,Sample,Age', ...series(8, (i) => `P${i >> 1},${i & 1 ? 'tumor' : 'normal'},41`)],
    asks: repeated('Patient', 'Sample'),
    orders: names(8, (i) => `P${i >> 1}-${i & 1 ? 'tumor' : 'normal'}`),
  },
  'names that repeat late beside a column of unique ones': {
    lines: ['sample_id,barcode,age', ...series(60, (i) => `S${i % 52},BC${1000 + i},41`)],
    asks: repeated('barcode'),
    orders: names(60, (i) => `BC${1000 + i}`),
  },
  'words for the kind of a sample': {
    lines: ['ID,Specimen,Age', ...series(8, (i) => `X${i},${i & 1 ? 'blood' : 'serum'},41`)],
    orders: names(8, (i) => `X${i}`),
  },
  'one name that was typed twice': {
    lines: ['sample,age', ...series(20, (i) => `S${i === 11 ? 10 : i},${30 + i}`)],
    orders: names(20, (i) => `S${i}`).toSpliced(11, 1),
    invalid: 1,
  },
}

const drugged = plate().map((line) => line.replaceAll(/S\d+/g, 'drug'))
const plates: Variations = {
  'a plate of 384 wells': { lines: [across(24), ...plate('S', 16, 24)], orders: samples(384) },
  'a plate of 24 wells': { lines: [across(6), ...plate('M', 4, 6)], orders: samples(24, 'M') },
  'a plate without column numbers': { lines: plate(), orders: samples(96) },
  'a plate without any labels': { lines: plate().map((line) => line.slice(2)), orders: samples(96) },
  'two plates one below the other': {
    lines: ['Plate 1', across(12), ...plate('P'), '', 'Plate 2', across(12), ...plate('Q')],
    orders: [...samples(96, 'P'), ...samples(96, 'Q')],
  },
  'a plate below titles and above a note': {
    lines: ['Experiment: clocks', '', across(12), ...plate(), '', 'Prepared by Ann'],
    orders: samples(96),
  },
  'a plate with words in its labels': {
    lines: [['Row', ...series(12, (i) => `Col ${i + 1}`)].join(','), ...plate().map((line) => `Row ${line}`)],
    orders: samples(96),
  },
  'a plate turned round': {
    lines: [
      ',A,B,C,D,E,F,G,H',
      ...series(12, (row) => [row + 1, ...series(8, (column) => `S${column * 12 + row + 1}`)].join(',')),
    ],
    orders: samples(96),
  },
  'a plate of which a part is filled': { lines: [across(12), ...plate('S', 3)], orders: samples(36) },
  'plates for sample and treatment': {
    lines: ['Sample', across(12), ...plate(), '', 'Treatment', across(12), ...drugged],
    orders: series(96, (i) => ({ client_reference: `S${i + 1}`, treatment: 'drug' })),
  },
  'a plate with controls': {
    lines: [across(12), ...plate().map((line) => line.replace(/S\d+$/, 'NTC'))],
    asks: [['plate-controls', { plate: 'samples' }]],
    orders: samples(96).filter((_, i) => i % 12 !== 11),
  },
  'a plate of triplicates': {
    lines: [
      across(12),
      ...series(8, (row) =>
        [String.fromCodePoint(65 + row), ...series(12, (i) => `S${row * 4 + Math.floor(i / 3) + 1}`)].join(
          ',',
        ),
      ),
    ],
    asks: repeated('Sample'),
    orders: samples(32),
  },
  'a list of wells': {
    lines: [
      'Well,Sample,Age',
      ...series(96, (i) => `${String.fromCodePoint(65 + Math.floor(i / 12))}${1 + (i % 12)},S${i + 1},41`),
    ],
    orders: samples(96),
  },
}

const sections = [
  ['Notes', 'Ages in years', 'F = female'],
  ['Legend:', 'ctrl,control animals,,', 'trt,treated animals,,'],
  ['METHODS', 'Extraction,Kit X', 'Storage'],
  ['MÉTHODES', 'Extraction,Kit X,,', 'Conservation,-80,,'],
  ['Abkürzungen', 'w,weiblich,,'],
  ['说明', '年龄为周岁'],
  ['プロトコル', '抽出,キット,,'],
  [
    'RAW FILES',
    'file name,file type,file checksum,instrument',
    'f1.gz,fastq,abc,NovaSeq',
    'f2.gz,fastq,abd,NovaSeq',
  ],
  ['Summary', 'Females,6,,', 'Males,0,,'],
  ['Contact: a@b.c'],
]
const below: Variations = {
  ...Object.fromEntries(
    sections.map((lines) => [`a section “${lines[0]}”`, { lines: [...table, '', ...lines], orders: six }]),
  ),
  statistics: {
    lines: [...table, 'Mean,42.5,,', 'SD,1.9,,', 'p-value,0.02,,'],
    orders: six.map((order, index) => ({ ...order, age: 40 + index })),
  },
  'a total of people': { lines: [...table, '合计,6人,,'], orders: six },
  'totals and a count': { lines: [...table, 'Total,6,,', 'n = 6', 'Mean age: 42.5'], orders: six },
  'a key of groups': {
    lines: [...table, '', 'Group,Meaning', 'ctrl,control'],
    asks: [['below-table', { omitRows: true }]],
    orders: six,
  },
  'another table': {
    lines: [...table, '', 'Sample ID,RIN,Yield', 'S1,7,10', 'S2,8,11'],
    asks: [['second-table', { omitRows: true }]],
    orders: six,
  },
  'another table without a gap': {
    lines: [...table, 'Sample ID,Genotype,Sex,Age', 'M1,WT,F,1'],
    asks: [['second-table', { omitRows: true }]],
    orders: six,
  },
  'the same header below another title': {
    lines: ['Cohort 1', ...table, '', 'Cohort 2', 'sample id,age,sex,group', 'T1,50,M,trt'],
    orders: [...six, { client_reference: 'T1' }],
  },
  'the table itself after a gap': {
    lines: [...table, '', 'U1,50,M,ctrl', 'U2,51,M,ctrl'],
    orders: [...six, ...samples(2, 'U')],
  },
  'names of words below a gap': {
    lines: ['Sample,Age,Sex', 'alpha,41,F', 'beta,42,M', '', 'gamma,43,F'],
    orders: people('alpha beta gamma'),
  },
  'headings of groups': {
    lines: ['Sample,Age,Sex,Dose', 'Control,,,', 'S1,40,F,0', 'S2,41,F,0', 'Treated,,,', 'S3,42,F,5'],
    asks: [['heading-rows', { headings: 'group' }]],
    orders: people('S1 S2 S3', (i) => ({ group: i < 2 ? 'Control' : 'Treated' })),
  },
}

const marked: Variations = {
  'samples that a column does not include': {
    lines: ['Sample,Age,Include (Y/N)', 'S1,41,Y', 'S2,42,N', 'S3,43,Y'],
    asks: [['excluded-rows', { omitRows: true }]],
    orders: people('S1 S3', (index) => ({ age: 41 + 2 * index })),
  },
  'samples that a column excludes, which are ordered': {
    lines: ['Sample,Age,Exclude?', 'S1,41,', 'S2,42,x', 'S3,43,'],
    asks: [['excluded-rows', { keepRows: ['excluded'] }]],
    orders: samples(3),
  },
  'samples in use without a word on it': {
    lines: ['Sample,Age,Use', 'S1,41,PCR', 'S2,42,ELISA'],
    orders: samples(2),
  },
  'controls in a list of wells': {
    lines: ['Well,Sample Name,Age', 'A1,S1,41', 'A2,S2,42', 'A3,NTC,', 'A4,H2O,', 'A5,Pos Ctrl,'],
    asks: [['control-rows', { omitRows: true }]],
    orders: samples(2),
  },
  'units below the header': {
    lines: ['Sample,Age,Weight,Sex', ',(weeks),(g),(M/F)', 'S1,8,24,M', 'S2,52,31,F'],
    orders: [
      { client_reference: 'S1', age: 0.1533, sex: 'M' },
      { client_reference: 'S2', age: 0.9966, sex: 'F' },
    ],
  },
}

const ofTwoHeaders = {
  lines: ['Sample,Demographics,,Arm', ',Age,Sex,', 'a1,40,F,x', 'a2,41,M,y'],
  orders: people('a1 a2', (i) => (i === 0 ? { sex: 'F', group: 'x' } : { sex: 'M', group: 'y' })),
}

const blocks: Variations = {
  'a group on the first row of each block': {
    lines: ['Group,Sample,Age', 'control,S1,40', ',S2,41', 'treated,S3,43', ',S4,44'],
    asks: [['blank-below', { fillDown: ['Group'] }]],
    orders: people('S1 S2 S3 S4', (i) => ({ group: i < 2 ? 'control' : 'treated' })),
  },
  'a donor and its sex on the first row of each block': {
    lines: ['Donor,Sex,Sample', 'D1,F,S1', ',,S2', 'D2,M,S3', ',,S4'],
    asks: [['blank-below', { fillDown: ['Donor', 'Sex'] }]],
    orders: people('S1 S2 S3 S4', (i) =>
      i < 2 ? { donor_id: 'D1', sex: 'F' } : { donor_id: 'D2', sex: 'M' },
    ),
  },
  'a treatment that some samples have': {
    lines: ['Sample,Treatment,Age', 'S1,drug,40', 'S2,,41', 'S3,drug,42', 'S4,,43'],
    orders: samples(4),
  },
  'remarks on some samples': {
    lines: ['Sample,Age,Comment', 'S1,40,hemolyzed', 'S2,41,', 'S3,42,', 'S4,43,low'],
    orders: samples(4),
  },
  'three tables side by side': {
    lines: ['Sample,Age,,Sample,Age,,Sample,Age', 'a1,40,,b1,50,,c1,60', 'a2,41,,b2,51,,,'],
    orders: people('a1 a2 b1 b2 c1'),
  },
  'tables with titles side by side': {
    lines: ['Control,,,Treated,', 'Sample,Age,,Sample,Age', 'a1,40,,b1,50'],
    orders: people('a1 b1', (i) => ({ group: i === 0 ? 'Control' : 'Treated' })),
  },
  'tables side by side of which one has more columns': {
    lines: ['Sample,Age,Sex,,Sample,Age', 'a1,40,F,,b1,50'],
    orders: people('a1 b1', (i) => (i === 0 ? { sex: 'F' } : {})),
  },
  'a header of two rows': ofTwoHeaders,
}

const workbooks: Variations = {
  'sheets with the same header': {
    workbook: book({ B1: batch('a'), B2: batch('b'), B3: batch('c') }),
    asks: [['other-sheets', { allSheets: true }]],
    orders: people('a1 a2 b1 b2 c1 c2'),
  },
  'one of the sheets with the same header': {
    workbook: book({ B1: batch('a'), B2: batch('b') }),
    asks: [['other-sheets', { sheet: 'B2' }]],
    orders: samples(2, 'b'),
  },
  'a sheet that explains the columns': {
    workbook: book({ Samples: batch('a'), Key: ['Column,Meaning', 'Sample,id', 'Age,years'] }),
    orders: samples(2, 'a'),
  },
  'a merged header of two rows': {
    workbook: book({ S: ofTwoHeaders.lines }, ['A1:A2', 'B1:C1', 'D1:D2']),
    orders: ofTwoHeaders.orders,
  },
  'samples merged over their runs': {
    workbook: book({ S: ['Sample,Run,Age', 'a1,r1,40', ',r2,', 'a2,r3,41', ',r4,'] }, [
      'A2:A3',
      'C2:C3',
      'A4:A5',
      'C4:C5',
    ]),
    asks: repeated('Sample'),
    orders: people('a1 a2', (index) => ({ age: 40 + index })),
  },
  'merged headings of groups': {
    workbook: book({ S: ['Sample,Age,Sex', 'Control group,,', 'a1,40,F', 'a2,41,F'] }, ['A2:C2']),
    asks: [['heading-rows', { headings: 'omit' }]],
    orders: samples(2, 'a'),
  },
}

/** Saves a variation as the file that its lines mean. */
const saved = (variation: Variation): string =>
  'workbook' in variation
    ? app.save('sheet.xlsx', variation.workbook)
    : app.save(
        variation.lines[0]?.includes('\t') ? 'sheet.tsv' : 'sheet.csv',
        `${variation.lines.join('\n')}\n`,
      )

describe.each([
  ['rows that repeat a sample', runs],
  ['plate maps', plates],
  ['what stands below a table', below],
  ['rows that the sheet marks', marked],
  ['blocks and tables side by side', blocks],
  ['workbooks', workbooks],
])('%s', (_kind, variations) => {
  it.each(Object.entries(variations))('reads %s correctly', async (_title, variation) => {
    const { read, meant } = await readFileAs(saved(variation), variation)
    expect(read).toEqual(meant)
  })

  const asText = Object.entries(variations).flatMap(([title, variation]): [string, string[], Reading][] =>
    'workbook' in variation || variation.lines.some((line) => line.includes('"'))
      ? []
      : [[title, variation.lines, variation]],
  )
  // The quick form reads every fourth.
  it.each(asText.filter((_, at) => isFull || at % 4 === 0))(
    'reads %s in a workbook just the same',
    async (_title, lines, reading) => {
      const delimiter = lines.find((line) => /[;\t]/.test(line)) ? /[;\t]/ : ','
      const path = app.save('sheet.xlsx', book({ Sheet1: lines }, [], delimiter))
      const { read, meant } = await readFileAs(path, reading)
      expect(read).toEqual(meant)
    },
  )
})

it('counts all rows of a long table in its question', async () => {
  const lines = ['Run,Sample Name', ...series(6000, (i) => `SRR${i},S${i >> 1}`)]
  const { notes } = await app.open(app.save('long.csv', lines.join('\n')))
  expect(notes.map(({ message }) => toEnglish(message))).toEqual([
    '6,000 rows, 3,000 samples by “Sample Name”: order 3,000? Choose which column identifies a sample.',
  ])
})

it('asks to transpose a table whose columns are samples', async () => {
  const lines = ['Sample,L1,L2,L3', 'Age,34,45,56', 'Sex,F,M,F', 'Weight,60,70,80']
  const path = app.save('turned.csv', lines.join('\n'))
  const { draftId, notes, ...draft } = await app.open(path)
  expect(notes.map(({ rule, choices }) => [rule, choices?.map(({ options }) => options)])).toEqual([
    ['transposed', [{ headerLine: 1 }]],
  ])
  const { suggestedMapping: mapping, suggestedTransform: transform } = draft
  expect(await app.imports.check({ draftId, mapping, transform })).toMatchObject({ orders: 0 })
  expect((await app.open(path, { headerLine: 1 })).notes).toEqual([])
})

it('refuses a plate of measurements', async () => {
  const path = app.save('od.csv', [across(12), ...plate('0.')].join('\n'))
  await expect(app.open(path)).rejects.toMatchObject({ code: 'file' })
})
