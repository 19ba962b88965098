/** A small table as labs keep them: mostly right, with what a check must find. `random` decides alone. */
export function createFaultyTable(random: () => number): { text: string; what: string } {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const chance = (share: number): boolean => random() < share
  const delimiter = pick([',', ';', '\t', '|'] as const)
  const decimal = delimiter === ',' ? '.' : pick([',', '.'])
  const day = pick(days)
  const columns = headers.map((names) => pick(names))
  const name = (row: number): string =>
    chance(0.08) ? pick(doubtfulNames) : `${pick(['A', 'B'])}-${String(row).padStart(3, '0')}`
  const record = (row: number): string[] => [
    name(row),
    chance(0.1)
      ? pick(doubtfulAges)
      : `${20 + Math.floor(random() * 60)}${decimal}${Math.floor(random() * 10)}`,
    pick(sexes),
    chance(0.05) ? 'x'.repeat(600) : pick(tissues),
    pick(groups),
    chance(0.1) ? pick(doubtfulDays) : day(2026, 1 + Math.floor(random() * 9), 1 + Math.floor(random() * 28)),
    chance(0.3) ? pick(remarks) : '',
  ]
  const records: string[][] = []
  for (let row = 0; row < 12 + Math.floor(random() * 16); row += 1) {
    const former = records.at(-2)
    const repeated = former && pick(repeats)(former)
    records.push(repeated ?? record(row))
  }
  const written = (cell: string): string =>
    cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  const preamble = chance(0.3) ? ['Plate list of the lab', ''] : []
  const lines = [...preamble, ...[columns, ...records].map((cells) => cells.map(written).join(delimiter))]
  return {
    text: lines.join(pick(['\n', '\r\n'])),
    what: `${JSON.stringify(delimiter)}, decimal "${decimal}"`,
  }
}

type WriteDay = (year: number, month: number, day: number) => string
const two = (value: number): string => String(value).padStart(2, '0')
const days: readonly WriteDay[] = [
  (year, month, day) => `${year}-${two(month)}-${two(day)}`,
  (year, month, day) => `${two(day)}.${two(month)}.${year}`,
  (year, month, day) => `${month}/${day}/${year}`,
]
const headers = [
  ['sample_name', 'Sample name', 'client_reference', 'Sample ID'],
  ['age', 'Age', 'age_years'],
  ['sex', 'Sex', 'gender'],
  ['tissue', 'Tissue', 'organ'],
  ['group', 'Group', 'arm'],
  ['collected_at', 'Collected at', 'date'],
  ['Notes', 'remark'],
] as const
const doubtfulNames = [
  '',
  ' ',
  '2-Sep',
  '44806',
  '1E+05',
  '007',
  '=A1',
  'Proben-Ü 7',
  '__proto__',
  '12345678901234567890',
]
const doubtfulAges = ['', 'n/a', '-1', '131', '34 years', '1.234,5', '0x20', 'NaN', '44806', '６２']
const doubtfulDays = ['', '31.02.2026', '2026-02-31', '44806', 'yesterday', '1/2/26', '2026-13-01']
/** Now and then a row comes twice: word for word, or with another age. */
const repeats: readonly ((former: string[]) => string[] | null)[] = [
  ...Array.from({ length: 14 }, () => () => null),
  (former) => [...former],
  ([name = '', , ...rest]) => [name, '33', ...rest],
]
const sexes = ['F', 'M', 'female', 'Male', 'unknown', 'x', ''] as const
const tissues = ['liver', ' liver ', 'Leber, links', 'blood; EDTA', '肝脏', '']
const groups = ['control', 'treated', 'Control', ''] as const
const remarks = ['thawed "twice"', 'two\nlines', 'a,b;c|d', '=SUM(1)'] as const
