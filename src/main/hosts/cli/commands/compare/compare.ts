import type { SampleChoice } from '../../../../../shared/domain/results/cohort.ts'
import {
  ageMeasureSchema,
  type ClockComparison,
  type ComparedMeasure,
  type Comparison,
  type ComparisonRow,
  isAgeMeasure,
  severalGroupTests,
} from '../../../../../shared/domain/results/comparison.ts'
import { describeClockContrast } from '../../../../../shared/domain/results/describeClock.ts'
import {
  describeMarks,
  describeNotes,
  formatDf,
  headsOf,
  pairHeadsOf,
} from '../../../../../shared/domain/results/describeComparison.ts'
import type { Caution } from '../../../../../shared/domain/studies/overview.ts'
import { isPaired, suggestDesign, wordOfUnit } from '../../../../../shared/domain/studies/suggestions.ts'
import { toRecord } from '../../../../../shared/tables/column.ts'
import { comparisonColumns, linesOf, toPairLine } from '../../../../../shared/tables/comparison.ts'
import { type Message, toEnglish } from '../../../../../shared/words/message.ts'
import { withApp } from '../../app.ts'
import { spellPathways } from '../../lookups.ts'
import { counted, formatAge, type Output, quoteArgument } from '../../output/output.ts'
import type { CommandSpec, OpenedApp, Run } from '../../program/command.ts'
import { UsageError } from '../../program/exitCodes.ts'
import { defined, listOf, oneOf, textOf, textsOf } from '../../program/values.ts'
import { formatCaution, toCautionLine } from '../study.ts'
import { compareModel } from './compareModel.ts'
import { comparingOptions, readComparing, readSamples, usualPair } from './compareOptions.ts'
import {
  chance,
  figure,
  formatInterval,
  notesOf,
  originOf,
  type PrintedColumns,
  printTable,
  unitWords,
} from './figures.ts'
import { modelOptions, readModel } from './modelOptions.ts'

const pathwayMeasures = ['activity', 'aging_offset'] as const
const measures = [...pathwayMeasures, ...ageMeasureSchema.options] as const

type AnyComparison = Comparison<ComparedMeasure>
type CompareParams = ReturnType<typeof readComparing> & { pathways: string[]; of: SampleChoice }

export const compare: CommandSpec = {
  name: 'compare',
  group: 'Results',
  options: () => [
    ...comparingOptions(),
    { flags: '--measure <MEASURE>', choices: measures },
    '--independent <FIELD>...',
    '--pathways <PATHWAY,...>',
    '--samples <ID,...>',
    '--study <NAME>',
    '--group <GROUP>',
    ...modelOptions,
  ],
  examples: [
    'compare --by group --a treated --b control',
    'compare --by group --a treated --b control --test paired --measure age_acceleration',
    "compare --model '~ group + age + sex' --contrast treated-control --moderated --block donor_id",
    'compare --by dose --values 0,10,50 --test kruskal-wallis --measure activity',
  ],
  run(run) {
    const measure = oneOf(run.values, 'measure', measures)
    const model = readModel(run.values)
    if (model) {
      const pathways = listOf(run.values, 'pathways')
      requirePathwayMeasure(measure, pathways)
      const chosen = readSamples(run.values)
      return withApp(run, async (app) =>
        compareModel(run, app.call, {
          options: model,
          of: await chosen(app),
          measures: measure ? [measure] : pathwayMeasures,
          pathways,
        }),
      )
    }
    const params = readParams(run)
    requirePathwayMeasure(measure, params.pathways)
    return withApp(run, async (app) => {
      const of = await params.of(app)
      const found = await compareBy(app.call, { ...params, of }, measure)
      const unused = await findUnusedPairs(app.call, run, params.groups, of, found)
      const cautions = await readCautions(
        app.call,
        { ...params, of, independent: textsOf(run.values, 'independent') },
        found,
      )
      for (const comparison of found) {
        const toLine = createLines(comparison)
        for (const row of comparison.rows) run.output.record(toLine(row))
        printComparison(run.output, comparison)
      }
      printSummary(run, params, found, { unused, cautions })
      for (const caution of cautions) run.output.print(`Caution: ${formatCaution(caution, toAnswer)}`)
      if (unused) run.output.warn(unused.message)
    })
  },
}

function requirePathwayMeasure(measure: ComparedMeasure | undefined, pathways: readonly string[]): void {
  if (measure && isAgeMeasure(measure) && pathways.length > 0)
    throw new UsageError(`--pathways goes with --measure ${pathwayMeasures.join(' or ')}.`)
}

/** Compares by each measure. The first call throws any refusal before anything is printed. */
async function compareBy(
  call: OpenedApp['call'],
  { pathways: names, ...params }: CompareParams,
  measure: ComparedMeasure | undefined,
): Promise<AnyComparison[]> {
  if (measure && isAgeMeasure(measure)) return [await call('results.compareClock', { ...params, measure })]
  const pathways = await spellPathways(call, names)
  const found: AnyComparison[] = []
  for (const each of measure ? [measure] : pathwayMeasures)
    found.push(await call('results.compare', { ...params, pathways, measure: each }))
  return found
}

