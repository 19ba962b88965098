import iconv from 'iconv-lite'
import { rowXml, workbookFile } from '../xlsx/testing/workbookFile.ts'

/** The true values of one sample in a sheet. Ages are in years; sexes are F, M or empty; days are YYYY-MM-DD. */
type TrueSample = { reference: string; fields: Readonly<Record<string, string | number>> }

/** A sheet as an instrument, a repository, a program or a lab writes it, with its true values. */
export type RealisticSheet = { kind: string; fileName: string; bytes: Buffer; samples: TrueSample[] }

type Cells = readonly string[]
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
function createDraws(random: () => number) {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const chance = (share: number): boolean => random() < share
  const integerBetween = (least: number, most: number): number =>
    least + Math.floor(random() * (most - least + 1))
  const two = (value: number): string => String(value).padStart(2, '0')
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
  return { random, pick, chance, integerBetween, two, people }
}
type Draws = ReturnType<typeof createDraws>

const csv =
  (delimiter: string, quotesAll = false) =>
  (cells: Cells): string =>
    cells
      .map((cell) =>
        quotesAll || cell.includes(delimiter) || /["\n]/.test(cell)
          ? `"${cell.replaceAll('"', '""')}"`
          : cell,
      )
      .join(delimiter)
const comma = csv(',')
const tab = csv('\t')
const semicolon = csv(';')

/** Builds a sample from the values that the sheet contains. */
const sample = (reference: string, fields: Record<string, string | number | null | false>): TrueSample => ({
  reference,
  fields: Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string | number] => {
      const [, value] = entry
      return value !== null && value !== false && value !== ''
    }),
  ),
})

