import { formatAlone, formatNamedP, formatP } from '../../format/numbers.ts'
import { joinMessages, type Message, message } from '../../words/message.ts'
import type { Measure } from './analysis.ts'
import type { JoinedNames } from './cohort.ts'
import {
  type ComparedMeasure,
  type Comparison,
  type ComparisonNote,
  type ComparisonRow,
  canBeClaimed,
  type EffectName,
  foundQ,
  isAgeMeasure,
  isFound,
  minValues,
  type PairwiseContrast,
  pairedTests,
  type RunTest,
} from './comparison.ts'

/*
 * A comparison in words, shared by the page, the report and the command line. Formats counts with thousands separators,
 * since a sentence may mention a thousand samples.
 */

export const testNames: Record<RunTest, Message> = {
  welch: message('comparison.welchsTTest'),
  'mann-whitney': message('comparison.mannWhitneyU'),
  paired: message('comparison.pairedTTest'),
  'wilcoxon-signed-rank': message('comparison.wilcoxonSignedRank'),
  'kruskal-wallis': message('comparison.kruskalWallis'),
  'welch-anova': message('comparison.welchsAnova'),
  anova: message('comparison.ordinaryAnova'),
  regression: message('comparison.regressionAgeGroup'),
  'paired-regression': message('comparison.regressionWithinPairs'),
  ancova: message('comparison.analysisCovariance'),
}

export const testInSentence = (test: RunTest): Message => inSentence[test] ?? testNames[test]
const inSentence: Partial<Record<RunTest, Message>> = {
  paired: message('comparison.pairedTTestInSentence'),
  anova: message('comparison.ordinaryAnovaInSentence'),
  regression: message('comparison.regressionOnAgeAndGroup'),
  'paired-regression': message('comparison.regressionDifferencesWithinPairs'),
  ancova: message('comparison.analysisOfCovariance'),
}

export const effectNames: Record<EffectName, Message> = {
  hedges_g: message('comparison.hedgesG'),
  hedges_g_paired: message('comparison.hedgesGPairs'),
  cliffs_delta: message('comparison.cliffs'),
  rank_biserial: message('comparison.rankBiserialR'),
  epsilon_squared: message('comparison.epsilonSquared'),
  omega_squared: message('comparison.omegaSquared'),
}

const measureNames: Record<Measure, Message> = {
  activity: message('overview.activity'),
  aging_offset: message('overview.agingOffset'),
}

/** Returns the title of an axis that pathways share: an effect, or a difference in units of each pathway's SD. */
export function titleOfEffects({ groups, effectName, measure }: Comparison, kind: 'effect' | 'sd'): Message {
  const [first = '', second = ''] = groups.map(({ name }) => name)
  return kind === 'effect'
    ? message('comparison.of', {
        first,
        second,
        effectName: effectNames[effectName],
        measure: measureNames[measure],
      })
    : message('comparison.differenceSdPathway', { first, second, measure: measureNames[measure] })
}

type Heads = { difference: Message; interval: Message }
const interval = message('comparison.ci')
const shiftHeads: Heads = { difference: message('comparison.differenceHodgesLehmann'), interval }

/** Returns the headers of the difference column and its interval column for a test. */
export const headsOf = (test: RunTest): Heads =>
  test === 'mann-whitney' || test === 'wilcoxon-signed-rank'
    ? shiftHeads
    : { difference: message('comparison.difference'), interval }

/** Like `headsOf`, for a pair of several groups. */
export const pairHeadsOf = (test: RunTest): Heads =>
  test === 'kruskal-wallis' ? shiftHeads : { difference: message('comparison.differenceMeans'), interval }

/** Returns the difference that the numbers of a row have to show; for several groups, that of the extreme means. */
export function scaleOfRow({
  difference,
  groups,
}: Pick<ComparisonRow, 'difference' | 'groups'>): number | null {
  const means = groups.flatMap(({ mean }) => mean ?? [])
  return difference ?? (means.length > 1 ? Math.max(...means) - Math.min(...means) : null)
}