/** Returns the reasons to doubt the comparison; empty if nothing was compared. */
async function readCautions(
  call: OpenedApp['call'],
  params: CompareParams & { independent: string[] },
  found: readonly AnyComparison[],
): Promise<Caution[]> {
  if (found.every(({ rows }) => rows.length === 0)) return []
  const studyId = 'filter' in params.of ? params.of.filter.study : undefined
  return call('studies.cautions', { ...params, ...defined({ studyId }) })
}

type UnusedPairs = { kind: 'unusedPairs'; pairs: number; pair_by: string; message: string }

/** Returns the pairs for a paired test if the user chose no test and the app would suggest one. Null otherwise. */
async function findUnusedPairs(
  call: OpenedApp['call'],
  { values }: Run,
  groups: CompareParams['groups'],
  of: SampleChoice,
  found: readonly AnyComparison[],
): Promise<UnusedPairs | null> {
  if (textOf(values, 'test') !== undefined || found.every(({ rows }) => rows.length === 0)) return null
  const pairBy = await readPairBy(call, of)
  if (pairBy === null) return null
  const pairing = await call('results.pairing', { of, groups, unit: pairBy })
  if (!isPaired(pairing)) return null
  const pairs = pairing.inBoth
  const args = pairBy === usualPair ? '--test paired' : `--test paired --pair-by ${quoteArgument(pairBy)}`
  const message = `${counted(pairs, `complete ${wordOfUnit(pairBy)} pair`)}: ${args} would use them.`
  return { kind: 'unusedPairs', pairs, pair_by: pairBy, message }
}

/** Returns the pairing field of the study of these samples, or the one suggested by their fields. */
async function readPairBy(call: OpenedApp['call'], of: SampleChoice): Promise<string | null> {
  const studyId = 'filter' in of ? of.filter.study : undefined
  const design =
    studyId === undefined
      ? suggestDesign(await call('results.covariates', { of }))
      : (await call('studies.show', { studyId })).design
  return design.pairBy
}

const toAnswer = (field: string) => ({
  once: `add --replicates-by ${quoteArgument(field)}`,
  independent: `add --independent ${quoteArgument(field)}`,
})

const readParams = ({ values }: Run) => ({
  ...readComparing(values),
  pathways: listOf(values, 'pathways'),
  of: readSamples(values),
})

function printSummary(
  { output }: Run,
  params: Omit<CompareParams, 'of'>,
  found: readonly AnyComparison[],
  { unused, cautions }: { unused: UnusedPairs | null; cautions: readonly Caution[] },
): void {
  const [first] = found
  if (!first) return
  const { service, oldestFetchedAt, synthetic, groups } = first
  const { by, values } = params.groups
  const pathways = isOfClock(first) ? 0 : first.rows.length
  output.summary({
    by,
    a: values[0],
    b: values[1],
    ...(values.length > 2 ? { values } : {}),
    test: params.test,
    pair_by: params.pairBy ?? null,
    replicates_by: params.replicatesBy ?? null,
    measures: found.map(({ measure }) => measure),
    pathways,
    ...(isOfClock(first) ? { predicted: first.predicted, chronological: first.chronological } : {}),
    samples_a: groups[0]?.sampleIds.length ?? 0,
    samples_b: groups[1]?.sampleIds.length ?? 0,
    by_measure: found.map(toMeasureSummary),
    notes: [...notesOf(found), ...(unused ? [unused] : [])],
    cautions: cautions.map(toCautionLine),
    ...originOf(first),
  })
  const from =
    oldestFetchedAt === null
      ? ''
      : ` Fetched ${formatAge(oldestFetchedAt, Date.now())} or later from ${service}.`
  output.print(
    `\n${
      isOfClock(first)
        ? 'One test, so p is not adjusted.'
        : `${counted(pathways, 'pathway')}. q is p by Benjamini–Hochberg over all pathways of one measure; what could not be tested counts as p = 1.`
    }${from}${synthetic ? ' The data is synthetic.' : ''} Research use only.`,
  )
}

const isOfClock = (comparison: AnyComparison): comparison is ClockComparison =>
  isAgeMeasure(comparison.measure)

/** Returns the line of JSON of each pathway. With several groups, each has its own entry and a and b are null. */
function createLines(comparison: AnyComparison) {
  const columns = comparisonColumns(comparison)
  const pairsOf = (row: ComparisonRow) =>
    row.pairwise.map((pair) => {
      const { group_a: a, group_b: b, ...fields } = toRecord(columns, toPairLine(comparison, row, pair))
      return { a, b, ...fields, p_holm: pair.pHolm, within_noise: pair.withinNoise }
    })
  return (row: ComparisonRow) => {
    const [line] = linesOf(comparison, row)
    const { why_no_p: why, ...fields } = toRecord(columns, line)
    return {
      type: 'comparison',
      ...fields,
      why,
      within_noise: row.withinNoise,
      ...(isOfClock(comparison) ? { mean_intervals: comparison.meanIntervals } : {}),
      ...(severalGroupTests.has(comparison.test)
        ? { groups: groupsOf(comparison, row), pairwise: pairsOf(row) }
        : {}),
    }
  }
}

