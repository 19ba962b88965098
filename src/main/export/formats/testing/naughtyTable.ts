import type { TableColumn } from '../../../../shared/domain/studies/tableColumn.ts'
import type { Cell } from '../../../../shared/tables/column.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import type { Table, WriteTable } from '../../tables/table.ts'

/** Texts that have caused problems in other programs; each must read back unchanged. */
export const naughtyTexts: readonly string[] = [
  '',
  ' ',
  ' leads',
  'trails ',
  ...'null NULL NA NaN undefined TRUE true 007 -0 1e5 1E1000 0x1F 1,5 1.234,56'.split(' '),
  ...'12345678901234567890 SEPT2 MARCH1 2-Sep 2024-01-02 2024-01-02T03:04:05Z 1/2 =1+1'.split(' '),
  "=cmd|' /C calc'!A0",
  '+49 30',
  '-2',
  '@SUM(1)',
  '\tstarts with a tab',
  '\rstarts with a return',
  ...`'=1+1 ''-2 ' 'quoted' a,b;c|d\te`.split(' '),
  'say "hi"',
  '"',
  '""',
  'two\nlines',
  'two\r\nlines',
  'two\rlines',
  '\n',
  'ends with a line\n',
  ...`<b>&amp;"' ]]> <!-- _x000D_ _x005F_x0041_ _x`.split(' '),
  '\u0000',
  'nul\u0000inside',
  '\u001b[31m',
  '\u0007',
  '\u0085',
  '\u2028',
  '\ufeffmark',
  '\ufffe',
  '\uffff',
  ...'e\u0301 é 😀🧬 𝛂-synuclein עברית \u202egnp.exe 样本编号'.split(' '),
  '10 µM',
  ...'__proto__ constructor ../../etc/passwd ${7*7}'.split(' '),
  ...String.raw`\ a\"b %s%n`.split(' '),
]

/** Numbers at the limits of a double. */
export const edgeNumbers: readonly number[] = [
  0,
  -1.5,
  0.1,
  1e21,
  -1e21,
  1e-7,
  5e-324,
  1.7976931348623157e308,
  2 ** 53,
  -(2 ** 53),
  123456789.12345679,
  100,
]

const column = (name: string, type: TableColumn['type'], unit: string | null = null): TableColumn => ({
  name,
  type,
  unit,
  about: joinMessages([`What <${name}> & "it" says`]),
})

/** One column of each type, and difficult names. */
export const naughtyColumns: readonly TableColumn[] = [
  column('text', 'text'),
  column('number', 'number', 'not documented'),
  column('whole', 'integer', 'years'),
  column('flag', 'boolean'),
  column('at', 'time'),
  column('mixed', 'mixed'),
  column('=1+1', 'text'),
  column('<b>&"\'', 'text'),
  column('Text', 'text'),
  column('__proto__', 'text'),
  column('10050', 'text'),
]

/** One row for each naughty text; every third value is missing in all columns but the first. */
export const naughtyRows: readonly (readonly Cell[])[] = naughtyTexts.map((text, index) => {
  const orNull = <T>(value: T, turn: number): T | null => ((index + turn) % 3 === 0 ? null : value)
  return [
    text,
    orNull(edgeNumbers[index % edgeNumbers.length] ?? 0, 0),
    orNull((index - 5) * 9_000_000_000, 1),
    orNull(index % 2 === 0, 2),
    orNull('2026-01-02T03:04:05.678Z', 0),
    orNull(index % 2 === 0 ? index / 8 : text, 1),
    orNull(text, 2),
    orNull('plain', 0),
    text.toUpperCase(),
    orNull(text, 1),
    '',
  ]
})

export const provenance: Table['provenance'] = [
  { name: 'service', value: 'https://service.example' },
  { name: 'synthetic', value: 'yes: <made> & "invented"' },
]

/** Returns a table that can be read repeatedly, in pages of `rowsAPage`. */
export function toTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly Cell[])[],
  rowsAPage = 10,
): Table {
  async function* pages(): AsyncGenerator<Cell[][]> {
    for (let from = 0; from < rows.length; from += rowsAPage)
      yield rows.slice(from, from + rowsAPage).map((row) => [...row])
  }
  return { name: 'naughty', columns: [...columns], pages: { [Symbol.asyncIterator]: pages }, provenance }
}

export const naughtyTable = (rowsAPage?: number): Table => toTable(naughtyColumns, naughtyRows, rowsAPage)

/** Returns all bytes of a writer. */
export async function bytesOf(write: WriteTable, table: Table): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of write(table)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