/** Formats the degrees of freedom: "2, 14.3" if there are two. */
export const formatDf = ({ df, df2 }: Pick<ComparisonRow, 'df' | 'df2'>): string =>
  [df, df2].flatMap((one) => (one === null ? [] : formatAlone(one))).join(', ')

export const samplesOf = (count: number) => message('comparison.samples', { count })
export const pathwaysOf = (count: number) => message('comparison.pathways', { count })

/** Returns the values of a text about some samples. */
export const countedSamples = (count: number) => ({ samples: samplesOf(count), count })

/** Formats a number of units with the word for their field, such as “12 donors”. */
export function describeUnits({ field, count }: { field: string; count: number }): Message {
  const [word] = /^(donor|subject|patient|animal|mouse)(?=$|[_ .-]?(?:id|no|number)$)/i.exec(field) ?? []
  switch (word?.toLowerCase()) {
    case 'donor':
      return message('overview.donors', { count })
    case 'subject':
      return message('overview.subjects', { count })
    case 'patient':
      return message('overview.patients', { count })
    case 'animal':
      return message('overview.animals', { count })
    default:
      return message('overview.valuesOf', { count, field })
  }
}

/**
 * Describes the untested rows with every reason, such as “3 could not be tested: too few values”; null if all were
 * tested.
 */
export function describeUntested({ rows }: Pick<Comparison, 'rows'>): Message | null {
  const untested = rows.flatMap(({ why }) => why ?? [])
  if (untested.length === 0) return null
  const reasons = [...new Set(untested)].map((why) => whyNoTest[why])
  return message('comparison.couldNotTested', {
    count: untested.length,
    reasons: joinMessages(reasons, ', '),
  })
}

/**
 * Describes the family of q, the number of pathways found, and the others with q < 0.05 with the reason why they do not
 * count.
 */
export function describeFound(comparison: Pick<Comparison, 'rows'>) {
  const { rows } = comparison
  const found = rows.filter(isFound).length
  const below = rows.filter(({ q }) => q !== null && q < foundQ)
  const few = below.filter((row) => !canBeClaimed(row)).length
  const noisy = below.length - found - few
  const unclaimed = [
    noisy === 0 ? null : message('comparison.moreWithinNoise', { noisy }),
    few === 0 ? null : message('comparison.moreTooFewValues', { few }),
  ].filter((part) => part !== null)
  const untested = describeUntested(comparison)
  const family = message('comparison.qBenjaminiHochbergOver', { count: pathwaysOf(rows.length) })
  return {
    adjusted: untested ? message('comparison.twoParts', { first: family, second: untested }) : family,
    found: message('comparison.q005', { found: pathwaysOf(found) }),
    unclaimed: unclaimed.length === 0 ? null : joinMessages(unclaimed, ', '),
  }
}

export const whyNoTest: Record<NonNullable<ComparisonRow['why']>, Message> = {
  tooFew: message('comparison.tooFewValues'),
  noSpread: message('comparison.noSpreadWithinGroups'),
  tooLarge: message('comparison.valuesTooLarge'),
  confounded: message('comparison.eachGroupOwnAge'),
}

type Marked = Pick<
  PairwiseContrast & ComparisonRow,
  'withinNoise' | 'fewValues' | 'exact' | 'p' | 'leastP'
> & { why?: ComparisonRow['why']; zeros?: ComparisonRow['zeros'] }

/** Describes the limitations of one row's p, or returns null if there are none. */
export function describeMarks(line: Marked | PairwiseContrast): Message | null {
  const { withinNoise, exact, p, leastP } = line
  const fewValues = 'n' in line ? Math.min(...line.n) < minValues : line.fewValues
  const why = 'why' in line ? line.why : null
  const zeros = 'zeros' in line ? (line.zeros ?? 0) : 0
  const isBelow = p !== null && leastP !== null && p < leastP * (1 - 1e-9)
  const marks = [
    withinNoise ? message('comparison.withinNoise') : null,
    why ? whyNoTest[why] : null,
    fewValues ? message('comparison.fewValues') : null,
    exact === false ? message('comparison.approximateP') : null,
    isBelow ? message('comparison.countingGivesNoP', { leastP: formatP(leastP) }) : null,
    zeros > 0 ? message('comparison.pairsWithoutDifference', { count: zeros }) : null,
  ].filter((mark) => mark !== null)
  return marks.length === 0 ? null : joinMessages(marks, '; ')
}

