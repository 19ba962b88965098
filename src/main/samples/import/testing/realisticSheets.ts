import iconv from 'iconv-lite'
import { createDraws, two } from '../../testing/createDraws.ts'
import { rowXml, workbookFile } from '../xlsx/testing/workbookFile.ts'

/** The true values of one sample in a sheet. Ages are in years; sexes are F, M or empty; days are YYYY-MM-DD. */
type TrueSample = { reference: string; fields: Readonly<Record<string, string | number>> }

/** A sheet as an instrument, a repository, a program or a lab writes it, with its true values. */
export type RealisticSheet = { kind: string; fileName: string; bytes: Buffer; samples: TrueSample[] }

type Value = string | number | null
type Cells = readonly (string | number)[]
type Person = {
  n: number
  /** Years, with up to one decimal. */
  age: number
  sex: 'F' | 'M'
  tissue: string
  group: string
  donor: string
  day: string
}
/** Lines of a file, or a finished file, and its samples. */
type Drawn = {
  lines?: string[]
  bytes?: Buffer
  extension?: string
  encoding?: string
  samples: TrueSample[]
}

const tissues = ['liver', 'whole blood', 'skin', 'brain cortex', 'kidney', 'PBMC'] as const
const groups = ['control', 'treated'] as const

/** Two samples of each donor, who is of one age and sex. */
const ofDonors = (all: readonly Person[]): Person[] =>
  all.map((person, index) => {
    const { age, sex } = all[index - (index % 2)] ?? person
    return { ...person, age, sex }
  })

/** Everything random of one sheet. */
function createSheetDraws(random: () => number) {
  const draws = createDraws(random)
  const { pick, integerBetween } = draws
  const people = (decimals = false): Person[] =>
    Array.from({ length: integerBetween(6, 40) }, (_, index) => ({
      n: index + 1,
      age: decimals ? integerBetween(180, 900) / 10 : integerBetween(18, 90),
      sex: pick(['F', 'M'] as const),
      tissue: pick(tissues),
      group: pick(groups),
      donor: `D${two(1 + (index >> 1))}`,
      day: `20${integerBetween(18, 25)}-${two(integerBetween(1, 12))}-${two(integerBetween(1, 28))}`,
    }))
  return { ...draws, people }
}
type Draws = ReturnType<typeof createSheetDraws>