const groupsOf = ({ groups }: AnyComparison, row: ComparisonRow) =>
  row.groups.map((figures, at) => ({ group: groups[at]?.name ?? '', ...figures }))

const toMeasureSummary = ({ measure, noise, fewValues, leastPairwiseP }: AnyComparison) => ({
  measure,
  noise,
  few_values: fewValues,
  least_pairwise_p: leastPairwiseP && { p: leastPairwiseP.p, p_holm: leastPairwiseP.pHolm },
})

/** Prints one measure: the table, then its limitations. The clock has one row, which needs no name and has no q. */
function printComparison(output: Output, comparison: AnyComparison): void {
  const { measure, test, groups, rows, effectName } = comparison
  const isClock = isOfClock(comparison)
  const isSeveral = severalGroupTests.has(test)
  const names = groups.map(({ name }) => name).join(isSeveral ? ', ' : ' − ')
  output.print(`\n${unitWords(measure)}: ${names}, ${test}`)
  const ofPathways = (...columns: PrintedColumns<ComparisonRow>) => (isClock ? [] : columns)
  printTable(output, rows, [
    ...ofPathways(['pathway', ({ pathway }) => pathway]),
    ...(isSeveral ? severalColumns(comparison) : twoColumns(comparison)),
    [effectName, ({ effect }) => figure(effect)],
    ['p', ({ p }) => chance(p)],
    ...ofPathways(['q', ({ q }) => chance(q)]),
    ...(rows.some((row) => describeMarks(row)) ? [['note', describeMarks] as const] : []),
  ])
  if (isSeveral) printPairs(output, comparison)
  if (isClock) output.print(describeClockContrast(comparison))
  for (const note of describeNotes(comparison)) output.print(note)
  if (rows.length === 0) output.print('There are no results to compare. Analyze the samples first.')
}

const headOf = (head: Message): string => toEnglish(head).replace(/^[A-Z]/, (letter) => letter.toLowerCase())

function twoColumns({ test }: AnyComparison): PrintedColumns<ComparisonRow> {
  const { difference, interval } = headsOf(test)
  const sides = [0, 1].map((at) => ({ at, side: at === 0 ? 'a' : 'b' }))
  return [
    ...sides.map(({ at, side }) => [`n ${side}`, ({ groups }: ComparisonRow) => groups[at]?.n] as const),
    ...sides.map(
      ({ at, side }) =>
        [`mean ${side}`, ({ groups }: ComparisonRow) => figure(groups[at]?.mean ?? null)] as const,
    ),
    [headOf(difference), (row) => figure(row.difference)],
    [headOf(interval), formatInterval],
  ]
}

const severalColumns = ({ groups, statisticName }: AnyComparison): PrintedColumns<ComparisonRow> => [
  ...groups.flatMap(
    ({ name }, at): PrintedColumns<ComparisonRow> => [
      [`n ${name}`, (row) => row.groups[at]?.n],
      [`mean ${name}`, (row) => figure(row.groups[at]?.mean ?? null)],
    ],
  ),
  [statisticName, ({ statistic }) => figure(statistic)],
  ['df', formatDf],
]

/** Prints the pairs of pathways with a significant test of all groups. The clock has p instead of q. */
function printPairs(output: Output, comparison: AnyComparison): void {
  const { rows, groups, pairwiseEffectName, measure, test } = comparison
  const heads = pairHeadsOf(test)
  const of = isAgeMeasure(measure) ? 'p' : 'q'
  const found = rows.filter((row) => (row[of] ?? 1) < 0.05)
  if (found.length === 0) return
  output.print(`\nEvery two groups where ${of} < 0.05; p by Holm over the pairs of one pathway`)
  printTable(
    output,
    found.flatMap(({ pathway, pairwise }) => pairwise.map((pair) => ({ pathway, ...pair }))),
    [
      ['pathway', ({ pathway }) => pathway],
      ['a − b', ({ a, b }) => `${groups[a]?.name ?? ''} − ${groups[b]?.name ?? ''}`],
      ['n a', ({ n }) => n[0]],
      ['n b', ({ n }) => n[1]],
      [headOf(heads.difference), ({ difference }) => figure(difference)],
      [headOf(heads.interval), formatInterval],
      [pairwiseEffectName ?? '', ({ effect }) => figure(effect)],
      ['p by Holm', ({ pHolm }) => chance(pHolm)],
      ['note', describeMarks],
    ],
  )
}
