import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { csvLine } from '../../src/shared/format/csvLine.ts'

export type BenchFile = { name: 'clean' | 'quoted' | 'large'; path: string; rows: number }

const tissues = [
  'lung',
  'breast',
  'colon',
  'skin',
  'whole blood',
  'liver',
  'kidney',
  'pancreas',
  'ovary',
  'brain',
]
const drugs = [
  'rapamycin',
  'imatinib',
  'gefitinib',
  'paclitaxel',
  'doxorubicin',
  'cisplatin',
  'dasatinib',
  'none',
]
const notes = [
  'line one\r\nline two',
  'he said "ok" twice',
  'plain text',
  'a,b,c,d',
  '',
  'naïve café – 10 µM, α-synuclein',
  'ends with quote"',
  '日本語のメモ, テスト',
  'a long note with several, commas, and "quoted" words, long enough to matter when it is copied',
]

/** Numbers that look random and are the same in every run. */
const mixed = (index: number, salt: number): number =>
  (Math.imul(index + 1, 2_654_435_761 + salt * 40_503) >>> 0) / 2 ** 32

const pick = (values: readonly string[], index: number, salt: number): string =>
  values[Math.floor(mixed(index, salt) * values.length)] ?? ''

const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, '0')

const day = (index: number): string =>
  `20${twoDigits(10 + mixed(index, 5) * 15)}-${twoDigits(1 + mixed(index, 6) * 12)}-${twoDigits(1 + mixed(index, 7) * 28)}`

const msPerYear = 365.25 * 86_400_000

const cleanHeader = 'sample_name,donor_id,age,sex,tissue,treatment,group,collected_at,viability,batch'

/** A row whose donor has the same sex and day of birth in each row, so that no check has anything to report. */
function cleanLine(index: number): string {
  const donor = 100_000 + Math.floor(mixed(index, 1) * 900_000)
  const collected = day(index)
  const born = Date.UTC(1920, 0, 1) + mixed(donor, 2) * 90 * msPerYear
  return [
    `S${String(index).padStart(8, '0')}`,
    `PT-${donor}`,
    ((Date.parse(collected) - born) / msPerYear).toFixed(2),
    donor % 2 === 0 ? 'F' : 'M',
    pick(tissues, index, 3),
    pick(drugs, index, 4),
    index % 3 === 0 ? 'control' : 'treated',
    collected,
    (mixed(index, 8) * 100).toFixed(6),
    `B${index % 500}-${Math.floor(mixed(index, 9) * 1e9)}`,
  ].join(',')
}

const quoteAlways = (text: string): string => `"${text.replaceAll('"', '""')}"`

const quotedHeader = 'sample_id,name,notes,tissue,"dose, µM",value,comment,empty,date,batch'

const quotedLine = (index: number): string =>
  [
    quoteAlways(`S${index}`),
    csvLine([pick(notes, index, 1)]),
    csvLine([pick(notes, index, 2)]),
    quoteAlways(pick(tissues, index, 3)),
    (mixed(index, 4) * 10).toFixed(3),
    quoteAlways((mixed(index, 8) * 1000).toFixed(4)),
    csvLine([pick(notes, index, 9)]),
    '',
    day(index),
    quoteAlways(`B${index % 500}`),
  ].join(',')

function writeLines(
  path: string,
  header: string,
  rows: number,
  line: (index: number) => string,
  end: string,
): void {
  const file = openSync(path, 'w')
  let lines = [header]
  for (let index = 0; index < rows; index++) {
    lines.push(line(index))
    if (lines.length < 20_000) continue
    writeSync(file, lines.join(end) + end)
    lines = []
  }
  if (lines.length > 0) writeSync(file, lines.join(end) + end)
  closeSync(file)
}

/** The files of the performance notes: a clean cohort, a quoted one of notes, and a clean one five times as long. */
export function writeBenchFiles(folder: string, scale: number): Record<BenchFile['name'], BenchFile> {
  const write = (
    name: BenchFile['name'],
    rows: number,
    header: string,
    line: (index: number) => string,
    end: string,
  ) => {
    const path = join(folder, `${name}.csv`)
    writeLines(path, header, rows, line, end)
    return { name, path, rows }
  }
  return {
    clean: write('clean', 1_000_000 * scale, cleanHeader, cleanLine, '\n'),
    quoted: write('quoted', 500_000 * scale, quotedHeader, quotedLine, '\r\n'),
    large: write('large', 3_000_000 * scale, cleanHeader, cleanLine, '\n'),
  }
}
