import type { Comparison, ComparisonRow, PairwiseContrast } from '../domain/results/comparison.ts'
import {
  effectNames,
  formatDf,
  headsOf,
  pairHeadsOf,
  scaleOfRow,
} from '../domain/results/describeComparison.ts'
import type { ModelResult, ModelRow } from '../domain/results/model.ts'
import { columnFormat, columnFormatP, formatAlone, formatThousands, joinInterval } from '../format/numbers.ts'
import { joinMessages, type Message, message } from '../words/message.ts'

type Read<Row> = (row: Row) => number | null

/**
 * A column of a comparison or a model as people read it, on screens and in reports. `names`: its columns in files and
 * copies. `text`: null if the row has no value. `read`: the exact number; absent for columns with several.
 */
export type ShownColumn<Row> = {
  id: string
  head: Message
  names: readonly string[]
  text(row: Row): string | null
  read?: Read<Row>
}
type ShownNumber<Row> = ShownColumn<Row> & { read: Read<Row> }

type FormatOf = (
  values: readonly (number | null)[],
  scales?: readonly (number | null)[],
) => (value: number, scale?: number | null) => string
const asCount: FormatOf = () => formatThousands

/** `names`: the id if absent. */
type ColumnOptions<Row> = { names?: readonly string[]; formatOf?: FormatOf; scaleOf?: Read<Row> }

/** Returns a function that makes columns whose numbers have the same decimals in all rows, but for rows of other scales. */
const columnMaker =
  <Row>(rows: readonly Row[]) =>
  (
    id: string,
    head: Message,
    read: Read<Row>,
    { names = [id], formatOf = columnFormat, scaleOf }: ColumnOptions<Row> = {},
  ): ShownNumber<Row> => {
    const format = formatOf(rows.map(read), scaleOf && rows.map(scaleOf))
    const text = (row: Row) => {
      const value = read(row)
      return value === null ? null : format(value, scaleOf?.(row))
    }
    return { id, head, names, read, text }
  }

const noScale = () => null

/** Like a number, for an interval. */
function intervalColumn<Row>(
  rows: readonly Row[],
  head: Message,
  [low, high]: readonly [Read<Row>, Read<Row>],
  scaleOf: Read<Row> = noScale,
  [id, ...names]: readonly [string, ...string[]] = ['interval', 'ci_low', 'ci_high'],
): ShownColumn<Row> {
  const format = columnFormat([...rows.map(low), ...rows.map(high)], [...rows, ...rows].map(scaleOf))
  const text = (row: Row) => {
    const [from, to] = [low(row), high(row)]
    return from === null || to === null
      ? null
      : joinInterval(format(from, scaleOf(row)), format(to, scaleOf(row)))
  }
  return { id, head, names, text }
}

/** The head of a symbol or a name, which is the same in all languages. */
const plain = (text: string): Message => joinMessages([text])
const asP = { formatOf: columnFormatP }

/** Returns all columns of a comparison. Each table shows some of them. */
export function shownComparison({
  groups,
  rows,
  test,
  effectName,
  statisticName,
}: Pick<Comparison, 'groups' | 'rows' | 'test' | 'effectName' | 'statisticName'>) {
  const column = columnMaker(rows)
  const heads = headsOf(test)
  // With more than two groups, files have means and counts of each pair, which are other numbers.
  const ofGroup = (name: string, at: number) =>
    groups.length === 2 ? [`${name}_${at === 0 ? 'a' : 'b'}`] : []
  const ends = [(row: ComparisonRow) => row.ciLow, (row: ComparisonRow) => row.ciHigh] as const
  const endsOfEffect = [
    (row: ComparisonRow) => row.effectLow,
    (row: ComparisonRow) => row.effectHigh,
  ] as const
  return {
    difference: column('difference', heads.difference, (row) => row.difference, { scaleOf: scaleOfRow }),
    interval: intervalColumn(rows, heads.interval, ends, scaleOfRow),
    effect: column('effect', effectNames[effectName], (row) => row.effect, {
      names: ['effect', 'effect_name'],
    }),
    effectInterval: intervalColumn(rows, message('comparison.ciOfEffect'), endsOfEffect, noScale, [
      'effect interval',
      'effect_ci_low',
      'effect_ci_high',
    ]),
    statistic: column('statistic', plain(statisticName), (row) => row.statistic, {
      names: ['statistic_name', 'statistic'],
    }),
    df: {
      id: 'df',
      head: message('comparison.df'),
      names: ['df', 'df2'],
      text: (row: ComparisonRow) => formatDf(row) || null,
    },
    p: column('p', plain('p'), (row) => row.p, asP),
    q: column('q', plain('q'), (row) => row.q, asP),
    means: groups.map(({ name }, at) =>
      column(`mean ${at}`, message('comparison.mean', { name }), (row) => row.groups[at]?.mean ?? null, {
        names: ofGroup('mean', at),
        scaleOf: scaleOfRow,
      }),
    ),
    counts: groups.map(({ name }, at) =>
      column(`n ${at}`, plain(`n ${name}`), (row) => row.groups[at]?.n ?? null, {
        names: ofGroup('n', at),
        formatOf: asCount,
      }),
    ),
    pairs: column('pairs', message('comparison.pairs'), (row) => row.pairs, { formatOf: asCount }),
  }
}

