import type {
  ClockComparison,
  Comparison,
  ComparisonRow,
  PairwiseContrast,
} from '../../../shared/domain/results/comparison.ts'
import { unpack } from '../../../shared/domain/results/packedNumbers.ts'
import type { ReportLanguage, StudyMethods } from '../../../shared/domain/studies/documents.ts'
import { message } from '../../../shared/words/message.ts'
import type { CollectedStudy } from '../documents/collectStudy.ts'
import { describeMethods } from './describeMethods.ts'
import { createReferences, plainText, sayIn } from './facts.ts'
import programInPython from './recompute.py?raw'
import programInR from './recompute.R?raw'

/** Returns a methods section as Markdown, with headings, paragraphs and a numbered list. */
export function toText(collected: CollectedStudy, language: ReportLanguage): string {
  const say = sayIn[language]
  const { cite, list } = createReferences()
  const cautions = collected.cautions.map(({ statement }) => plainText(say(statement)))
  const sections = describeMethods(collected, cautions, cite).flatMap(({ heading, paragraphs }) => {
    const texts = paragraphs.flatMap((paragraph) => (paragraph ? [say(paragraph)] : []))
    return texts.length > 0 ? [`## ${say(heading)}`, ...texts] : []
  })
  const references = list()
  const paragraphs = [
    `# ${say(message('methods.title'))}`,
    ...(collected.synthetic ? [say(message('methods.synthetic'))] : []),
    ...sections,
    ...(references.length > 0 ? [`## ${say(message('methods.references'))}`, references.join('\n')] : []),
  ]
  return `${paragraphs.join('\n\n')}\n`
}

/** Returns the methods of a study in words, and programs that compute its numbers again. */
export function writeMethods(collected: CollectedStudy, language: ReportLanguage): StudyMethods {
  const { version, madeAt, synthetic } = collected
  const head = [
    `Recomputes the numbers of a study from its exported tables and compares them. Made by Pathclock ${version}, ${madeAt}.`,
    ...(synthetic ? ['SYNTHETIC DATA: no real measurements.'] : []),
    'Research use only.',
    'Reads results.csv, samples.csv and comparison.csv, as far as they are needed, from the folder that is given, or from',
    '../tables beside this program; writes recomputed.csv beside this program; ends with 1 where numbers do not agree.',
  ]
  const program = (lines: readonly string[], write: Literals, body: string): string =>
    `${lines.map((line) => `# ${line}`).join('\n')}\n${assignments(collected, write)}\n\n${body}`
  return {
    text: toText(collected, language),
    r: program(
      [
        'Rscript PROGRAM [FOLDER]; base R is enough; a moderated model needs the packages limma and statmod.',
        ...head,
      ],
      r,
      programInR,
    ),
    python: program(['python3 PROGRAM [FOLDER]; needs numpy and scipy.', ...head], python, programInPython),
  }
}

/** A comment, or the name and the value of a parameter. */
type Line = `# ${string}` | readonly [name: string, value: Value]
/** The value of a parameter. Null is written as NULL or None. NaN, or null in `named`, is written as NA or None. */
type Value =
  | null
  | string
  | number
  | boolean
  | readonly string[]
  | { lists: readonly (readonly string[])[] }
  | { named: Readonly<Record<string, number | null>> }

