import type { Comparison, ComparisonRow } from '../domain/results/comparison.ts'
import { formatDf, scaleOfRow } from '../domain/results/describeComparison.ts'
import { columnFormat, columnFormatP, joinInterval } from '../format/numbers.ts'

/** Returns the text of a row's number; null if it has none. */
type TextOf<Row> = (row: Row) => string | null

/** Rounds one number of each row for a table, with the same decimals in all rows. */
export function numberTexts<Row>(
  rows: readonly Row[],
  read: (row: Row) => number | null,
  formatOf = columnFormat,
): TextOf<Row> {
  const format = formatOf(rows.map(read))
  return (row) => textOf(read(row), format)
}

/** Does the same for rows that may have different scales, such as pathways. */
export function scaledTexts<Row>(
  rows: readonly Row[],
  read: (row: Row) => number | null,
  scaleOf: (row: Row) => number | null,
): TextOf<Row> {
  const format = columnFormat(rows.map(read), rows.map(scaleOf))
  return (row) => textOf(read(row), (value) => format(value, scaleOf(row)))
}

const textOf = (value: number | null, format: (value: number) => string) =>
  value === null ? null : format(value)

type Interval = Pick<ComparisonRow, 'ciLow' | 'ciHigh'>

export function intervalTexts<Row extends Interval>(
  rows: readonly Row[],
  scaleOf: (row: Row) => number | null,
): TextOf<Row> {
  const format = columnFormat(
    rows.flatMap(({ ciLow, ciHigh }) => [ciLow, ciHigh]),
    rows.flatMap((row) => [scaleOf(row), scaleOf(row)]),
  )
  return (row) =>
    row.ciLow === null || row.ciHigh === null
      ? null
      : joinInterval(format(row.ciLow, scaleOf(row)), format(row.ciHigh, scaleOf(row)))
}

/**
 * A column of a comparison as people read it, on the screen and in reports. `names`: its columns in files and copies.
 * `text`: null if the row has no value.
 */
export type ShownColumn = { id: string; names: readonly string[]; text: TextOf<ComparisonRow> }

/** The same for a number. `read`: the exact number. */
export type ShownNumber = ShownColumn & { read(row: ComparisonRow): number | null }

/** Returns all columns of a comparison. Each table shows some of them. */
export function shownComparison({ groups, rows }: Pick<Comparison, 'groups' | 'rows'>) {
  type Read = ShownNumber['read']
  const number = (id: string, read: Read, names = [id], formatOf = columnFormat): ShownNumber => ({
    id,
    names,
    read,
    text: numberTexts(rows, read, formatOf),
  })
  const scaled = (id: string, read: Read, names = [id]): ShownNumber => ({
    id,
    names,
    read,
    text: scaledTexts(rows, read, scaleOfRow),
  })
  // With more than two groups, files have means and counts of each pair, which are other numbers.
  const ofGroup = (name: string, at: number) =>
    groups.length === 2 ? [`${name}_${at === 0 ? 'a' : 'b'}`] : []
  return {
    difference: scaled('difference', ({ difference }) => difference),
    interval: { id: 'interval', names: ['ci_low', 'ci_high'], text: intervalTexts(rows, scaleOfRow) },
    effect: number('effect', ({ effect }) => effect, ['effect', 'effect_name']),
    statistic: number('statistic', ({ statistic }) => statistic, ['statistic_name', 'statistic']),
    df: { id: 'df', names: ['df', 'df2'], text: (row: ComparisonRow) => formatDf(row) || null },
    p: number('p', ({ p }) => p, ['p'], columnFormatP),
    q: number('q', ({ q }) => q, ['q'], columnFormatP),
    means: groups.map((_, at) =>
      scaled(`mean ${at}`, (row) => row.groups[at]?.mean ?? null, ofGroup('mean', at)),
    ),
    counts: groups.map((_, at) => number(`n ${at}`, (row) => row.groups[at]?.n ?? null, ofGroup('n', at))),
    pairs: number('pairs', ({ pairs }) => pairs),
  }
}
