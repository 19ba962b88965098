import type { Measure } from '../../../shared/domain/analysis.ts'
import {
  type Comparison,
  type ComparisonRow,
  type PairwiseContrast,
  severalGroupTests,
} from '../../../shared/domain/comparison.ts'
import { noteInWords, whatIsTold } from '../comparisonNotes.ts'
import type { Output } from '../output.ts'

type Cell = string | number | null

/** One measure as a person reads it: the table, then what it cannot show. */
export function tellComparison(output: Output, comparison: Comparison): void {
  const { measure, test, groups, rows } = comparison
  const isSeveral = severalGroupTests.has(test)
  const names = groups.map(({ name }) => name).join(isSeveral ? ', ' : ' − ')
  output.say(`\n${unitWords[measure]}: ${names}, ${test}`)
  const [columns, cellsOf] = isSeveral ? severalColumns(comparison) : twoColumns(comparison)
  const hasMarks = rows.some((row) => marksOf(row) !== '')
  output.table(
    [...columns, ...(hasMarks ? ['note'] : [])],
    rows.map((row) => [...cellsOf(row), ...(hasMarks ? [marksOf(row)] : [])]),
  )
  if (isSeveral) tellPairs(output, comparison)
  for (const line of whatIsTold(comparison)) output.say(line)
  for (const note of comparison.notes) output.say(noteInWords(note))
  if (rows.length === 0) output.say('There are no results to compare. Analyze the samples first.')
}

const unitWords: Record<Measure, string> = {
  activity: 'Activity (as returned, unit not documented)',
  aging_offset: 'Aging offset (as returned, unit not documented)',
}

type Columns = [columns: string[], cellsOf: (row: ComparisonRow) => Cell[]]

/** Tests by ranks have no interval of their own: that of the means stands beside their p, and says whose it is. */
function twoColumns({ test, effectName }: Comparison): Columns {
  const difference =
    test === 'mann-whitney'
      ? ['difference of means', '95% CI by Welch']
      : test === 'wilcoxon-signed-rank'
        ? ['mean difference', '95% CI by t']
        : ['difference', '95% CI']
  return [
    ['pathway', 'n a', 'n b', 'mean a', 'mean b', ...difference, effectName, 'p', 'q'],
    (row) => [
      row.pathway,
      ...row.groups.map(({ n }) => n),
      ...row.groups.map(({ mean }) => figure(mean)),
      figure(row.difference),
      interval(row),
      figure(row.effect),
      ...tested(row),
    ],
  ]
}

function severalColumns({ groups, effectName, statisticName }: Comparison): Columns {
  return [
    [
      'pathway',
      ...groups.flatMap(({ name }) => [`n ${name}`, `mean ${name}`]),
      statisticName,
      'df',
      effectName,
      'p',
      'q',
    ],
    (row) => [
      row.pathway,
      ...row.groups.flatMap(({ n, mean }) => [n, figure(mean)]),
      figure(row.statistic),
      [row.df, row.df2].flatMap((df) => (df === null ? [] : figure(df))).join(', '),
      figure(row.effect),
      ...tested(row),
    ],
  ]
}

/** Only of pathways in which the test of all groups found something. */
function tellPairs(output: Output, { rows, groups, pairwiseEffectName }: Comparison): void {
  const found = rows.filter(({ q }) => q !== null && q < 0.05)
  if (found.length === 0) return
  output.say('\nEvery two groups where q < 0.05; p by Holm over the pairs of one pathway')
  output.table(
    [
      'pathway',
      'a − b',
      'n a',
      'n b',
      'difference of means',
      '95% CI by Welch',
      pairwiseEffectName ?? '',
      'p by Holm',
      'note',
    ],
    found.flatMap((row) =>
      row.pairwise.map((pair) => [
        row.pathway,
        `${groups[pair.a]?.name ?? ''} − ${groups[pair.b]?.name ?? ''}`,
        ...pair.n,
        figure(pair.difference),
        interval(pair),
        figure(pair.effect),
        figure(pair.pHolm),
        marksOf({ ...pair, fewValues: Math.min(...pair.n) < 5 }),
      ]),
    ),
  )
}

const whyWords = { tooFew: 'too few', noSpread: 'no spread', tooLarge: 'too large' }

const tested = ({ why, p, q }: ComparisonRow): Cell[] => [why ? whyWords[why] : figure(p), figure(q)]

const interval = ({ ciLow, ciHigh }: Pick<ComparisonRow, 'ciLow' | 'ciHigh'>): string =>
  ciLow === null ? '' : `${figure(ciLow)} to ${figure(ciHigh)}`

type Marked = Pick<
  PairwiseContrast & ComparisonRow,
  'withinNoise' | 'fewValues' | 'exact' | 'p' | 'leastP' | 'signsDiffer'
>

function marksOf({ withinNoise, fewValues, exact, p, leastP, signsDiffer }: Marked): string {
  const isBelow = p !== null && leastP !== null && p < leastP * (1 - 1e-9)
  return [
    ...(withinNoise ? ['within noise'] : []),
    ...(fewValues ? ['few values'] : []),
    ...(exact === false ? ['p approximated'] : []),
    ...(isBelow ? [`counting gives no p below ${figure(leastP)}`] : []),
    ...(signsDiffer ? ['ranks point the other way'] : []),
  ].join(', ')
}

const figure = (value: number | null): string =>
  value === null ? '' : Number(value.toPrecision(4)).toString()
