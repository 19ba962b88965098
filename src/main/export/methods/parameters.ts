import type {
  ClockComparison,
  Comparison,
  ComparisonRow,
  PairwiseContrast,
} from '../../../shared/domain/results/comparison.ts'
import type { ModelResult } from '../../../shared/domain/results/model.ts'
import { unpack } from '../../../shared/domain/results/packedNumbers.ts'
import type { CollectedStudy } from '../documents/collectStudy.ts'

/** Returns the parameters of a study as assignments, one per line. Parts that the study lacks are set to none. */
export function assignments(collected: CollectedStudy, write: Literals): string {
  return [
    '# Numbers agree where they differ by no more than this share of the larger one.',
    write.assign('TOLERANCE', '1e-9'),
    '# Names of one pathway that were put together, the one that goes first before the others.',
    write.assign('JOINED', write.lists(collected.values.activity.joined.map(({ names }) => names))),
    '# Columns of the tables by those names: a field of the samples that is called so has field_ before its name.',
    write.assign('TAKEN_IN_RESULTS', write.texts(takenInResults(collected))),
    write.assign('TAKEN_IN_SAMPLES', write.texts(takenInSamples)),
    '# How many values the study has, and the sum of their sizes.',
    write.assign('REPORTED_VALUES', write.named(totalsOf(collected))),
    ...ofComparison(collected, write),
    ...ofModel(collected, write),
    ...ofClock(collected, write),
    ...ofAges(collected, write),
    ...ofPca(collected, write),
    ...ofTrees(collected, write),
  ].join('\n')
}

function totalsOf({ values }: CollectedStudy): Record<string, number> {
  const measures = ['activity', 'aging_offset'] as const
  return Object.fromEntries(
    measures.flatMap((measure) => {
      const there = unpack(values[measure].values).filter((value) => !Number.isNaN(value))
      const size = there.reduce((sum, value) => sum + Math.abs(value), 0)
      return [
        [`${measure}_n`, there.length],
        [`${measure}_sum`, size],
      ]
    }),
  )
}

const takenInResults = ({ units }: CollectedStudy): string[] => [
  'sample_id',
  'pathway',
  'activity',
  'aging_offset',
  'fetched_at',
  'service',
  'synthetic',
  ...(['activity_unit', 'aging_offset_unit'] as const).filter((name) => units[name]),
]
const takenInSamples = [
  'sample_id',
  'status',
  'state',
  'created_at',
  'checked_at',
  'analysed_at',
  'service',
  'synthetic',
]

function ofComparison({ study, sampleIds, comparisons }: CollectedStudy, write: Literals): string[] {
  const [first] = comparisons
  const request = study.kind === 'cohort' ? study.comparison : undefined
  if (!first || !request) return [write.assign('TEST', write.none)]
  const { groups, pairBy, replicatesBy, pathways } = request
  const orNone = (name: string | undefined) => (name === undefined ? write.none : write.text(name))
  const byHand = 'sets' in groups
  const members = byHand ? membersOf(groups.sets, new Set(sampleIds), first) : null
  return [
    '# The comparison: its test, and its groups by the values of a field or, without one, by ids of samples.',
    write.assign('TEST', write.text(first.test)),
    write.assign('GROUP_BY', byHand ? write.none : write.text(groups.by)),
    write.assign('GROUPS', write.texts(first.groups.map(({ name }) => name))),
    write.assign('MEMBERS', members ? write.lists(members.of) : write.none),
    '# Fields whose value says which two samples are a pair, and which are repeated measurements of one thing.',
    write.assign('PAIR_BY', orNone(pairBy)),
    write.assign('REPLICATES_BY', orNone(replicatesBy)),
    '# Pathways that were requested; none: all.',
    write.assign('PATHWAYS', pathways.length > 0 ? write.texts(namesOf(first)) : write.none),
    ...(members?.isComplete === false && replicatesBy !== undefined && pairBy !== undefined
      ? [
          '# The groups were found by a search, of which only the samples in pairs are known here: the noise of measuring,',
          '# which was estimated from all of them, is not compared.',
          write.assign('LEFT_OUT', write.texts(['smallest_change', 'noise_limit'])),
        ]
      : ['# Columns that are not compared: none.', write.assign('LEFT_OUT', write.texts([]))]),
  ]
}

