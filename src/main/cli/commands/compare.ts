import type { Measure } from '../../../shared/domain/analysis.ts'
import type { SampleChoice } from '../../../shared/domain/cohort.ts'
import {
  type Comparison,
  type ComparisonRow,
  pairedTests,
  type TestName,
} from '../../../shared/domain/comparison.ts'
import { withApp } from '../app.ts'
import type { Command, OpenedApp, Run } from '../command.ts'
import { noteInWords } from '../comparisonNotes.ts'
import { exitCodes, UsageError } from '../endings.ts'
import { findPathway } from '../findPathway.ts'
import { counted, formatAge } from '../text.ts'
import { listOf, oneOf, textOf } from '../values.ts'

const tests = ['welch', 'mann-whitney', 'paired', 'wilcoxon-signed-rank'] as const
const measures = ['activity', 'aging_offset'] as const
/** Under this name orders carry whom a sample is of. */
const usualPair = 'donor_id'

type Asked = {
  by: string
  values: [a: string, b: string]
  test: TestName
  pairBy: string | undefined
  replicatesBy: string | undefined
  pathways: string[]
  of: SampleChoice
}

export const compare: Command = {
  words: ['compare'],
  usage:
    '--by FIELD --a VALUE --b VALUE [--test welch|mann-whitney|paired] [--pair-by FIELD] [--measure activity|aging_offset]',
  about: 'two groups of samples, pathway by pathway: means, difference with 95% CI, effect, p and q',
  operands: { least: 0, most: 0 },
  options: {
    by: { type: 'string', value: 'FIELD', about: 'field, group or tag:NAME that makes the groups' },
    a: { type: 'string', value: 'VALUE', about: 'its value in the first group' },
    b: { type: 'string', value: 'VALUE', about: 'its value in the second group; differences are a − b' },
    test: { type: 'string', value: 'NAME', about: `${tests.join(', ')}; default welch` },
    'pair-by': {
      type: 'string',
      value: 'FIELD',
      about: `for pairs: what belongs together; default ${usualPair}`,
    },
    'replicates-by': {
      type: 'string',
      value: 'FIELD',
      about:
        'samples of a group with the same value are repeated measurements: they count once, and tell the noise',
    },
    measure: { type: 'string', value: 'M', about: `${measures.join(' or ')}; default both` },
    pathways: { type: 'string', value: 'P,…', about: 'these pathways only' },
    samples: { type: 'string', value: 'ID,…', about: 'among these samples only' },
    group: { type: 'string', value: 'G', about: 'among the samples of this group only' },
  },
  run(run) {
    const asked = readAsked(run)
    const { by, values, ...others } = asked
    const measure = oneOf(run.values, 'measure', measures)
    return withApp(run, async ({ call }) => {
      const pathways = await spelled(call, others.pathways)
      const found: Comparison[] = []
      // Refusals come with the first, before anything is told.
      for (const each of measure ? [measure] : measures)
        found.push(
          await call('results.compare', { ...others, pathways, measure: each, groups: { by, values } }),
        )
      for (const comparison of found) tell(run, asked, comparison)
      tellSummary(run, asked, found)
      return exitCodes.done
    })
  },
}

function readAsked({ values }: Run): Asked {
  const [by, a, b] = ['by', 'a', 'b'].map((name) => textOf(values, name) || undefined)
  if (by === undefined || a === undefined || b === undefined)
    throw new UsageError('Say what to compare: --by FIELD --a VALUE --b VALUE.')
  const test = oneOf(values, 'test', tests) ?? 'welch'
  const samples = listOf(values, 'samples')
  const group = textOf(values, 'group')
  if (samples.length > 0 && group !== undefined)
    throw new UsageError('Say among which samples: --samples ID,… or --group G, one of the two.')
  return {
    by,
    values: [a, b],
    test,
    pairBy: textOf(values, 'pair-by') ?? (pairedTests.has(test) ? usualPair : undefined),
    replicatesBy: textOf(values, 'replicates-by'),
    pathways: listOf(values, 'pathways'),
    of: samples.length > 0 ? { sampleIds: samples } : { filter: group === undefined ? {} : { group } },
  }
}