/**
 * Describes the limitations of a comparison and the data it left out, then how to read its numbers beyond what the
 * table shows.
 */
export function describeNotes(comparison: Comparison<ComparedMeasure>): Message[] {
  const { test, rows, notes, noise, fewValues, leastPairwiseP, measure } = comparison
  const isOfPathways = !isAgeMeasure(measure)
  const untested = rows.filter(({ p }) => p === null).length
  // If the groups themselves are this small, a note already describes it.
  const isNoted = notes.some((note) => note.kind === 'smallGroups' && note.least === fewValues?.least)
  const readings = [
    test === 'mann-whitney' || test === 'wilcoxon-signed-rank'
      ? message('comparison.pEffectRanksDifference')
      : null,
    test === 'kruskal-wallis' ? message('comparison.p2OneDegree') : null,
    rows.some(({ exact }) => exact === false) ? message('comparison.approximatePNormalDistribution') : null,
    isOfPathways && fewValues && !isNoted
      ? message('comparison.testedFewerFiveValues', {
          pathways: pathwaysOf(fewValues.pathways),
          count: fewValues.pathways,
          least: fewValues.least,
        })
      : null,
    leastPairwiseP
      ? message('comparison.twoGroupsNoP', {
          p: formatP(leastPairwiseP.p),
          pHolm: formatP(leastPairwiseP.pHolm),
        })
      : null,
    noise ? message('comparison.replicatesCountOnceMean') : null,
    noise
      ? message('comparison.noiseSetsReplicatesDifference', {
          count: noise.sets,
          by: noise.by,
          freedom: message('comparison.degreesOfFreedom', { count: noise.df }),
        })
      : null,
    isOfPathways && untested > 0
      ? message('comparison.couldNotTestedTable', { untested: pathwaysOf(untested) })
      : null,
  ]
  const toNote = isOfPathways ? describeNote : describeClockNote
  return [...notes.map(toNote), ...readings.filter((reading) => reading !== null)]
}

function describeNote(note: ComparisonNote): Message {
  switch (note.kind) {
    case 'leastP': {
      const { p, leastQ, undercut } = note
      return joinMessages([
        message('comparison.groupsSizeNoP', { p: formatP(p), leastQ: formatP(leastQ) }),
        undercut === 0
          ? null
          : message('comparison.equalValuesApproximateP', {
              undercut: pathwaysOf(undercut),
              count: undercut,
            }),
      ])
    }
    case 'smallGroups':
      return describeSmallGroups(message('comparison.smallestGroupValues', { count: note.least }), note.least)
    case 'ordinaryAnova':
      return message('comparison.ordinaryAnovaUsedInstead', { groups: note.groups, count: note.least })
    case 'inSeveralGroups':
      return message('comparison.severalGroupsLeftOut', countedSamples(note.samples))
    case 'noGroup':
      return message('comparison.noValueFieldNo', countedSamples(note.samples))
    case 'noResult':
      return message('comparison.groupsNoResultYet', countedSamples(note.samples))
    case 'noClock':
      return message('clock.groupsNoPredictedAge', countedSamples(note.samples))
    case 'noAge':
      return message('clock.groupsNoChronologicalAge', countedSamples(note.samples))
    case 'noPair':
      return message('comparison.withoutPartnerLeftOut', { samples: samplesOf(note.samples) })
    case 'severalInPair':
      return message('comparison.pairsSeveralSamplesOne', { count: note.pairs })
    case 'noReplicates':
      return message('comparison.noTwoSamplesGroup')
    case 'severalServices':
      return message('comparison.numbersComeSeveralServices', { services: note.services.join(', ') })
    case 'joinedNames':
      return describeJoinedNames(note)
  }
}