const csv =
  (delimiter: string, quotesAll = false) =>
  (cells: Cells): string =>
    cells
      .map(String)
      .map((cell) =>
        quotesAll || cell.includes(delimiter) || /["\n]/.test(cell)
          ? `"${cell.replaceAll('"', '""')}"`
          : cell,
      )
      .join(delimiter)
const comma = csv(',')
const tab = csv('\t')
const semicolon = csv(';')

/**
 * A column: its header, the field that it is (`name` for the name of the sample, null for none), and the true value.
 * `cell`: the cell, if it is not the value itself.
 */
type Column = [
  header: string,
  field: string | null,
  value: (person: Person) => Value,
  cell?: ((value: Value, person: Person) => string | number) | undefined,
]

const named = (header: string, prefix: string): Column => [header, 'name', ({ n }) => `${prefix}${two(n)}`]
const aged = (header: string, cell?: Column[3]): Column => [header, 'age', ({ age }) => age, cell]
/** Sexes are letters unless there are words for them. */
const sexed = (header: string, words = { F: 'F', M: 'M' }): Column => [
  header,
  'sex',
  ({ sex }) => sex,
  (_, { sex }) => words[sex],
]
const fixed = (header: string, text: string, field: string | null = null): Column => [
  header,
  field,
  () => text,
]
/** A column of tissues or groups, written as they are sent. */
const own = (header: string, field: 'tissue' | 'group', words: Record<string, string> = {}): Column => [
  header,
  field,
  (person) => words[person[field]] ?? person[field],
]
const sexWords = { F: 'female', M: 'male' }

/** Draws a row for each person, with the header above them. */
function table(write: (cells: Cells) => string, people: readonly Person[], columns: readonly Column[]) {
  const lines = [write(columns.map(([header]) => header))]
  const samples: TrueSample[] = []
  for (const person of people) {
    const values = columns.map(([, , value]) => value(person))
    lines.push(
      write(columns.map(([, , , cell], at) => cell?.(values[at] ?? null, person) ?? values[at] ?? '')),
    )
    const all = columns.map(([, field], at) => [field, values[at]] as const)
    const given = all.filter(([field, value]) => field && value !== null && value !== '')
    const { name, ...fields } = Object.fromEntries(given) as Record<string, string | number>
    samples.push({ reference: String(name), fields })
  }
  return { lines, samples }
}

const germanNumber = (value: Value): string => String(value).replace('.', ',')
const english = (day: Value): string => {
  const [year = '', month = '', date = ''] = String(day).split('-')
  return `${Number(month)}/${Number(date)}/${year}`
}
const german = (day: Value): string => String(day).split('-').toReversed().join('.')

const kinds: Record<string, (draws: Draws) => Drawn> = {
  'Illumina sample sheet v1': ({ people, pick, integerBetween }) => {
    const all = people()
    const lanes = pick([[], [fixed('Lane', '1')]])
    const blank = ','.repeat(4 + lanes.length)
    const { lines, samples } = table(comma, all, [
      ...lanes,
      named('Sample_ID', 'LIB-'),
      ['Sample_Name', null, ({ n }) => `LIB-${two(n)}`],
      ['I7_Index_ID', null, ({ n }) => `D7${two(n)}`],
      fixed('index', 'ATTACTCG'),
      ['Description', null, ({ tissue }) => tissue],
    ])
    const sections = ['[Header]', 'IEMFileVersion,4', 'Investigator Name,R. Franklin', 'Date,3/5/2024', '']
    const reads = ['[Reads]', String(integerBetween(51, 151)), '[Settings]', '', '[Data]']
    const above = [...sections, ...reads].map((line) => line + blank.slice(line.includes(',') ? 1 : 0))
    return { lines: [...above, ...lines], samples }
  },
  'Illumina sample sheet v2': ({ people, pick }) => {
    const all = people()
    const indexes = [fixed('index', 'ATTACTCG'), fixed('index2', 'TATAGCCT')]
    const { lines, samples } = table(comma, all, [named('Sample_ID', 'AX'), ...indexes])
    const above =
      '[Header]|FileFormatVersion,2|RunName,Run 12||[Reads]|Read1Cycles,101||[BCLConvert_Settings]'
    const settings = pick(['[Cloud_Settings]|GeneratedVersion,1.2.0||', ''])
    return {
      lines: [
        ...`${above}|SoftwareVersion,3.10.9||[BCLConvert_Data]`.split('|'),
        ...lines,
        ...`|${settings}[Cloud_Data]|Sample_ID,ProjectName,LibraryName`.split('|'),
        ...samples.map(({ reference }) => `${reference},Ageing,${reference}_lib`),
      ],
      samples,
    }
  },
  'QIIME 2 metadata': ({ people, chance }) => {
    const all = people()
    const { lines, samples } = table(tab, all, [
      [chance(0.5) ? '#SampleID' : 'sample-id', 'name', ({ n }) => `L${two(n)}S8`],
      fixed('barcode-sequence', 'AGCTGACTAGTC'),
      sexed('sex', sexWords),
      aged('age'),
      fixed('body-site', 'gut', 'tissue'),
      own('group', 'group'),
    ])
    const types = tab(['#q2:types', 'categorical', 'categorical', 'numeric', 'categorical', 'categorical'])
    const typed = chance(0.7) ? [types] : []
    const comment = chance(0.3) ? ['# repeated because of low yield'] : []
    const written = [...lines.slice(0, 1), ...typed, ...lines.slice(1, 4), ...comment, ...lines.slice(4)]
    return { lines: written, extension: 'tsv', samples }
  },
  'SRA run table': ({ people, chance, integerBetween }) => {
    const all = people()
    const first = integerBetween(1_000_000, 8_000_000)
    const missing = chance(0.5)
    const columns: Column[] = [
      ['Run', 'name', ({ n }) => `SRR${first + n}`],
      fixed('Assay Type', 'RNA-Seq'),
      fixed('AvgSpotLen', '202'),
      fixed('BioProject', 'PRJNA990011'),
      ['AGE', 'age', ({ n, age }) => (missing && n % 5 === 0 ? null : age), (age) => age ?? 'not applicable'],
      sexed('sex', sexWords),
      own('tissue', 'tissue'),
      fixed('Organism', 'Homo sapiens'),
    ]
    return { ...table(comma, all, columns), extension: chance(0.5) ? 'txt' : 'csv' }
  },
  SDRF: ({ people, chance }) => ({
    ...table(tab, people(), [
      named('Source Name', 'Sample '),
      fixed('Characteristics[organism]', 'Homo sapiens'),
      [
        'Characteristics[age]',
        'age',
        ({ age }) => (chance(0.1) ? null : age),
        (age) => age ?? 'not available',
      ],
      fixed('Unit[time unit]', 'year'),
      sexed('Characteristics[sex]', sexWords),
      own('Characteristics[organism part]', 'tissue'),
      ['Factor Value[treatment]', 'treatment', ({ n }) => (n % 2 ? 'none' : 'rapamycin')],
    ]),
    extension: 'tsv',
  }),
  'write.table of R': ({ people, pick }) => {
    const all = people()
    const quote = pick(['"', ''])
    const delimiter = pick([' ', '\t'])
    const write = (cells: Cells): string =>
      cells.map((cell) => (typeof cell === 'number' ? cell : `${quote}${cell}${quote}`)).join(delimiter)
    const columns = [named('', 's'), aged('age'), sexed('sex'), own('group', 'group')]
    const { lines, samples } = table(write, all, columns)
    // R writes no header above the names of rows.
    return { lines: lines.with(0, write(['age', 'sex', 'group'])), extension: 'txt', samples }
  },
  'write.csv of R or pandas': ({ people, chance }) => {
    const all = people(true)
    const columns = [named('', 'GT_'), aged('age'), sexed('gender', sexWords), own('tissue', 'tissue')]
    return table(csv(',', chance(0.5)), all, columns)
  },
  'German Excel': ({ people, chance, pick }) => {
    const all = people(true)
    const title = chance(0.3) ? ['Probenliste Leberstudie;;;;;', ';;;;;'] : []
    const { lines, samples } = table(semicolon, all, [
      named('Probe', 'Pr-'),
      aged('Alter', germanNumber),
      sexed('Geschlecht', { F: 'weiblich', M: 'männlich' }),
      fixed('Gewebe', 'Leber', 'tissue'),
      own('Gruppe', 'group', { control: 'Kontrolle', treated: 'behandelt' }),
      ['Entnahmedatum', 'collected_at', ({ day }) => day, german],
    ])
    return { lines: [...title, ...lines], encoding: pick(['windows-1252', 'utf-8', 'utf-8 bom']), samples }
  },
  'decimal commas and two columns': ({ people }) =>
    table(semicolon, people(true), [named('Probe', 'K'), aged('Alter', germanNumber)]),
  'cBioPortal clinical data': ({ people }) => {
    const { lines, samples } = table(tab, people(), [
      ['PATIENT_ID', 'donor_id', ({ n }) => `P-${two(n)}`],
      ['SAMPLE_ID', 'name', ({ n }) => `P-${two(n)}-T1`],
      aged('AGE'),
      sexed('SEX', sexWords),
      fixed('SAMPLE_TYPE', 'Primary'),
    ])
    const described = [
      tab(['#Patient Identifier', 'Sample Identifier', 'Age', 'Sex', 'Sample Type']),
      tab(['#Identifier of the patient', 'Identifier of the sample', 'Age at diagnosis', 'Sex', 'The type']),
      tab(['#STRING', 'STRING', 'NUMBER', 'STRING', 'STRING']),
      tab(['#1', '1', '1', '1', '1']),
    ]
    return { lines: [...described, ...lines], extension: 'txt', samples }
  },
  'plate list with titles and totals': ({ people, chance }) => {
    const all = people()
    const volume = ({ n }: Person) => 10 + n
    const columns = [named('Sample name', 'PL7-'), aged('Age (years)'), sexed('Sex')]
    const { lines, samples } = table(comma, all, [...columns, ['Volume (µl)', null, volume]])
    const total = all.reduce((sum, person) => sum + volume(person), 0)
    const below = chance(0.6) ? [`Total,,,${total}`] : ['', 'Samples were kept at -80 °C,,,']
    const above = ['Ageing cohort 7,,,', 'exported by the LIMS,,,', ',,,']
    return { lines: [...above, ...lines, ...below], samples }
  },
  'mouse colony in weeks': ({ people, pick, integerBetween }) => {
    const all = people()
    const weeks = all.map(() => integerBetween(8, 120))
    const unit = pick(['in header', 'in cell', 'months in cell'] as const)
    const months = (n: number) => Math.ceil((weeks[n - 1] ?? 0) / 4)
    const years = ({ n }: Person) =>
      unit === 'months in cell' ? months(n) / 12 : ((weeks[n - 1] ?? 0) * 7) / 365.25
    const shown = { 'in header': '', 'in cell': 'w' }
    const { lines, samples } = table(comma, all, [
      named('Mouse ID', 'M'),
      fixed('Strain', 'C57BL/6J'),
      [
        unit === 'in header' ? 'Age (weeks)' : 'Age',
        'age',
        years,
        (_, { n }) => (unit === 'months in cell' ? `${months(n)}_months` : `${weeks[n - 1]}${shown[unit]}`),
      ],
      sexed('Sex'),
      own('Tissue', 'tissue'),
      ['Treatment', 'treatment', ({ n }) => (n % 2 ? 'vehicle' : 'rapamycin')],
    ])
    const ofMice = samples.map(({ reference, fields }) => ({
      reference,
      fields: { ...fields, donor_id: reference },
    }))
    return { lines, samples: ofMice }
  },
  'mice without a unit': ({ people, integerBetween }) => {
    const all = people()
    const days = all.map(() => integerBetween(40, 800))
    const daysOf = ({ n }: Person) => days[n - 1] ?? 0
    return table(comma, all, [
      named('sample', 'B6_'),
      fixed('strain', 'C57BL/6'),
      ['age', 'age', (mouse) => daysOf(mouse) / 365.25, (_, mouse) => daysOf(mouse)],
      sexed('sex'),
    ])
  },
  'mice numbered in each cage': ({ people, pick, integerBetween }) => {
    const inCage = integerBetween(2, 4)
    const all = people()
    const header = pick(['cage', 'Litter', 'Cage ID'])
    const isSexed = pick([true, false])
    const cage = ({ n }: Person) => Math.ceil(n / inCage)
    const mouse = ({ n }: Person) => ((n - 1) % inCage) + 1
    const sex: Column = ['sex', 'sex', (one) => (cage(one) % 2 ? 'F' : 'M')]
    const mouseHeader = pick(['mouse', 'Animal', 'mouse ID'])
    const columns: Column[] = [
      named('name', 'B'),
      [header, null, cage],
      [mouseHeader, 'donor_id', (one) => `${cage(one)}-${mouse(one)}`, (_, one) => mouse(one)],
      ...(isSexed ? [sex] : []),
      ['treatment', 'treatment', (one) => `drug ${cage(one) % 3}`],
    ]
    return { ...table(tab, all, columns), extension: 'tsv' }
  },
  'mice numbered in each group': ({ people, pick, integerBetween }) => {
    const inGroup = integerBetween(2, 4)
    const group = ({ n }: Person) =>
      ['young', 'aged', 'rapamycin', 'vehicle'][Math.ceil(n / inGroup) % 4] ?? ''
    const round = ({ n }: Person) => Math.ceil(n / inGroup / 4)
    const mouse = ({ n }: Person) => ((n - 1) % inGroup) + 1
    const donor = (one: Person) => `${group(one)}-${round(one)}-${mouse(one)}`
    const all = people()
    return table(comma, all, [
      named('sample', 'G'),
      ['group', 'group', group],
      [pick(['mouse', 'animal', 'Donor']), 'donor_id', donor, (_, one) => mouse(one)],
    ])
  },
  'young and old without a unit': ({ people, pick }) => {
    const all = people()
    const [young, old] = pick(['1 2', '3 24', '6 30', '2 20']).split(' ').map(Number)
    const daysEach = young === 1 ? 365.25 / 2 : 365.25 / 12
    const shown = ({ n }: Person) => (n % 2 ? young : old) ?? 0
    const words = pick([['Old', 'Yng'] as const, ['B', 'A'] as const])
    const columns: Column[] = [
      named('sample', 'Y'),
      ['file', null, ({ n }) => `coolers/Y${n}.mcool`],
      ['age', 'age', (one) => (shown(one) * daysEach) / 365.25, (_, one) => shown(one)],
      ['age_group', null, ({ n }) => words[n % 2 ? 1 : 0]],
    ]
    return { ...table(tab, all, columns), extension: 'tsv' }
  },
  'patients before and after': ({ people }) => {
    const visits = people().flatMap((person) => ['before', 'after'].map((group) => ({ ...person, group })))
    return table(comma, visits, [
      ['sample', 'name', ({ n, group }) => `PT${two(n)}-${group}`],
      ['patient', 'donor_id', ({ n }) => String(n)],
      aged('age'),
      sexed('sex'),
      ['treatment', 'treatment', ({ group }) => group],
    ])
  },
  'methylation phenotypes': ({ people, chance }) =>
    table(comma, people(true), [
      ['gsm', 'name', ({ n }) => `GSM${2_000_000 + n}`],
      ['title', null, ({ n, tissue }) => `${tissue}, replicate ${n}`],
      ['age', 'age', ({ age }) => (chance(0.1) ? null : age), (age) => age ?? 'NA'],
      sexed('gender', sexWords),
      own('tissue', 'tissue'),
    ]),
  'Chinese hospital sheet': ({ people, pick }) => ({
    ...table(comma, people(), [
      named('样本编号', 'YB'),
      aged('年龄'),
      sexed('性别', { F: '女', M: '男' }),
      fixed('组织', '肝脏', 'tissue'),
      own('分组', 'group', { control: '对照组', treated: '处理组' }),
    ]),
    encoding: pick(['gb18030', 'utf-8', 'utf-8 bom', 'utf-16le bom']),
  }),
  'Japanese lab sheet': ({ people, pick }) => ({
    ...table(comma, people(), [
      named('サンプル名', 'JP'),
      aged('年齢'),
      sexed('性別', { F: '女性', M: '男性' }),
      fixed('組織', '肝臓', 'tissue'),
    ]),
    encoding: pick(['shift_jis', 'utf-8']),
  }),
  'cohort with missing words': ({ people, pick }) => {
    const all = ofDonors(people())
    const word = pick(['NA', 'N/A', 'NaN', 'null', '-', 'missing: not collected', 'not available'])
    const isMissing = (n: number) => n % 4 === 0
    const sex = ({ n, sex: one }: Person) => (isMissing(n + 1) ? null : one)
    return table(comma, all, [
      named('sample_id', 'C-'),
      ['subject', 'donor_id', ({ donor }) => donor],
      ['age_years', 'age', ({ n, age }) => (isMissing(n) ? null : age), (age) => age ?? word],
      ['sex', 'sex', sex, (value, person) => (value === null ? word : sexWords[person.sex])],
      own('tissue', 'tissue'),
      own('arm', 'group'),
    ])
  },
  'American dates': ({ people, integerBetween }) => {
    const all = ofDonors(people())
    // A day above 12 reveals which part is the month.
    const days = all.map(({ day }, index) => (index === 0 ? `2024-02-${integerBetween(13, 28)}` : day))
    return table(comma, all, [
      named('Sample Name', 'US'),
      ['Donor', 'donor_id', ({ donor }) => donor],
      ['Collection Date', 'collected_at', ({ n }) => days[n - 1] ?? '', english],
      sexed('Sex'),
    ])
  },
  'a workbook with a title': ({ people, chance }) => {
    const all = people()
    const title = chance(0.5) ? rowXml(['Cohort of 2024']) + rowXml([]) : ''
    const columns = [named('Sample', 'W-'), aged('Age'), sexed('Sex', sexWords), own('Tissue', 'tissue')]
    const { lines, samples } = table(rowXml, all, columns)
    const mean = all.reduce((sum, { age }) => sum + age, 0) / all.length
    const below = chance(0.5) ? rowXml(['Mean', mean]) : ''
    const data = title + lines.join('') + below
    return { bytes: workbookFile([{ name: 'Samples', data }]), extension: 'xlsx', samples }
  },
  'a wide table of two dozen columns': ({ people, pick, chance }) => {
    const all = people()
    const write = csv(pick([',', ';', '\t', '|']))
    const quality = Array.from(
      { length: 20 },
      (_, index): Column => [`QC_${index + 1}`, null, ({ n }) => (n * (index + 3)) % 97],
    )
    const comment = () => (chance(0.3) ? 'thawed twice, see book 3; page 7' : '')
    const columns = [named('Sample_ID', 'QA'), aged('Age'), sexed('Gender'), ...quality]
    return table(write, all, [...columns, ['Comment', null, comment]])
  },
  'inches and notes with bare quotes': ({ people }) => {
    const write = (cells: Cells): string => cells.join('\t')
    const columns: Column[] = [
      named('sample', 'I'),
      own('tissue', 'tissue'),
      ['container', null, ({ n }) => (n % 3 ? '5" tube' : 'plate')],
      aged('age'),
    ]
    return { ...table(write, people(), columns), extension: 'tsv' }
  },
  'French LIMS': ({ people, pick }) => ({
    ...table(semicolon, people(), [
      named('Échantillon', 'ECH'),
      aged('Âge'),
      sexed('Sexe', { F: 'femme', M: 'homme' }),
      fixed('Tissu', 'foie', 'tissue'),
      own('Groupe', 'group', { control: 'témoin', treated: 'traité' }),
    ]),
    encoding: pick(['windows-1252', 'utf-8']),
  }),
  'a header in the middle again': ({ people }) => {
    const { lines, samples } = table(comma, people(), [
      named('sample', 'H'),
      aged('age'),
      sexed('sex', sexWords),
    ])
    return { lines: lines.toSpliced(5, 0, lines[0] ?? ''), samples }
  },
  'lists in cells': ({ people }) => ({
    ...table(tab, people(), [
      named('sample', 'Q'),
      ['files', null, ({ n }) => `Q${n}_1.fq,Q${n}_2.fq,Q${n}_3.fq,Q${n}_4.fq`],
      aged('age'),
      own('group', 'group'),
    ]),
    extension: 'tsv',
  }),
  'nf-core sample sheet': ({ people, chance }) =>
    table(comma, people(), [
      named('sample', 'CTRL_REP'),
      ['fastq_1', null, ({ n }) => `AEG588A${n}_S1_L002_R1.fastq.gz`],
      ['fastq_2', null, ({ n }) => (chance(0.5) ? `AEG588A${n}_R2.fastq.gz` : '')],
      fixed('strandedness', 'auto'),
    ]),
  'times as days': ({ people }) =>
    table(comma, people(), [
      named('sample_name', 'T'),
      ['collected_at', 'collected_at', ({ day }) => day, (day) => `${day}T08:30:00Z`],
      sexed('sex'),
    ]),
}

export const sheetKinds: readonly string[] = Object.keys(kinds)

/** The sheet with this number: kinds take turns, everything else is drawn. `random` decides alone. */
export function createRealisticSheet(random: () => number, number: number): RealisticSheet {
  const draws = createSheetDraws(random)
  const kind = sheetKinds[number % sheetKinds.length] ?? ''
  const drawn = kinds[kind]?.(draws)
  if (!drawn) throw new Error(`There is no kind ${number}.`)
  const {
    lines = [],
    extension = 'csv',
    encoding = draws.pick(['utf-8', 'utf-8', 'utf-8 bom']),
    samples,
  } = drawn
  const lineBreak = draws.pick(['\n', '\r\n'])
  const [name = '', mark] = encoding.split(' ')
  const text = lines.join(lineBreak) + (draws.chance(0.8) ? lineBreak : '')
  const bytes = drawn.bytes ?? iconv.encode(text, name, { addBOM: mark !== undefined })
  return { kind, fileName: `sheet-${number}.${extension}`, bytes, samples }
}