/** Returns the parameters of a study as assignments, one per line. Parts that the study lacks are set to none. */
function assignments(collected: CollectedStudy, write: Literals): string {
  const lines: Line[] = [
    '# Numbers agree where they differ by no more than this share of the larger one.',
    ['TOLERANCE', 1e-9],
    '# Names of one pathway that were put together, the one that goes first before the others.',
    ['JOINED', { lists: collected.values.activity.joined.map(({ names }) => names) }],
    '# Columns of the tables by those names: a field of the samples that is called so has field_ before its name.',
    ['TAKEN_IN_RESULTS', takenInResults(collected)],
    ['TAKEN_IN_SAMPLES', takenInSamples],
    '# How many values the study has, and the sum of their sizes.',
    ['REPORTED_VALUES', { named: totalsOf(collected) }],
    ...ofComparison(collected),
    ...ofModel(collected),
    ...ofClock(collected),
    ...ofAges(collected),
    ...ofPca(collected),
    ...ofTrees(collected),
  ]
  return lines
    .map((line) =>
      typeof line === 'string' ? line : `${line[0]} ${write.assign} ${toLiteral(line[1], write)}`,
    )
    .join('\n')
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

function ofComparison({ study, sampleIds, comparisons }: CollectedStudy): Line[] {
  const [first] = comparisons
  const request = study.kind === 'cohort' ? study.comparison : undefined
  if (!first || !request) return [['TEST', null]]
  const { groups, pairBy, replicatesBy, pathways } = request
  const byHand = 'sets' in groups
  const members = byHand ? membersOf(groups.sets, new Set(sampleIds), first) : null
  return [
    '# The comparison: its test, and its groups by the values of a field or, without one, by ids of samples.',
    ['TEST', first.test],
    ['GROUP_BY', byHand ? null : groups.by],
    ['GROUPS', first.groups.map(({ name }) => name)],
    ['MEMBERS', members && { lists: members.of }],
    '# Fields whose value says which two samples are a pair, and which are repeated measurements of one thing.',
    ['PAIR_BY', pairBy ?? null],
    ['REPLICATES_BY', replicatesBy ?? null],
    '# Pathways that were requested; none: all.',
    ['PATHWAYS', pathways.length > 0 ? first.rows.map(({ pathway }) => pathway).sort() : null],
    ...(members?.isComplete === false && replicatesBy !== undefined && pairBy !== undefined
      ? ([
          '# The groups were found by a search, of which only the samples in pairs are known here: the noise of measuring,',
          '# which was estimated from all of them, is not compared.',
          ['LEFT_OUT', ['smallest_change', 'noise_limit']],
        ] as const)
      : (['# Columns that are not compared: none.', ['LEFT_OUT', []]] as const)),
  ]
}

/** The models of pathways; that of the clock is not computed again. */
function ofModel({ models }: CollectedStudy): Line[] {
  const pathwayModels = models.filter(({ ages }) => ages === null)
  const [first] = pathwayModels
  if (!first) return [['MODEL_FIELDS', null]]
  const { terms, interaction, contrasts, block, moderation, leastEffect, equivalence } = first
  const correlations = pathwayModels.map((model) => [model.measure, model.block?.correlation ?? null])
  return [
    '# The linear model: its fields with the levels of groups, the reference first (none: a number), and two that interact.',
    ['MODEL_FIELDS', terms.map(({ field }) => field)],
    [
      'MODEL_LEVELS',
      { lists: terms.map((term) => (term.kind === 'factor' ? term.levels.map(({ value }) => value) : [])) },
    ],
    ['MODEL_INTERACTION', interaction],
    '# Its coefficients, and their weights in each contrast.',
    ['MODEL_COLUMNS', first.coefficientNames],
    ['MODEL_CONTRASTS', contrasts.map(({ name }) => name)],
    ['MODEL_WEIGHTS', contrasts.map(({ weights }) => weights.join(' '))],
    '# The field of units, and whether each has its own intercept or its samples share a correlation.',
    ['MODEL_BLOCK', block?.field ?? null],
    ['MODEL_BLOCK_AS', block?.as ?? null],
    ['MODEL_CORRELATION', { named: Object.fromEntries(correlations) }],
    ['MODEL_MODERATION', moderation],
    ['MODEL_LEAST_EFFECT', leastEffect],
    ['MODEL_MARGIN', equivalence ?? Number.NaN],
    ['MODEL_SAMPLES', { lists: pathwayModels.map(({ sampleIds }) => sampleIds) }],
    ['MODEL_MEASURES', pathwayModels.map(({ measure }) => measure)],
  ]
}

type Sets = readonly { name: string; of: { sampleIds: readonly string[] } | object }[]

/** Returns the groups as requested if all are given by ids; otherwise those that the comparison used. */
function membersOf(sets: Sets, known: ReadonlySet<string>, { groups }: Comparison) {
  const ids = sets.flatMap(({ of }) => ('sampleIds' in of ? [of.sampleIds] : []))
  if (ids.length < sets.length) return { isComplete: false, of: groups.map(({ sampleIds }) => sampleIds) }
  return { isComplete: true, of: ids.map((some) => [...new Set(some)].filter((id) => known.has(id))) }
}

function ofClock({ clock }: CollectedStudy): Line[] {
  if (!clock?.predicted || !clock.chronological || clock.points.length === 0)
    return [['REPORTED_CLOCK', null]]
  const { predicted, chronological, points, units, line, correlation, errors } = clock
  const reported = {
    n: points.length,
    slope: line?.slope ?? null,
    intercept: line?.intercept ?? null,
    r: correlation?.r ?? null,
    r_low: correlation?.rLow ?? null,
    r_high: correlation?.rHigh ?? null,
    mean_absolute_error: errors?.meanAbsoluteError ?? null,
    mean_difference: errors?.meanDifference ?? null,
  }
  return [
    '# Ages: what the clock returned under a name, against a number of the clock or a field of the samples.',
    ['PREDICTED', predicted.name],
    ['CHRONOLOGICAL_FROM', chronological.from],
    ['CHRONOLOGICAL', chronological.name],
    '# How many of the points are independent, such as donors: the interval of r rests on them.',
    ['CLOCK_UNITS', units?.count ?? points.length],
    '# What the study says of them.',
    ['REPORTED_CLOCK', { named: reported }],
  ]
}

/** Returns the compared ages, with groups by ids: samples with both ages may differ from those with an analysis. */
function ofAges({ clock, clockComparisons }: CollectedStudy): Line[] {
  const [first] = clockComparisons
  if (!clock || !first) return [['AGE_MEMBERS', null]]
  const reported = (measure: ClockComparison['measure']) => {
    const row = clockComparisons.find((one) => one.measure === measure)?.rows[0]
    return row ? { named: figuresOf(row) } : null
  }
  return [
    '# Groups compared by the clock: which samples, and what the study says of age acceleration, and of them at the same age.',
    '# Figures of two of several groups have their places at the end of their names.',
    ['AGE_MEMBERS', { lists: first.groups.map(({ sampleIds }) => sampleIds) }],
    ['REPORTED_AGE_ACCELERATION', reported('age_acceleration')],
    ['REPORTED_AGE_RESIDUAL', reported('age_acceleration_residual')],
  ]
}

function figuresOf(row: ComparisonRow): Record<string, number | null> {
  const ofBoth = ({ ciLow, ciHigh, effect, p }: ComparisonRow | PairwiseContrast) => ({
    ci_low: ciLow,
    ci_high: ciHigh,
    effect,
    p,
  })
  const named = (figures: Record<string, number | null>, end: string) =>
    Object.entries(figures).map(([name, value]) => [`${name}_${end}`, value])
  const { groups, pairwise, difference, statistic, df, df2 } = row
  const isOfTwo = groups.length <= 2
  const sides = (isOfTwo ? groups : []).flatMap(({ n, mean, sd, median }, at) =>
    named({ n, mean, sd, median }, at === 0 ? 'a' : 'b'),
  )
  const pairs = (isOfTwo ? [] : pairwise).flatMap((pair) =>
    named(
      { difference: pair.difference, ...ofBoth(pair), p_holm: pair.pHolm },
      `${pair.a + 1}_${pair.b + 1}`,
    ),
  )
  return {
    ...Object.fromEntries(sides),
    difference,
    ...ofBoth(row),
    statistic,
    df,
    df2,
    ...Object.fromEntries(pairs),
  }
}

function ofPca({ pca, samples }: CollectedStudy): Line[] {
  if (!pca || pca.components.length === 0) return [['REPORTED_SHARES', null]]
  const shares = Object.fromEntries(pca.components.map(({ name, share }) => [name, share]))
  return [
    '# Principal components of the activities, of samples that have an answer, and their shares of the variance.',
    ['ANSWERS', samples.length],
    ['SCALED', pca.scaled],
    ['REPORTED_SHARES', { named: shares }],
  ]
}

function ofTrees({ clustering }: CollectedStudy): Line[] {
  if (!clustering?.sampleTree && !clustering?.pathwayTree) return [['REPORTED_SAMPLE_TREE', null]]
  const summarize = (tree: { height: readonly number[] } | null) => ({
    joins: tree?.height.length ?? null,
    sum: tree ? tree.height.reduce((sum, height) => sum + height, 0) : null,
    largest: tree ? Math.max(...tree.height) : null,
  })
  return [
    '# Hierarchical clustering of the activities (z: as z-scores within each pathway): how many joins, and the sum and the largest of their heights.',
    ['LINKAGE', clustering.linkage],
    ['DISTANCE', clustering.distance],
    ['CLUSTERED', clustering.view],
    ['REPORTED_SAMPLE_TREE', { named: summarize(clustering.sampleTree) }],
    ['REPORTED_PATHWAY_TREE', { named: summarize(clustering.pathwayTree) }],
  ]
}

/** The literals of a programming language, for the parameters at the top of a program. */
type Literals = {
  assign: string
  none: string
  missing: string
  booleans: Record<'true' | 'false', string>
  text(value: string): string
  /** Writes a list of literals. */
  list(items: readonly string[]): string
  lists(items: readonly string[]): string
  named(items: readonly (readonly [name: string, number: string])[]): string
}

function toLiteral(value: Value, write: Literals): string {
  const ofNumber = (number: number | null) =>
    number === null || Number.isNaN(number) ? write.missing : String(number)
  const ofTexts = (texts: readonly string[]) => write.list(texts.map(write.text))
  if (value === null) return write.none
  if (typeof value === 'string') return write.text(value)
  if (typeof value === 'number') return ofNumber(value)
  if (typeof value === 'boolean') return write.booleans[`${value}`]
  if ('lists' in value) return write.lists(value.lists.map(ofTexts))
  if ('named' in value)
    return write.named(Object.entries(value.named).map(([name, number]) => [name, ofNumber(number)]))
  return ofTexts(value)
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

const r: Literals = {
  assign: '<-',
  none: 'NULL',
  missing: 'NA',
  booleans: { true: 'TRUE', false: 'FALSE' },
  text: rText,
  list: (items) => `c(${items.join(', ')})`,
  lists: (items) => `list(${items.map((item) => `\n  ${item}`).join(',')})`,
  named: (items) => `c(${items.map((item) => item.join(' = ')).join(', ')})`,
}

const pythonText = (value: string): string =>
  `"${value.toWellFormed().replace(plain, (letter) => {
    const digits = place(letter, 4)
    return digits.length > 4 ? `\\U${place(letter, 8)}` : `\\u${digits}`
  })}"`

const python: Literals = {
  assign: '=',
  none: 'None',
  missing: 'None',
  booleans: { true: 'True', false: 'False' },
  text: pythonText,
  list: (items) => `[${items.join(', ')}]`,
  lists: (items) => `[${items.map((item) => `\n    ${item},`).join('')}]`,
  named: (items) => `{${items.map(([name, number]) => `${pythonText(name)}: ${number}`).join(', ')}}`,
}