const germanNumber = (value: number): string => String(value).replace('.', ',')
const sexWord = { F: 'female', M: 'male' } as const
const english = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(month)}/${Number(date)}/${year}`
}
const german = (day: string): string => day.split('-').toReversed().join('.')

const kinds: Record<string, (draws: Draws) => Drawn> = {
  'Illumina sample sheet v1': ({ people, pick, integerBetween, two }) => {
    const all = people()
    const lanes = pick([false, true])
    const blank = lanes ? ',,,,,' : ',,,,'
    const lines = [
      `[Header]${blank}`,
      `IEMFileVersion,4${blank.slice(1)}`,
      `Investigator Name,R. Franklin${blank.slice(1)}`,
      `Date,3/5/2024${blank.slice(1)}`,
      blank,
      `[Reads]${blank}`,
      `${integerBetween(51, 151)}${blank}`,
      `[Settings]${blank}`,
      blank,
      `[Data]${blank}`,
      comma([...(lanes ? ['Lane'] : []), 'Sample_ID', 'Sample_Name', 'I7_Index_ID', 'index', 'Description']),
      ...all.map(({ n, tissue }) =>
        comma([...(lanes ? ['1'] : []), `LIB-${two(n)}`, `LIB-${two(n)}`, `D7${two(n)}`, 'ATTACTCG', tissue]),
      ),
    ]
    return { lines, samples: all.map(({ n }) => sample(`LIB-${two(n)}`, {})) }
  },
  'Illumina sample sheet v2': ({ people, pick, two }) => {
    const all = people()
    const cloud = [
      '[Cloud_Data]',
      'Sample_ID,ProjectName,LibraryName',
      ...all.map(({ n }) => `AX${two(n)},Ageing,AX${two(n)}_lib`),
    ]
    const lines = [
      '[Header]',
      'FileFormatVersion,2',
      'RunName,Run 12',
      '',
      '[Reads]',
      'Read1Cycles,101',
      '',
      '[BCLConvert_Settings]',
      'SoftwareVersion,3.10.9',
      '',
      '[BCLConvert_Data]',
      'Sample_ID,index,index2',
      ...all.map(({ n }) => `AX${two(n)},ATTACTCG,TATAGCCT`),
      '',
      ...(pick([true, false]) ? ['[Cloud_Settings]', 'GeneratedVersion,1.2.0', ''] : []),
      ...cloud,
    ]
    return { lines, samples: all.map(({ n }) => sample(`AX${two(n)}`, {})) }
  },
  'QIIME 2 metadata': ({ people, chance, two }) => {
    const all = people()
    const head = chance(0.5) ? '#SampleID' : 'sample-id'
    const lines = [
      tab([head, 'barcode-sequence', 'sex', 'age', 'body-site', 'group']),
      ...(chance(0.7)
        ? [tab(['#q2:types', 'categorical', 'categorical', 'numeric', 'categorical', 'categorical'])]
        : []),
      ...all.flatMap(({ n, sex, age, group }) => [
        ...(n === 4 && chance(0.3) ? ['# repeated because of low yield'] : []),
        tab([`L${two(n)}S8`, 'AGCTGACTAGTC', sexWord[sex], String(age), 'gut', group]),
      ]),
    ]
    const samples = all.map(({ n, sex, age, group }) =>
      sample(`L${two(n)}S8`, { sex, age, tissue: 'gut', group }),
    )
    return { lines, extension: 'tsv', samples }
  },
  'SRA run table': ({ people, chance, integerBetween }) => {
    const all = people()
    const first = integerBetween(1_000_000, 8_000_000)
    const missing = chance(0.5)
    const lines = [
      comma(['Run', 'Assay Type', 'AvgSpotLen', 'BioProject', 'AGE', 'sex', 'tissue', 'Organism']),
      ...all.map(({ n, age, sex, tissue }) =>
        comma([
          `SRR${first + n}`,
          'RNA-Seq',
          '202',
          'PRJNA990011',
          missing && n % 5 === 0 ? 'not applicable' : String(age),
          sexWord[sex],
          tissue,
          'Homo sapiens',
        ]),
      ),
    ]
    const samples = all.map(({ n, age, sex, tissue }) =>
      sample(`SRR${first + n}`, { age: !(missing && n % 5 === 0) && age, sex, tissue }),
    )
    return { lines, extension: chance(0.5) ? 'txt' : 'csv', samples }
  },
  SDRF: ({ people, two, chance }) => {
    const all = people()
    const treatment = (n: number) => (n % 2 ? 'none' : 'rapamycin')
    const lines = [
      tab([
        'Source Name',
        'Characteristics[organism]',
        'Characteristics[age]',
        'Unit[time unit]',
        'Characteristics[sex]',
        'Characteristics[organism part]',
        'Factor Value[treatment]',
      ]),
      ...all.map(({ n, age, sex, tissue }) =>
        tab([
          `Sample ${two(n)}`,
          'Homo sapiens',
          chance(0.1) ? 'not available' : String(age),
          'year',
          sexWord[sex],
          tissue,
          treatment(n),
        ]),
      ),
    ]
    const samples = all.map(({ n, age, sex, tissue }, index) => {
      const isMissing = (lines[index + 1] ?? '').includes('not available')
      return sample(`Sample ${two(n)}`, { age: !isMissing && age, sex, tissue, treatment: treatment(n) })
    })
    return { lines, extension: 'tsv', samples }
  },
  'write.table of R': ({ people, two, pick }) => {
    const all = people()
    const cell = pick(['"', ''] as const)
    const join = pick([' ', '\t'] as const)
    const quoted = (text: string) => `${cell}${text}${cell}`
    const lines = [
      ['age', 'sex', 'group'].map(quoted).join(join),
      ...all.map(({ n, age, sex, group }) =>
        [quoted(`s${two(n)}`), String(age), quoted(sex), quoted(group)].join(join),
      ),
    ]
    const samples = all.map(({ n, age, sex, group }) => sample(`s${two(n)}`, { age, sex, group }))
    return { lines, extension: 'txt', samples }
  },
  'write.csv of R or pandas': ({ people, two, chance }) => {
    const all = people(true)
    const quotes = chance(0.5)
    const write = csv(',', quotes)
    const lines = [
      write(['', 'age', 'gender', 'tissue']),
      ...all.map(({ n, age, sex, tissue }) => write([`GT_${two(n)}`, String(age), sexWord[sex], tissue])),
    ]
    const samples = all.map(({ n, age, sex, tissue }) => sample(`GT_${two(n)}`, { age, sex, tissue }))
    return { lines, samples }
  },
  'German Excel': ({ people, two, chance, pick }) => {
    const all = people(true)
    const title = chance(0.3) ? ['Probenliste Leberstudie;;;;;', ';;;;;'] : []
    const lines = [
      ...title,
      semicolon(['Probe', 'Alter', 'Geschlecht', 'Gewebe', 'Gruppe', 'Entnahmedatum']),
      ...all.map(({ n, age, sex, group, day }) =>
        semicolon([
          `Pr-${two(n)}`,
          germanNumber(age),
          sex === 'F' ? 'weiblich' : 'männlich',
          'Leber',
          group === 'control' ? 'Kontrolle' : 'behandelt',
          german(day),
        ]),
      ),
    ]
    const samples = all.map(({ n, age, sex, group, day }) =>
      sample(`Pr-${two(n)}`, {
        age,
        sex,
        tissue: 'Leber',
        group: group === 'control' ? 'Kontrolle' : 'behandelt',
        collected_at: day,
      }),
    )
    return { lines, encoding: pick(['windows-1252', 'utf-8', 'utf-8 bom']), samples }
  },
  'decimal commas and two columns': ({ people, two }) => {
    const all = people(true)
    const lines = ['Probe;Alter', ...all.map(({ n, age }) => `K${two(n)};${germanNumber(age)}`)]
    return { lines, samples: all.map(({ n, age }) => sample(`K${two(n)}`, { age })) }
  },
  'French LIMS': ({ people, two, pick }) => {
    const all = people()
    const lines = [
      semicolon(['Échantillon', 'Âge', 'Sexe', 'Tissu', 'Groupe']),
      ...all.map(({ n, age, sex, group }) =>
        semicolon([
          `ECH${two(n)}`,
          String(age),
          sex === 'F' ? 'femme' : 'homme',
          'foie',
          group === 'control' ? 'témoin' : 'traité',
        ]),
      ),
    ]
    const samples = all.map(({ n, age, sex, group }) =>
      sample(`ECH${two(n)}`, { age, sex, tissue: 'foie', group: group === 'control' ? 'témoin' : 'traité' }),
    )
    return { lines, encoding: pick(['windows-1252', 'utf-8']), samples }
  },
  'cBioPortal clinical data': ({ people, two }) => {
    const all = people()
    const lines = [
      tab(['#Patient Identifier', 'Sample Identifier', 'Age', 'Sex', 'Sample Type']),
      tab(['#Identifier of the patient', 'Identifier of the sample', 'Age at diagnosis', 'Sex', 'The type']),
      tab(['#STRING', 'STRING', 'NUMBER', 'STRING', 'STRING']),
      tab(['#1', '1', '1', '1', '1']),
      tab(['PATIENT_ID', 'SAMPLE_ID', 'AGE', 'SEX', 'SAMPLE_TYPE']),
      ...all.map(({ n, age, sex }) =>
        tab([`P-${two(n)}`, `P-${two(n)}-T1`, String(age), sexWord[sex], 'Primary']),
      ),
    ]
    const samples = all.map(({ n, age, sex }) =>
      sample(`P-${two(n)}-T1`, { donor_id: `P-${two(n)}`, age, sex }),
    )
    return { lines, extension: 'txt', samples }
  },
  'plate list with titles and totals': ({ people, two, chance }) => {
    const all = people()
    const lines = [
      'Ageing cohort 7,,,',
      'exported by the LIMS,,,',
      ',,,',
      'Sample name,Age (years),Sex,Volume (µl)',
      ...all.map(({ n, age, sex }) => comma([`PL7-${two(n)}`, String(age), sex, String(10 + n)])),
      ...(chance(0.6)
        ? [`Total,,,${all.reduce((sum, { n }) => sum + 10 + n, 0)}`]
        : ['', 'Samples were kept at -80 °C,,,']),
    ]
    return { lines, samples: all.map(({ n, age, sex }) => sample(`PL7-${two(n)}`, { age, sex })) }
  },
  'mouse colony in weeks': ({ people, two, pick, integerBetween }) => {
    const all = people()
    const weeks = all.map(() => integerBetween(8, 120))
    const unit = pick(['in header', 'in cell', 'months in cell'] as const)
    const header = unit === 'in header' ? 'Age (weeks)' : 'Age'
    const shown = (n: number) =>
      unit === 'in header' ? String(n) : unit === 'in cell' ? `${n}w` : `${Math.ceil(n / 4)}_months`
    const years = (n: number) => (unit === 'months in cell' ? Math.ceil(n / 4) / 12 : (n * 7) / 365.25)
    const lines = [
      comma(['Mouse ID', 'Strain', header, 'Sex', 'Tissue', 'Treatment']),
      ...all.map(({ n, sex, tissue }, index) =>
        comma([
          `M${two(n)}`,
          'C57BL/6J',
          shown(weeks[index] ?? 0),
          sex,
          tissue,
          n % 2 ? 'vehicle' : 'rapamycin',
        ]),
      ),
    ]
    const samples = all.map(({ n, sex, tissue }, index) =>
      sample(`M${two(n)}`, {
        donor_id: `M${two(n)}`,
        age: years(weeks[index] ?? 0),
        sex,
        tissue,
        treatment: n % 2 ? 'vehicle' : 'rapamycin',
      }),
    )
    return { lines, samples }
  },
  'mice without a unit': ({ people, two, integerBetween }) => {
    const all = people()
    const days = all.map(() => integerBetween(40, 800))
    const lines = [
      comma(['sample', 'strain', 'age', 'sex']),
      ...all.map(({ n, sex }, index) => comma([`B6_${two(n)}`, 'C57BL/6', String(days[index]), sex])),
    ]
    return {
      lines,
      samples: all.map(({ n, sex }, index) =>
        sample(`B6_${two(n)}`, { age: (days[index] ?? 0) / 365.25, sex }),
      ),
    }
  },
  'mice numbered in each cage': ({ people, pick, integerBetween, two }) => {
    const inCage = integerBetween(2, 4)
    const all = people()
    const cages = pick(['cage', 'Litter', 'Cage ID'])
    const sexed = pick([true, false])
    const place = (n: number) => ({ cage: Math.ceil(n / inCage), mouse: ((n - 1) % inCage) + 1 })
    const lines = [
      tab(['name', cages, pick(['mouse', 'Animal', 'mouse ID']), ...(sexed ? ['sex'] : []), 'treatment']),
      ...all.map(({ n }) => {
        const { cage, mouse } = place(n)
        const sex = cage % 2 ? 'F' : 'M'
        return tab([`B${two(n)}`, String(cage), String(mouse), ...(sexed ? [sex] : []), `drug ${cage % 3}`])
      }),
    ]
    const samples = all.map(({ n }) => {
      const { cage, mouse } = place(n)
      const sex = cage % 2 ? 'F' : 'M'
      return sample(`B${two(n)}`, {
        donor_id: `${cage}-${mouse}`,
        sex: sexed && sex,
        treatment: `drug ${cage % 3}`,
      })
    })
    return { lines, extension: 'tsv', samples }
  },
  'mice numbered in each group': ({ people, pick, integerBetween, two }) => {
    const inGroup = integerBetween(2, 4)
    const all = people()
    const groupOf = (n: number) => ['young', 'aged', 'rapamycin', 'vehicle'][Math.ceil(n / inGroup) % 4] ?? ''
    const round = (n: number) => Math.ceil(n / inGroup / 4)
    const lines = [
      comma(['sample', 'group', pick(['mouse', 'animal', 'Donor'])]),
      ...all.map(({ n }) => comma([`G${two(n)}`, groupOf(n), String(((n - 1) % inGroup) + 1)])),
    ]
    const samples = all.map(({ n }) =>
      sample(`G${two(n)}`, {
        group: groupOf(n),
        donor_id: all.length <= inGroup ? String(n) : `${groupOf(n)}-${round(n)}-${((n - 1) % inGroup) + 1}`,
      }),
    )
    return { lines, samples }
  },
  'young and old without a unit': ({ people, pick, two }) => {
    const all = people()
    const [young, old] = pick([
      [1, 2],
      [3, 24],
      [6, 30],
      [2, 20],
    ] as const)
    const daysEach = young === 1 ? 365.25 / 2 : 365.25 / 12
    const ageOf = (n: number) => (n % 2 ? young : old)
    const words = pick([['Yng', 'Old'] as const, ['A', 'B'] as const])
    const lines = [
      tab(['sample', 'file', 'age', 'age_group']),
      ...all.map(({ n }) =>
        tab([`Y${two(n)}`, `coolers/Y${n}.mcool`, String(ageOf(n)), words[n % 2 ? 0 : 1]]),
      ),
    ]
    const samples = all.map(({ n }) => sample(`Y${two(n)}`, { age: (ageOf(n) * daysEach) / 365.25 }))
    return { lines, extension: 'tsv', samples }
  },
  'patients before and after': ({ people, two }) => {
    const all = people()
    const lines = [
      comma(['sample', 'patient', 'age', 'sex', 'treatment']),
      ...all.flatMap(({ n, age, sex }) =>
        ['before', 'after'].map((time) => comma([`PT${two(n)}-${time}`, String(n), String(age), sex, time])),
      ),
    ]
    const samples = all.flatMap(({ n, age, sex }) =>
      ['before', 'after'].map((time) =>
        sample(`PT${two(n)}-${time}`, { donor_id: String(n), age, sex, treatment: time }),
      ),
    )
    return { lines, samples }
  },
  'methylation phenotypes': ({ people, chance }) => {
    const all = people(true)
    const lines = [
      comma(['gsm', 'title', 'age', 'gender', 'tissue']),
      ...all.map(({ n, age, sex, tissue }) =>
        comma([
          `GSM${2_000_000 + n}`,
          `${tissue}, replicate ${n}`,
          chance(0.1) ? 'NA' : String(age),
          sexWord[sex],
          tissue,
        ]),
      ),
    ]
    const samples = all.map(({ n, age, sex, tissue }, index) =>
      sample(`GSM${2_000_000 + n}`, { age: !/,NA,/.test(lines[index + 1] ?? '') && age, sex, tissue }),
    )
    return { lines, samples }
  },
  'nf-core sample sheet': ({ people, two, chance }) => {
    const all = people()
    const lines = [
      'sample,fastq_1,fastq_2,strandedness',
      ...all.map(
        ({ n }) =>
          `CTRL_REP${two(n)},AEG588A${n}_S1_L002_R1.fastq.gz,${chance(0.5) ? `AEG588A${n}_R2.fastq.gz` : ''},auto`,
      ),
    ]
    return { lines, samples: all.map(({ n }) => sample(`CTRL_REP${two(n)}`, {})) }
  },
  'lists in cells': ({ people, two }) => {
    const all = people()
    const lines = [
      tab(['sample', 'files', 'age', 'group']),
      ...all.map(({ n, age, group }) =>
        tab([`Q${two(n)}`, `Q${n}_1.fq,Q${n}_2.fq,Q${n}_3.fq,Q${n}_4.fq`, String(age), group]),
      ),
    ]
    const samples = all.map(({ n, age, group }) => sample(`Q${two(n)}`, { age, group }))
    return { lines, extension: 'tsv', samples }
  },
  'Chinese hospital sheet': ({ people, two, pick }) => {
    const all = people()
    const lines = [
      comma(['样本编号', '年龄', '性别', '组织', '分组']),
      ...all.map(({ n, age, sex, group }) =>
        comma([
          `YB${two(n)}`,
          String(age),
          sex === 'F' ? '女' : '男',
          '肝脏',
          group === 'control' ? '对照组' : '处理组',
        ]),
      ),
    ]
    const samples = all.map(({ n, age, sex, group }) =>
      sample(`YB${two(n)}`, { age, sex, tissue: '肝脏', group: group === 'control' ? '对照组' : '处理组' }),
    )
    return { lines, encoding: pick(['gb18030', 'utf-8', 'utf-8 bom', 'utf-16le bom']), samples }
  },
  'Japanese lab sheet': ({ people, two, pick }) => {
    const all = people()
    const lines = [
      comma(['サンプル名', '年齢', '性別', '組織']),
      ...all.map(({ n, age, sex }) =>
        comma([`JP${two(n)}`, String(age), sex === 'F' ? '女性' : '男性', '肝臓']),
      ),
    ]
    const samples = all.map(({ n, age, sex }) => sample(`JP${two(n)}`, { age, sex, tissue: '肝臓' }))
    return { lines, encoding: pick(['shift_jis', 'utf-8']), samples }
  },
  'cohort with missing words': ({ people, two, pick }) => {
    const all = ofDonors(people())
    const word = pick(['NA', 'N/A', 'NaN', 'null', '-', 'missing: not collected', 'not available'])
    const isMissing = (n: number) => n % 4 === 0
    const lines = [
      comma(['sample_id', 'subject', 'age_years', 'sex', 'tissue', 'arm']),
      ...all.map(({ n, donor, age, sex, tissue, group }) =>
        comma([
          `C-${two(n)}`,
          donor,
          isMissing(n) ? word : String(age),
          isMissing(n + 1) ? word : sexWord[sex],
          tissue,
          group,
        ]),
      ),
    ]
    const samples = all.map(({ n, donor, age, sex, tissue, group }) =>
      sample(`C-${two(n)}`, {
        donor_id: donor,
        age: !isMissing(n) && age,
        sex: !isMissing(n + 1) && sex,
        tissue,
        group,
      }),
    )
    return { lines, samples }
  },
  'American dates': ({ people, two, integerBetween }) => {
    const all = ofDonors(people())
    // A day above 12 reveals which part is the month.
    const days = all.map(({ day }, index) => (index === 0 ? `2024-02-${integerBetween(13, 28)}` : day))
    const lines = [
      comma(['Sample Name', 'Donor', 'Collection Date', 'Sex']),
      ...all.map(({ n, donor, sex }, index) =>
        comma([`US${two(n)}`, donor, english(days[index] ?? ''), sex]),
      ),
    ]
    const samples = all.map(({ n, donor, sex }, index) =>
      sample(`US${two(n)}`, { donor_id: donor, collected_at: days[index] ?? '', sex }),
    )
    return { lines, samples }
  },
  'a header in the middle again': ({ people, two }) => {
    const all = people()
    const header = comma(['sample', 'age', 'sex'])
    const lines = [
      header,
      ...all.flatMap(({ n, age, sex }) => [
        ...(n === 5 ? [header] : []),
        comma([`H${two(n)}`, String(age), sexWord[sex]]),
      ]),
    ]
    return { lines, samples: all.map(({ n, age, sex }) => sample(`H${two(n)}`, { age, sex })) }
  },
  'times as days': ({ people, two }) => {
    const all = people()
    const lines = [
      comma(['sample_name', 'collected_at', 'sex']),
      ...all.map(({ n, day, sex }) => comma([`T${two(n)}`, `${day}T08:30:00Z`, sex])),
    ]
    return {
      lines,
      samples: all.map(({ n, day, sex }) => sample(`T${two(n)}`, { collected_at: day, sex })),
    }
  },
  'a workbook with a title': ({ people, two, chance }) => {
    const all = people()
    const rows = [
      ...(chance(0.5) ? [['Cohort of 2024'], []] : []),
      ['Sample', 'Age', 'Sex', 'Tissue'],
      ...all.map(({ n, age, sex, tissue }) => [`W-${two(n)}`, age, sexWord[sex], tissue]),
      ...(chance(0.5) ? [['Mean', all.reduce((sum, { age }) => sum + age, 0) / all.length]] : []),
    ]
    const bytes = workbookFile([{ name: 'Samples', data: rows.map((row) => rowXml(row)).join('') }])
    const samples = all.map(({ n, age, sex, tissue }) => sample(`W-${two(n)}`, { age, sex, tissue }))
    return { bytes, extension: 'xlsx', samples }
  },
  'a wide table of two dozen columns': ({ people, two, pick, chance }) => {
    const all = people()
    const delimiter = pick([',', ';', '\t', '|'])
    const write = csv(delimiter)
    const extra = Array.from({ length: 20 }, (_, index) => `QC_${index + 1}`)
    const lines = [
      write(['Sample_ID', 'Age', 'Gender', ...extra, 'Comment']),
      ...all.map(({ n, age, sex }) =>
        write([
          `QA${two(n)}`,
          String(age),
          sex,
          ...extra.map((_, index) => String((n * (index + 3)) % 97)),
          chance(0.3) ? 'thawed twice, see book 3; page 7' : '',
        ]),
      ),
    ]
    return { lines, samples: all.map(({ n, age, sex }) => sample(`QA${two(n)}`, { age, sex })) }
  },
  'inches and notes with bare quotes': ({ people, two }) => {
    const all = people()
    const lines = [
      tab(['sample', 'tissue', 'container', 'age']),
      ...all.map(({ n, tissue, age }) =>
        tab([`I${two(n)}`, tissue, n % 3 ? '5" tube' : 'plate', String(age)]),
      ),
    ]
    const samples = all.map(({ n, tissue, age }) => sample(`I${two(n)}`, { tissue, age }))
    return { lines, extension: 'tsv', samples }
  },
}

export const sheetKinds: readonly string[] = Object.keys(kinds)

/** The sheet with this number: kinds take turns, everything else is drawn. `random` decides alone. */
export function createRealisticSheet(random: () => number, number: number): RealisticSheet {
  const draws = createDraws(random)
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