/** The models of pathways; that of the clock is not computed again. */
function ofModel({ models }: CollectedStudy, write: Literals): string[] {
  const pathwayModels = models.filter(({ ages }) => ages === null)
  const [first] = pathwayModels
  if (!first) return [write.assign('MODEL_FIELDS', write.none)]
  const { terms, interaction, contrasts, block, moderation, leastEffect, equivalence } = first
  const ofEach = (of: (model: ModelResult) => number | null) =>
    write.named(Object.fromEntries(pathwayModels.map((model) => [model.measure, of(model)])))
  return [
    '# The linear model: its fields with the levels of groups, the reference first (none: a number), and two that interact.',
    write.assign('MODEL_FIELDS', write.texts(terms.map(({ field }) => field))),
    write.assign(
      'MODEL_LEVELS',
      write.lists(terms.map((term) => (term.kind === 'factor' ? term.levels.map(({ value }) => value) : []))),
    ),
    write.assign('MODEL_INTERACTION', interaction ? write.texts(interaction) : write.none),
    '# Its coefficients, and their weights in each contrast.',
    write.assign('MODEL_COLUMNS', write.texts(first.coefficientNames)),
    write.assign('MODEL_CONTRASTS', write.texts(contrasts.map(({ name }) => name))),
    write.assign('MODEL_WEIGHTS', write.texts(contrasts.map(({ weights }) => weights.join(' ')))),
    '# The field of units, and whether each has its own intercept or its samples share a correlation.',
    write.assign('MODEL_BLOCK', block ? write.text(block.field) : write.none),
    write.assign('MODEL_BLOCK_AS', block ? write.text(block.as) : write.none),
    write.assign(
      'MODEL_CORRELATION',
      ofEach((model) => model.block?.correlation ?? null),
    ),
    write.assign('MODEL_MODERATION', write.text(moderation)),
    write.assign('MODEL_LEAST_EFFECT', write.number(leastEffect)),
    write.assign('MODEL_MARGIN', write.number(equivalence)),
    write.assign('MODEL_SAMPLES', write.lists(pathwayModels.map(({ sampleIds }) => sampleIds))),
    write.assign('MODEL_MEASURES', write.texts(pathwayModels.map(({ measure }) => measure))),
  ]
}

const namesOf = ({ rows }: Comparison): string[] => rows.map(({ pathway }) => pathway).sort()

type Sets = readonly { name: string; of: { sampleIds: readonly string[] } | object }[]

/** Returns the groups as requested if all are given by ids; otherwise those that the comparison used. */
function membersOf(sets: Sets, known: ReadonlySet<string>, { groups }: Comparison) {
  const ids = sets.flatMap(({ of }) => ('sampleIds' in of ? [of.sampleIds] : []))
  if (ids.length < sets.length) return { isComplete: false, of: groups.map(({ sampleIds }) => sampleIds) }
  return { isComplete: true, of: ids.map((some) => [...new Set(some)].filter((id) => known.has(id))) }
}

function ofClock({ clock }: CollectedStudy, write: Literals): string[] {
  if (!clock?.predicted || !clock.chronological || clock.points.length === 0)
    return [write.assign('REPORTED_CLOCK', write.none)]
  const { predicted, chronological, points, units, line, correlation, errors } = clock
  return [
    '# Ages: what the clock returned under a name, against a number of the clock or a field of the samples.',
    write.assign('PREDICTED', write.text(predicted.name)),
    write.assign('CHRONOLOGICAL_FROM', write.text(chronological.from)),
    write.assign('CHRONOLOGICAL', write.text(chronological.name)),
    '# How many of the points are independent, such as donors: the interval of r rests on them.',
    write.assign('CLOCK_UNITS', write.number(units?.count ?? points.length)),
    '# What the study says of them.',
    write.assign(
      'REPORTED_CLOCK',
      write.named({
        n: points.length,
        slope: line?.slope ?? null,
        intercept: line?.intercept ?? null,
        r: correlation?.r ?? null,
        r_low: correlation?.rLow ?? null,
        r_high: correlation?.rHigh ?? null,
        mean_absolute_error: errors?.meanAbsoluteError ?? null,
        mean_difference: errors?.meanDifference ?? null,
      }),
    ),
  ]
}

/** Returns the compared ages, with groups by ids: samples with both ages may differ from those with an analysis. */
function ofAges({ clock, clockComparisons }: CollectedStudy, write: Literals): string[] {
  const [first] = clockComparisons
  if (!clock || !first) return [write.assign('AGE_MEMBERS', write.none)]
  const reported = (measure: ClockComparison['measure']) => {
    const row = clockComparisons.find((one) => one.measure === measure)?.rows[0]
    return row ? write.named(figuresOf(row)) : write.none
  }
  return [
    '# Groups compared by the clock: which samples, and what the study says of age acceleration, and of them at the same age.',
    '# Figures of two of several groups have their places at the end of their names.',
    write.assign('AGE_MEMBERS', write.lists(first.groups.map(({ sampleIds }) => sampleIds))),
    write.assign('REPORTED_AGE_ACCELERATION', reported('age_acceleration')),
    write.assign('REPORTED_AGE_RESIDUAL', reported('age_acceleration_residual')),
  ]
}

