import type { SampleChoice } from '../../../../../shared/domain/results/cohort.ts'
import {
  type Comparison,
  type ComparisonRow,
  type PairwiseContrast,
  severalGroupTests,
} from '../../../../../shared/domain/results/comparison.ts'
import { withApp } from '../../app.ts'
import { spellPathways } from '../../lookups.ts'
import { counted, formatAge } from '../../output/output.ts'
import { type CommandSpec, option, type Run } from '../../program/command.ts'
import { exitCodes } from '../../program/exitCodes.ts'
import { listOf, oneOf } from '../../program/values.ts'
import { createComparingOptions, readComparing, readSamples } from './compareOptions.ts'
import { tellComparison } from './compareTable.ts'

const measures = ['activity', 'aging_offset'] as const

type Asked = ReturnType<typeof readComparing> & {
  pathways: string[]
  of: SampleChoice
}

export const compare: CommandSpec = {
  name: 'compare',
  group: 'Results',
  summary: 'Compare groups of samples, pathway by pathway',
  details: `Choose the groups with --by and either --a and --b, or --values.

Each pathway has n, means, the difference (a − b) with its 95% interval, a named effect, p and q. q is p by
Benjamini–Hochberg over the pathways of the comparison. Several groups (--values) are compared together and two by two.`,
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
    const asked = readAsked(run)
    const measure = oneOf(run.values, 'measure', measures)
    return withApp(run, async ({ call }) => {
      const pathways = await spellPathways(call, asked.pathways)
      const found: Comparison[] = []
      // Refusals come with the first, before anything is told.
      for (const each of measure ? [measure] : measures)
        found.push(await call('results.compare', { ...asked, pathways, measure: each }))
      for (const comparison of found) {
        for (const row of comparison.rows) run.output.record(toLine(comparison, row))
        tellComparison(run.output, comparison)
      }
      tellSummary(run, asked, found)
      return exitCodes.done
    })
  },
}

const readAsked = ({ values }: Run): Asked => ({
  ...readComparing(values),
  pathways: listOf(values, 'pathways'),
  of: readSamples(values),
})

function tellSummary({ output }: Run, asked: Asked, found: readonly Comparison[]): void {
  const [first] = found
  if (!first) return
  const { service, oldestFetchedAt, newestFetchedAt, synthetic, groups } = first
  const { by, values } = asked.groups
  output.record({
    type: 'summary',
    by,
    a: values[0],
    b: values[1],
    ...(values.length > 2 ? { values } : {}),
    test: asked.test,
    pair_by: asked.pairBy ?? null,
    replicates_by: asked.replicatesBy ?? null,
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
  output.say(
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