/** Each as the results write it; a name that nothing is called stays, for the refusal that tells which there are. */
async function spelled(call: OpenedApp['call'], names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const known = await call('pathways.list', {})
  return names.map((name) => {
    try {
      const key = findPathway(known, name)
      return known.find(({ pathway }) => pathway === key)?.names[0]?.name ?? name
    } catch (error) {
      if (error instanceof UsageError) return name
      throw error
    }
  })
}

function tell({ output }: Run, { values, test }: Asked, comparison: Comparison): void {
  const { measure, effectName, rows, noise } = comparison
  for (const row of rows) output.record(toLine(row, measure, effectName))
  const [a, b] = values
  output.say(`\n${unitWords[measure]}: ${a} − ${b}, ${test}`)
  const hasNoise = noise !== null
  output.table(
    [
      'pathway',
      'n a',
      'n b',
      'mean a',
      'mean b',
      'difference',
      '95% CI',
      effectName,
      'p',
      'q',
      ...(hasNoise ? ['noise'] : []),
    ],
    rows.map((row) => [...toCells(row), ...(hasNoise ? [row.withinNoise ? 'within' : ''] : [])]),
  )
  for (const note of comparison.notes) output.say(noteInWords(note))
  if (rows.length === 0) output.say('There are no results to compare. Analyse the samples first.')
}

const unitWords: Record<Measure, string> = {
  activity: 'Activity (as returned, unit not documented)',
  aging_offset: 'Aging offset (as returned, unit not documented)',
}

const toLine = (row: ComparisonRow, measure: Measure, effectName: string) => ({
  type: 'comparison',
  pathway: row.pathway,
  measure,
  n_a: row.groups[0]?.n ?? 0,
  n_b: row.groups[1]?.n ?? 0,
  mean_a: row.groups[0]?.mean ?? null,
  mean_b: row.groups[1]?.mean ?? null,
  difference: row.difference,
  ci_low: row.ciLow,
  ci_high: row.ciHigh,
  effect: row.effect,
  effect_name: effectName,
  p: row.p,
  q: row.q,
  statistic: row.statistic,
  df: row.df,
  exact: row.exact,
  why: row.why,
  pairs: row.pairs,
  smallest_change: row.smallestChange,
  within_noise: row.withinNoise,
})

const whyWords = { tooFew: 'too few', noSpread: 'no spread', tooLarge: 'too large' }

const toCells = (row: ComparisonRow): (string | number | null)[] => [
  row.pathway,
  row.groups[0]?.n ?? 0,
  row.groups[1]?.n ?? 0,
  figure(row.groups[0]?.mean ?? null),
  figure(row.groups[1]?.mean ?? null),
  figure(row.difference),
  row.ciLow === null ? '' : `${figure(row.ciLow)} to ${figure(row.ciHigh)}`,
  figure(row.effect),
  row.why ? whyWords[row.why] : figure(row.p),
  figure(row.q),
]

const figure = (value: number | null): string =>
  value === null ? '' : Number(value.toPrecision(4)).toString()

function tellSummary({ output }: Run, asked: Asked, found: readonly Comparison[]): void {
  const [first] = found
  if (!first) return
  const { service, oldestFetchedAt, newestFetchedAt, synthetic, groups } = first
  output.record({
    type: 'summary',
    by: asked.by,
    a: asked.values[0],
    b: asked.values[1],
    test: asked.test,
    pair_by: asked.pairBy ?? null,
    replicates_by: asked.replicatesBy ?? null,
    measures: found.map(({ measure }) => measure),
    pathways: first.rows.length,
    samples_a: groups[0]?.sampleIds.length ?? 0,
    samples_b: groups[1]?.sampleIds.length ?? 0,
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
