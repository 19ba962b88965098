import type { Measure } from '../../../../../shared/domain/results/analysis.ts'
import type { SampleChoice } from '../../../../../shared/domain/results/cohort.ts'
import {
  type Comparison,
  type ComparisonNote,
  type ComparisonRow,
  type PairwiseContrast,
  severalGroupTests,
} from '../../../../../shared/domain/results/comparison.ts'
import { withApp } from '../../app.ts'
import { spellPathways } from '../../lookups.ts'
import { counted, formatAge, type Output } from '../../output/output.ts'
import { type CommandSpec, option, type Run } from '../../program/command.ts'
import { exitCodes } from '../../program/exitCodes.ts'
import { listOf, oneOf } from '../../program/values.ts'
import { createComparingOptions, readComparing, readSamples } from './compareOptions.ts'

const measures = ['activity', 'aging_offset'] as const

type CompareParams = ReturnType<typeof readComparing> & {
  pathways: string[]
  of: SampleChoice
}

export const compare: CommandSpec = {
  name: 'compare',
  group: 'Results',
  summary: 'Compare groups of samples, pathway by pathway',
  details: `Choose groups with --by and either --a and --b, or --values.

Shows n, means, the difference (a − b) with its 95% interval, an effect size, p and q for each pathway. q is p by
Benjamini–Hochberg over all pathways. Several groups (--values) are compared together and in pairs.`,
  options: () => [
    ...createComparingOptions(),
    option('--measure <MEASURE>', 'Compare this measure', { choices: measures, initial: 'both' }),
    option('--pathways <PATHWAY,...>', 'These pathways only'),
    option('--samples <ID,...>', 'Among these samples only'),
    option('--group <GROUP>', 'Among the samples of this group only'),
  ],
  examples: [
    'compare --by group --a treated --b control',
    'compare --by dose --values 0,10,50 --test kruskal-wallis --measure activity',
  ],
  run(run) {
    const params = readParams(run)
    const measure = oneOf(run.values, 'measure', measures)
    return withApp(run, async ({ call }) => {
      const pathways = await spellPathways(call, params.pathways)
      const found: Comparison[] = []
      // Refusals come with the first, before anything is reported.
      for (const each of measure ? [measure] : measures)
        found.push(await call('results.compare', { ...params, pathways, measure: each }))
      for (const comparison of found) {
        for (const row of comparison.rows) run.output.record(toLine(comparison, row))
        printComparison(run.output, comparison)
      }
      printSummary(run, params, found)
      return exitCodes.done
    })
  },
}

const readParams = ({ values }: Run): CompareParams => ({
  ...readComparing(values),
  pathways: listOf(values, 'pathways'),
  of: readSamples(values),
})

function printSummary({ output }: Run, params: CompareParams, found: readonly Comparison[]): void {
  const [first] = found
  if (!first) return
  const { service, oldestFetchedAt, newestFetchedAt, synthetic, groups } = first
  const { by, values } = params.groups
  output.record({
    type: 'summary',
    by,
    a: values[0],
    b: values[1],
    ...(values.length > 2 ? { values } : {}),
    test: params.test,
    pair_by: params.pairBy ?? null,
    replicates_by: params.replicatesBy ?? null,
    measures: found.map(({ measure }) => measure),
    pathways: first.rows.length,
    samples_a: groups[0]?.sampleIds.length ?? 0,
    samples_b: groups[1]?.sampleIds.length ?? 0,
    by_measure: found.map(toMeasureSummary),
    notes: found.flatMap(({ measure, notes }) => notes.map((note) => ({ measure, ...note }))),
    service,
    oldest_fetched_at: oldestFetchedAt,
    newest_fetched_at: newestFetchedAt,
    synthetic,
  })
  const from =
    oldestFetchedAt === null
      ? ''
      : ` Fetched ${formatAge(oldestFetchedAt, Date.now())} or later from ${service}.`
  output.print(
    `\n${counted(first.rows.length, 'pathway')}. q is p by Benjamini–Hochberg over the pathways of one measure.${from}${
      synthetic ? ' The data is synthetic.' : ''
    } Research use only.`,
  )
}

