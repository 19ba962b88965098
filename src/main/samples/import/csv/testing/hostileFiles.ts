import iconv from 'iconv-lite'
import type { Delimiter } from '../../../../../shared/domain/samples/importing.ts'
import { createDraws } from '../../../testing/createDraws.ts'

/** The defect of one record; `rules`: the rules that may report it. */
type Defect = { line: number; rules: readonly string[] }

export type HostileFile = {
  bytes: Buffer
  what: string
  encoding: string
  delimiter: Delimiter
  headerLine: number
  header: string[]
  /** The sound records by their physical line. */
  sound: Map<number, string[]>
  defects: Defect[]
  /** The line of a quote that is never closed; later lines may be reported as doubtful. Infinity if there is none. */
  openLine: number
}

const marks: Record<string, number[]> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
}
/** Letters that each encoding has; ASCII is in all. */
const letters: Record<string, readonly string[]> = {
  'utf-8': ['Ωμέγα', '样本一', 'Müller', '😀🧬', 'e\u0301', 'עברית', 'ﬁ', 'İ'],
  'utf-16le': ['Ωμέγα', '样本一', 'Müller', '😀🧬', 'עברית'],
  'utf-16be': ['Ωμέγα', '样本一', 'Müller', '😀🧬', 'עברית'],
  'windows-1252': ['Müller', 'café', 'Übergröße – süß', '10 µM', '€ 5', 'Ålesund'],
  gb18030: ['样本编号', '肝脏组织', '性别未知', '对照组，甲', '处理后“二”'],
  shift_jis: ['試料番号', '肝臓の組織', '性別不明', '対照群、甲', 'カタカナのメモ'],
}
const encodings = Object.keys(letters)
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|']
const breaks = ['\n', '\r\n', '\r'] as const

/** Strings that broke other programs, all in ASCII. */
const naughty = [
  ['', ' ', 'null', 'undefined', 'NaN', 'TRUE', '-0', '1e1000', '0x1F', '1,5', '1.234,56', '007'],
  ["=cmd|' /C calc'!A0", '@SUM(1)', '<script>alert(1)</script>', "'; DROP TABLE samples; --", '%s%n%p'],
  ['"quoted"', '""', "'", '\\', 'a\\"b', '${7*7}', '../../etc/passwd', 'CON', '__proto__', 'constructor'],
  ['line\nbreak', 'line\r\nbreak', '# no comment', 'sep=;', 'a,b;c|d\te', '1/2/2024', 'x'.repeat(3000)],
].flat()

const header = ['sample', 'tissue', 'group', 'remark', 'note']

/** A small table with everything that makes tables hard to read, and the right answer. `random` decides alone. */
export function createHostileFile(random: () => number): HostileFile {
  const { pick, chance } = createDraws(random)
  const encoding = pick(encodings)
  const delimiter = pick(delimiters)
  const usualBreak = pick(breaks)
  const mixesBreaks = chance(0.2)
  const quotesAll = chance(0.3)
  const own = letters[encoding] ?? []
  let text = ''
  let line = 1
  const write = (content: string, linesInside = 0): void => {
    text += content + (mixesBreaks ? pick(breaks.slice(0, 2)) : usualBreak)
    line += 1 + linesInside
  }
  const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
  const written = (cell: string): string =>
    quotesAll || /["\r\n]/.test(cell) || cell.includes(delimiter) ? quote(cell) : cell
  const record = (cells: readonly string[]): string => cells.map(written).join(delimiter)
  const cell = (): string => (chance(0.5) ? pick(own) : pick(naughty))

  if (chance(0.2)) write(`sep=${delimiter}`)
  if (chance(0.3)) {
    write('Plate list of the lab')
    if (chance(0.5)) write('')
  }
  const headerLine = line
  write(record(header))
  const sound = new Map<number, string[]>()
  const defects: Defect[] = []
  let openLine = Number.POSITIVE_INFINITY
  const rows = 12 + Math.floor(random() * 30)
  /** The cells of a broken record as they are written, and the rules that may report it. */
  const defectOf: Record<string, { rules: readonly string[]; write: (cells: string[]) => string[] }> = {
    short: { rules: ['ragged-row'], write: (cells) => cells.slice(0, 3).map(written) },
    long: {
      rules: ['ragged-row'],
      write: (cells) => [...cells.slice(0, 3), 'much', 'too', 'many'].map(written),
    },
    bare: { rules: ['bare-quote'], write: () => ['S-bare', 'liver', '5" tube', 'x', 'y'] },
    after: { rules: ['text-after-quote'], write: () => ['S-after', '"liver"x', 'treated', 'x', 'y'] },
    open: {
      rules: ['open-quote', 'text-after-quote'],
      write: () => ['S-open', 'liver', 'treated', '"never closed', 'y'],
    },
  }
  const kinds = ['short', 'long', 'bare', 'after', 'open', 'blank'] as const
  const broken = new Map(chance(0.7) ? [[4 + Math.floor(random() * (rows - 4)), pick(kinds)]] : [])
  for (let index = 0; index < rows; index++) {
    const name = `S-${String(index).padStart(4, '0')}`
    const cells = [name, pick(own), pick(['treated', 'control']), cell(), cell()]
    const kind = broken.get(index)
    const defect = defectOf[kind ?? 'none']
    if (defect) {
      if (kind === 'open') openLine = line
      defects.push({ line, rules: defect.rules })
      write(defect.write(cells).join(delimiter))
    } else {
      if (kind === 'blank') write('')
      sound.set(line, cells)
      const linesInside = cells.reduce((sum, value) => sum + (value.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
      write(record(cells), linesInside)
    }
  }
  if (chance(0.3)) text = text.replace(/(\r\n|\r|\n)$/, '')
  const hasMark = encoding in marks && chance(0.5)
  const bytes = Buffer.concat([
    Buffer.from(hasMark ? (marks[encoding] ?? []) : []),
    iconv.encode(text, encoding),
  ])
  const what = `${encoding}${hasMark ? ' with a mark' : ''}, ${JSON.stringify(delimiter)}, ${JSON.stringify(usualBreak)}, ${[...broken.values()].join(' ')}`
  return { bytes, what, encoding, delimiter, headerLine, header, sound, defects, openLine }
}
