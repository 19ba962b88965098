import type { Measure } from '../../../../../shared/domain/results/analysis.ts'
import {
  type Comparison,
  type ComparisonNote,
  type ComparisonRow,
  type PairwiseContrast,
  severalGroupTests,
} from '../../../../../shared/domain/results/comparison.ts'
import { counted, type Output } from '../../output/output.ts'

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

type Words = { [K in ComparisonNote['kind']]: (note: Extract<ComparisonNote, { kind: K }>) => string }

const samples = (count: number): string => counted(count, 'sample')
const toShortNumber = (value: number): string => Number(value.toPrecision(3)).toString()

const words: Words = {
  leastP: ({ p, undercut }) =>
    `With groups this small no p can be below ${toShortNumber(p)}, and so no q.${
      undercut > 0
        ? ` ${counted(undercut, 'pathway')} with equal values ${undercut === 1 ? 'has' : 'have'} an approximated p below it, to be trusted no further.`
        : ''
    }`,
  smallGroups: ({ least }) =>
    `The smallest group has ${least}: what is not found here may be there all the same.`,
  inSeveralGroups: (note) => `${samples(note.samples)} left out: in several groups.`,
  noGroup: (note) => `${samples(note.samples)} left out: without a value of the field.`,
  noResult: (note) => `${samples(note.samples)} left out: without a pathway analysis.`,
  noPair: (note) => `${samples(note.samples)} left out: without a partner in the other group.`,
  severalInPair: ({ pairs }) =>
    `In ${counted(pairs, 'pair')} a side has several samples; their mean is compared.`,
  noReplicates: () => 'No two samples of a group are replicates, so the noise is not known.',
  severalServices: ({ services }) => `The results come from several services: ${services.join(', ')}.`,
  joinedNames: ({ pathway, names, samplesWithSeveral }) =>
    `${names.join(', ')} are one pathway, shown as ${pathway}.${
      samplesWithSeveral > 0 ? ` ${samples(samplesWithSeveral)} had several of them; the first counts.` : ''
    }`,
}

/** What a comparison cannot show, or left out, in a sentence. */
const noteInWords = <N extends ComparisonNote>(note: N): string =>
  (words[note.kind] as (note: N) => string)(note)

/** How the numbers of a comparison are to be read: what the table alone does not say. */
function whatIsTold({ test, rows, notes, noise, fewValues, leastPairwiseP }: Comparison): string[] {
  const isApproximated = rows.some(({ exact }) => exact === false)
  // Where the groups themselves are as small, a note says so.
  const isNoted = notes.some((note) => note.kind === 'smallGroups' && note.least === fewValues?.least)
  return [
    ...(test === 'mann-whitney' || test === 'wilcoxon-signed-rank' ? [byRanks] : []),
    ...(test === 'kruskal-wallis' ? [byChiSquare] : []),
    ...(isApproximated ? [approximated] : []),
    ...(fewValues && !isNoted
      ? [
          `${counted(fewValues.pathways, 'pathway')} ${fewValues.pathways === 1 ? 'was' : 'were'} tested with fewer than five values in a group, the fewest ${fewValues.least}: what is not found there may be there all the same.`,
        ]
      : []),
    ...(leastPairwiseP
      ? [
          `Of two of the groups no p can be below ${toShortNumber(leastPairwiseP.p)}, by Holm ${toShortNumber(leastPairwiseP.pHolm)}.`,
        ]
      : []),
    ...(noise
      ? [
          `Noise from ${counted(noise.sets, 'set')} of replicates by ${noise.by}, ${noise.df} degrees of freedom. A difference is within noise below 1.96 · SD · √(Σ 1/k / n², of both groups), for n units of k measurements: what noise alone makes of it in 95 of 100 cases.`,
        ]
      : []),
  ]
}

const byRanks =
  'p and effect are by ranks. The difference is of the means, its interval by Student’s t; neither belongs to the test.'
const byChiSquare = 'p is by χ² with one degree of freedom less than groups, an approximation.'
const approximated =
  'An approximated p is by the normal distribution with continuity correction, as in R: values are equal, or fifty and more.'