/** Describes the limits of small groups. Below three values no difference is claimed. */
export const describeSmallGroups = (size: Message, least: number): Message =>
  least < 3
    ? message('comparison.numbersShownNoDifference', { size })
    : message('comparison.largeDifferencesFoundError', { size })

/** Describes a note without mentioning q, which a single test does not have. */
const describeClockNote = (note: ComparisonNote): Message =>
  note.kind === 'leastP' ? message('clock.groupsSizeNoP', { p: formatP(note.p) }) : describeNote(note)

/** Describes the spellings of one pathway that were merged. */
export const describeJoinedNames = ({ names, pathway, samplesWithSeveral: several }: JoinedNames) =>
  joinMessages([
    message('comparison.onePathway', { names: names.map((name) => `“${name}”`).join(', '), pathway }),
    several === 0
      ? null
      : message('comparison.valuesUnderMoreOne', { several: samplesOf(several), count: several }),
  ])

/** More groups are counted instead of listed. */
const maxListedGroups = 4

function describeSizes({ groups, test }: Comparison<ComparedMeasure>, sizes: readonly number[]): Message {
  const [first = 0] = sizes
  if (pairedTests.has(test)) return message('comparison.pairsSize', { count: first })
  if (groups.length > maxListedGroups) {
    const n = sizes.reduce((sum, size) => sum + size, 0)
    return message('comparison.nGroups', { n, count: groups.length })
  }
  return joinMessages(
    groups.map(({ name }, at) => message('comparison.groupSize', { name, at: sizes[at] ?? 0 })),
    ', ',
  )
}

/** Returns the lines for a figure of one row: pathway, n, test, p and q. Ages have no pathway and no q. */
export function describeResult(comparison: Comparison<ComparedMeasure>, row: ComparisonRow): Message[] {
  const { p, q, why } = row
  const test = testNames[comparison.test]
  const sizes = row.groups.map(({ n }) => n)
  const marks = describeMarks(row)
  return [
    ...(isAgeMeasure(comparison.measure) ? [] : [joinMessages([row.pathway])]),
    describeSizes(comparison, sizes),
    p === null
      ? message('comparison.notTested', { test, why: whyNoTest[why ?? 'tooFew'] })
      : message('shared.labeled', {
          label: test,
          text: [formatNamedP('p', p), ...(q === null ? [] : [formatNamedP('q', q)])].join(', '),
        }),
    ...(q === null ? [] : [describeFound(comparison).adjusted]),
    ...(marks && p !== null ? [marks] : []),
  ]
}

/** Returns the lines for a figure of all pathways. Effects, p and q are shown by its marks. */
export function describeTest(comparison: Comparison): Message[] {
  const { rows, groups, test } = comparison
  const sizes = groups.map((_, at) => Math.max(0, ...rows.map((row) => row.groups[at]?.n ?? 0)))
  return [describeSizes(comparison, sizes), testNames[test], describeFound(comparison).adjusted]
}

/** Describes below a volcano plot which points are highlighted. */
export function describeVolcano({ rows, groups }: Comparison, against: 'p' | 'q'): Message {
  const drawn = rows.filter((row) => row.effect !== null && row[against] !== null)
  const below = drawn.filter((row) => isFound({ ...row, q: row[against] })).length
  const [first = '', second = ''] = groups.map(({ name }) => name)
  return message('comparison.volcanoPlotMinusBelow', {
    count: pathwaysOf(drawn.length),
    first,
    second,
    below,
    against,
  })
}

export const dotsHint = message('comparison.colorEffectEveryTwo')
export const greaterP = message('comparison.greaterQPHolm')

export const describeBoxes = (pathway: string) => message('comparison.valuesGroup', { pathway })
export const replicatesAsPoints = message('comparison.replicatesCountOnceMeanTest')

/** Describes samples that are not independent, such as those of one donor in one group. */
export const averagedUnits = (field: string): Message => message('overview.samplesOneGroupSame', { field })
export const samplesAsPoints = message('comparison.everySamplePoint')
