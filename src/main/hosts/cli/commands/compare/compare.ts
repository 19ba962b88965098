import type { Measure } from '../../../../../shared/domain/results/analysis.ts'
import type { SampleChoice } from '../../../../../shared/domain/results/cohort.ts'
import {
  type Comparison,
  type ComparisonRow,
  severalGroupTests,
} from '../../../../../shared/domain/results/comparison.ts'
import { linesOf, toPairLine, toRecord } from '../../../../../shared/domain/results/comparisonTable.ts'
import {
  describeMarks,
  describeNotes,
  formatDf,
  headsOf,
  pairHeads,
} from '../../../../../shared/domain/results/describeComparison.ts'
import { formatP } from '../../../../../shared/format/numbers.ts'
import { type Message, toEnglish } from '../../../../../shared/messages/message.ts'
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
  const [line] = linesOf(comparison, row)
  const { why_no_p: why, ...fields } = toRecord(line)
  return {
    type: 'comparison',
    ...fields,
    why,
    within_noise: row.withinNoise,
    ...(severalGroupTests.has(comparison.test)
      ? { groups: groupsOf(comparison, row), pairwise: pairsOf(comparison, row) }
      : {}),
  }
}

const groupsOf = ({ groups }: Comparison, row: ComparisonRow) =>
  row.groups.map((figures, at) => ({ group: groups[at]?.name ?? '', ...figures }))

const pairsOf = (comparison: Comparison, row: ComparisonRow) =>
  row.pairwise.map((pair) => {
    const { group_a: a, group_b: b, ...fields } = toRecord(toPairLine(comparison, row, pair))
    return { a, b, ...fields, p_holm: pair.pHolm, within_noise: pair.withinNoise }
  })

/** What the summary tells of one measure. */
const toMeasureSummary = ({ measure, noise, fewValues, leastPairwiseP }: Comparison) => ({
  measure,
  noise,
  few_values: fewValues,
  least_pairwise_p: leastPairwiseP && { p: leastPairwiseP.p, p_holm: leastPairwiseP.pHolm },
})

type Cell = Message | string | number | null

/** One measure as a person reads it: the table, then what it cannot show. */
function printComparison(output: Output, comparison: Comparison): void {
  const { measure, test, groups, rows } = comparison
  const isSeveral = severalGroupTests.has(test)
  const names = groups.map(({ name }) => name).join(isSeveral ? ', ' : ' − ')
  output.print(`\n${unitWords[measure]}: ${names}, ${test}`)
  const [columns, cellsOf] = isSeveral ? severalColumns(comparison) : twoColumns(comparison)
  const hasMarks = rows.some((row) => describeMarks(row))
  output.table(
    [...columns, ...(hasMarks ? ['note'] : [])],
    rows.map((row) => [...cellsOf(row), ...(hasMarks ? [describeMarks(row)] : [])]),
  )
  if (isSeveral) printPairs(output, comparison)
  for (const note of describeNotes(comparison)) output.print(note)
  if (rows.length === 0) output.print('There are no results to compare. Analyze the samples first.')
}

const unitWords: Record<Measure, string> = {
  activity: 'Activity (as returned, unit not documented)',
  aging_offset: 'Aging offset (as returned, unit not documented)',
}

type Columns = [columns: string[], cellsOf: (row: ComparisonRow) => Cell[]]

/** Heads of columns are of small letters here. */
const headOf = (head: Message): string => toEnglish(head).replace(/^[A-Z]/, (letter) => letter.toLowerCase())

function twoColumns({ test, effectName }: Comparison): Columns {
  const { difference, interval } = headsOf(test)
  return [
    ['pathway', 'n a', 'n b', 'mean a', 'mean b', headOf(difference), headOf(interval), effectName, 'p', 'q'],
    (row) => [
      row.pathway,
      ...row.groups.map(({ n }) => n),
      ...row.groups.map(({ mean }) => figure(mean)),
      figure(row.difference),
      formatInterval(row),
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
      formatDf(row),
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
      headOf(pairHeads.difference),
      headOf(pairHeads.interval),
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
        formatInterval(pair),
        figure(pair.effect),
        chance(pair.pHolm),
        describeMarks(pair),
      ]),
    ),
  )
}

const tested = ({ p, q }: ComparisonRow): Cell[] => [chance(p), chance(q)]

const chance = (value: number | null): string => (value === null ? '' : formatP(value))

const formatInterval = ({ ciLow, ciHigh }: Pick<ComparisonRow, 'ciLow' | 'ciHigh'>): string =>
  ciLow === null ? '' : `${figure(ciLow)} to ${figure(ciHigh)}`

const figure = (value: number | null): string =>
  value === null ? '' : Number(value.toPrecision(4)).toString()