/** Returns the columns of every two groups, for these pairs of pathways. */
export function shownPairs(
  { groups, test, pairwiseEffectName }: Pick<Comparison, 'groups' | 'test' | 'pairwiseEffectName'>,
  pairs: readonly PairwiseContrast[],
) {
  const column = columnMaker(pairs)
  const heads = pairHeadsOf(test)
  const scaleOf = ({ difference }: PairwiseContrast) => difference
  const effect = pairwiseEffectName ? effectNames[pairwiseEffectName] : plain('')
  return {
    contrast: ({ a, b }: PairwiseContrast) => `${groups[a]?.name ?? ''} − ${groups[b]?.name ?? ''}`,
    n: {
      id: 'n',
      head: plain('n'),
      names: [],
      text: ({ n }: PairwiseContrast) => n.map(formatThousands).join(' / '),
    },
    difference: column('difference', heads.difference, scaleOf, { scaleOf }),
    interval: intervalColumn(pairs, heads.interval, [(pair) => pair.ciLow, (pair) => pair.ciHigh], scaleOf),
    effect: column('effect', effect, (pair) => pair.effect),
    p: column('p', plain('p'), (pair) => pair.p, asP),
    pHolm: column('p_holm', message('comparison.pHolm'), (pair) => pair.pHolm, asP),
  }
}

/** Returns the columns of rows of a model: with q over all contrasts if there are several. The clock has no q. */
export function shownModel(
  { ages, contrasts, equivalence }: Pick<ModelResult, 'ages' | 'contrasts' | 'equivalence'>,
  rows: readonly ModelRow[],
) {
  const column = columnMaker(rows)
  const scaleOf = ({ estimate }: ModelRow) => estimate
  const ends = [(row: ModelRow) => row.ciLow, (row: ModelRow) => row.ciHigh] as const
  const isClock = ages !== null
  return {
    estimate: column('estimate', message('models.estimate'), scaleOf, { scaleOf }),
    interval: intervalColumn(rows, message('comparison.ci'), ends, scaleOf),
    se: column('se', message('models.standardError'), (row) => row.se, { scaleOf }),
    t: column('t', plain('t'), (row) => row.t),
    df: column('df', message('comparison.df'), (row) => row.df, { formatOf: () => formatAlone }),
    p: column('p', plain('p'), (row) => row.p, asP),
    q: isClock ? [] : [column('q', plain('q'), (row) => row.q, asP)],
    qAll:
      isClock || contrasts.length < 2
        ? []
        : [column('qAll', message('models.qOfAll'), (row) => row.qAll, { ...asP, names: ['q_all'] })],
    equivalence:
      equivalence === null
        ? []
        : [
            column('equivalenceP', message('models.pOfEquivalence'), (row) => row.equivalenceP, {
              ...asP,
              names: ['equivalence_p'],
            }),
          ],
    n: column('n', plain('n'), (row) => row.n, { formatOf: asCount }),
  }
}