function figuresOf(row: ComparisonRow): Record<string, number | null> {
  const ofBoth = ({ ciLow, ciHigh, effect, p }: ComparisonRow | PairwiseContrast) => ({
    ci_low: ciLow,
    ci_high: ciHigh,
    effect,
    p,
  })
  const { groups, pairwise, difference, statistic, df, df2 } = row
  const ofGroups = groups.length > 2 ? [] : groups
  const sides = ofGroups.flatMap(({ n, mean, sd, median }, at) =>
    Object.entries({ n, mean, sd, median }).map(([name, value]) => [
      `${name}_${at === 0 ? 'a' : 'b'}`,
      value,
    ]),
  )
  const pairs = groups.length > 2 ? pairwise : []
  const ofPairs = pairs.flatMap((pair) =>
    Object.entries({ difference: pair.difference, ...ofBoth(pair), p_holm: pair.pHolm }).map(
      ([name, value]) => [`${name}_${pair.a + 1}_${pair.b + 1}`, value],
    ),
  )
  return {
    ...Object.fromEntries(sides),
    difference,
    ...ofBoth(row),
    statistic,
    df,
    df2,
    ...Object.fromEntries(ofPairs),
  }
}

function ofPca({ pca, samples }: CollectedStudy, write: Literals): string[] {
  if (!pca || pca.components.length === 0) return [write.assign('REPORTED_SHARES', write.none)]
  const { components, scaled } = pca
  return [
    '# Principal components of the activities, of samples that have an answer, and their shares of the variance.',
    write.assign('ANSWERS', String(samples.length)),
    write.assign('SCALED', write.yesNo(scaled)),
    write.assign(
      'REPORTED_SHARES',
      write.named(Object.fromEntries(components.map(({ name, share }) => [name, share]))),
    ),
  ]
}

function ofTrees({ clustering }: CollectedStudy, write: Literals): string[] {
  if (!clustering?.sampleTree && !clustering?.pathwayTree)
    return [write.assign('REPORTED_SAMPLE_TREE', write.none)]
  const summarizeHeights = (heights: readonly number[] | undefined) => ({
    joins: heights?.length ?? null,
    sum: heights ? heights.reduce((sum, height) => sum + height, 0) : null,
    largest: heights ? Math.max(...heights) : null,
  })
  return [
    '# Hierarchical clustering of the activities (z: as z-scores within each pathway): how many joins, and the sum and the largest of their heights.',
    write.assign('LINKAGE', write.text(clustering.linkage)),
    write.assign('DISTANCE', write.text(clustering.distance)),
    write.assign('CLUSTERED', write.text(clustering.view)),
    write.assign('REPORTED_SAMPLE_TREE', write.named(summarizeHeights(clustering.sampleTree?.height))),
    write.assign('REPORTED_PATHWAY_TREE', write.named(summarizeHeights(clustering.pathwayTree?.height))),
  ]
}

/** The literals of a programming language, for the parameters at the top of a program. */
export type Literals = {
  text(value: string): string
  number(value: number | null): string
  yesNo(value: boolean): string
  none: string
  assign(name: string, value: string): string
  texts(values: readonly string[]): string
  lists(values: readonly (readonly string[])[]): string
  /** Named values; null for missing ones. */
  named(values: Readonly<Record<string, number | null>>): string
}

/** Matches characters that are written by code point: double quotes, backslashes and all but printable ASCII. */
const plain = /[^ !#-[\]-~]/gu
const place = (letter: string, digits: number): string =>
  (letter.codePointAt(0) ?? 0).toString(16).padStart(digits, '0')

/** Removes NUL, which R strings cannot contain. */
const rText = (value: string): string =>
  `"${value
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(plain, (letter) => `\\U{${place(letter, 4)}}`)}"`

export const r: Literals = {
  text: rText,
  number: (value) => (value === null ? 'NA' : String(value)),
  yesNo: (value) => (value ? 'TRUE' : 'FALSE'),
  none: 'NULL',
  assign: (name, value) => `${name} <- ${value}`,
  texts: (values) => `c(${values.map(rText).join(', ')})`,
  lists: (values) => `list(${values.map((some) => `\n  ${r.texts(some)}`).join(',')})`,
  named: (values) =>
    `c(${Object.entries(values)
      .map(([name, value]) => `${name} = ${r.number(value)}`)
      .join(', ')})`,
}

const pythonText = (value: string): string =>
  `"${value.toWellFormed().replace(plain, (letter) => {
    const digits = place(letter, 4)
    return digits.length > 4 ? `\\U${place(letter, 8)}` : `\\u${digits}`
  })}"`

export const python: Literals = {
  text: pythonText,
  number: (value) => (value === null ? 'None' : String(value)),
  yesNo: (value) => (value ? 'True' : 'False'),
  none: 'None',
  assign: (name, value) => `${name} = ${value}`,
  texts: (values) => `[${values.map(pythonText).join(', ')}]`,
  lists: (values) => `[${values.map((some) => `\n    ${python.texts(some)},`).join('')}]`,
  named: (values) =>
    `{${Object.entries(values)
      .map(([name, value]) => `${pythonText(name)}: ${python.number(value)}`)
      .join(', ')}}`,
}