/** One pathway of a comparison as a line of JSON. Of several groups each has its own entry, a and b are null. */
function toLine(comparison: Comparison, row: ComparisonRow) {
  const [a, b] = comparison.groups.length === 2 ? row.groups : []
  const isSeveral = severalGroupTests.has(comparison.test)
  return {
    type: 'comparison',
    pathway: row.pathway,
    measure: comparison.measure,
    n_a: a?.n ?? null,
    n_b: b?.n ?? null,
    mean_a: a?.mean ?? null,
    mean_b: b?.mean ?? null,
    difference: row.difference,
    ci_low: row.ciLow,
    ci_high: row.ciHigh,
    effect: row.effect,
    effect_name: comparison.effectName,
    p: row.p,
    q: row.q,
    statistic: row.statistic,
    statistic_name: comparison.statisticName,
    df: row.df,
    df2: row.df2,
    exact: row.exact,
    least_p: row.leastP,
    why: row.why,
    pairs: row.pairs,
    few_values: row.fewValues,
    signs_differ: row.signsDiffer,
    smallest_change: row.smallestChange,
    noise_limit: row.noiseLimit,
    within_noise: row.withinNoise,
    ...(isSeveral ? { groups: groupsOf(comparison, row), pairwise: pairsOf(comparison, row) } : {}),
  }
}

const groupsOf = ({ groups }: Comparison, row: ComparisonRow) =>
  row.groups.map((figures, at) => ({ group: groups[at]?.name ?? '', ...figures }))

const pairsOf = ({ groups, pairwiseEffectName }: Comparison, row: ComparisonRow) =>
  row.pairwise.map((pair: PairwiseContrast) => ({
    a: groups[pair.a]?.name ?? '',
    b: groups[pair.b]?.name ?? '',
    n_a: pair.n[0],
    n_b: pair.n[1],
    difference: pair.difference,
    ci_low: pair.ciLow,
    ci_high: pair.ciHigh,
    effect: pair.effect,
    effect_name: pairwiseEffectName,
    p: pair.p,
    p_holm: pair.pHolm,
    exact: pair.exact,
    least_p: pair.leastP,
    signs_differ: pair.signsDiffer,
    noise_limit: pair.noiseLimit,
    within_noise: pair.withinNoise,
  }))

/** What the summary tells of one measure. */
const toMeasureSummary = ({ measure, noise, fewValues, leastPairwiseP }: Comparison) => ({
  measure,
  noise,
  few_values: fewValues,
  least_pairwise_p: leastPairwiseP && { p: leastPairwiseP.p, p_holm: leastPairwiseP.pHolm },
})

type Cell = string | number | null

/** One measure as a person reads it: the table, then what it cannot show. */
function printComparison(output: Output, comparison: Comparison): void {
  const { measure, test, groups, rows } = comparison
  const isSeveral = severalGroupTests.has(test)
  const names = groups.map(({ name }) => name).join(isSeveral ? ', ' : ' − ')
  output.print(`\n${unitWords[measure]}: ${names}, ${test}`)
  const [columns, cellsOf] = isSeveral ? severalColumns(comparison) : twoColumns(comparison)
  const hasMarks = rows.some((row) => marksOf(row) !== '')
  output.table(
    [...columns, ...(hasMarks ? ['note'] : [])],
    rows.map((row) => [...cellsOf(row), ...(hasMarks ? [marksOf(row)] : [])]),
  )
  if (isSeveral) printPairs(output, comparison)
  for (const line of toSummaryLines(comparison)) output.print(line)
  for (const note of comparison.notes) output.print(noteInWords(note))
  if (rows.length === 0) output.print('There are no results to compare. Analyze the samples first.')
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
function printPairs(output: Output, { rows, groups, pairwiseEffectName }: Comparison): void {
  const found = rows.filter(({ q }) => q !== null && q < 0.05)
  if (found.length === 0) return
  output.print('\nEvery two groups where q < 0.05; p by Holm over the pairs of one pathway')
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
function toSummaryLines({ test, rows, notes, noise, fewValues, leastPairwiseP }: Comparison): string[] {
  const isApproximated = rows.some(({ exact }) => exact === false)
  const untested = rows.filter(({ p }) => p === null).length
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
    ...(untested > 0 ? [`${counted(untested, 'pathway')} could not be tested; the table says why.`] : []),
  ]
}

const byRanks =
  'p and effect are by ranks. The difference is of the means, its interval by the t test of means (Welch’s; Student’s for pairs); neither belongs to the test.'
const byChiSquare = 'p is by χ² with one degree of freedom less than groups, an approximation.'
const approximated =
  'An approximated p is by the normal distribution with continuity correction, as in R: values are equal, or fifty and more.'
