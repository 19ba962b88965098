import { formatAlone, formatNamedP, formatP, formatThousands } from '../../format/numbers.ts'
import { joinMessages, type Message, message, plural } from '../../messages/message.ts'
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
  welch: message`Welch’s t-test`,
  'mann-whitney': message`Mann–Whitney U`,
  paired: message`Paired t-test`,
  'wilcoxon-signed-rank': message`Wilcoxon signed-rank`,
  'kruskal-wallis': message`Kruskal–Wallis`,
  'welch-anova': message`Welch’s ANOVA`,
  anova: message`Ordinary ANOVA`,
  regression: message`Regression on age and group`,
  'paired-regression': message`Regression within pairs`,
  ancova: message`Analysis of covariance`,
}

/** Returns the name of a test within a sentence. */
export const testInSentence = (test: RunTest): Message => inSentence[test] ?? testNames[test]
const inSentence: Partial<Record<RunTest, Message>> = {
  paired: message`paired t-test`,
  anova: message`ordinary ANOVA`,
  regression: message`regression on age and group`,
  'paired-regression': message`regression of the differences within pairs`,
  ancova: message`analysis of covariance`,
}

export const effectNames: Record<EffectName, Message> = {
  hedges_g: message`Hedges g`,
  hedges_g_paired: message`Hedges g of the pairs`,
  cliffs_delta: message`Cliff’s δ`,
  rank_biserial: message`rank-biserial r`,
  epsilon_squared: message`ε²`,
  omega_squared: message`ω²`,
}

const measureNames: Record<Measure, Message> = {
  activity: message`activity`,
  aging_offset: message`aging offset`,
}

/** Returns the title of an axis that pathways share: an effect, or a difference in units of each pathway's SD. */
export function titleOfEffects({ groups, effectName, measure }: Comparison, kind: 'effect' | 'sd'): Message {
  const [first = '', second = ''] = groups.map(({ name }) => name)
  return kind === 'effect'
    ? message`${first} − ${second}: ${effectNames[effectName]} of ${measureNames[measure]}`
    : message`${first} − ${second}: difference of ${measureNames[measure]} in SD of the pathway`
}

type Heads = { difference: Message; interval: Message }
const interval = message`95% CI`
const shiftHeads: Heads = { difference: message`Difference (Hodges–Lehmann)`, interval }

/** Returns the headers of the difference column and its interval column for a test. */
export const headsOf = (test: RunTest): Heads =>
  test === 'mann-whitney' || test === 'wilcoxon-signed-rank'
    ? shiftHeads
    : { difference: message`Difference`, interval }

/** Like `headsOf`, for a pair of several groups. */
export const pairHeadsOf = (test: RunTest): Heads =>
  test === 'kruskal-wallis' ? shiftHeads : { difference: message`Difference of means`, interval }

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

export const samplesOf = (count: number) => message`${formatThousands(count)} ${plural(count, 'sample')}`
export const pathwaysOf = (count: number) => message`${formatThousands(count)} ${plural(count, 'pathway')}`

/** Formats a number of units with the word for their field, such as “12 donors”. */
export function describeUnits({ field, count }: { field: string; count: number }): Message {
  const [word] = /^(donor|subject|patient|animal|mouse)(?=$|[_ .-]?(?:id|no|number)$)/i.exec(field) ?? []
  switch (word?.toLowerCase()) {
    case 'donor':
      return message`${formatThousands(count)} ${plural(count, 'donor')}`
    case 'subject':
      return message`${formatThousands(count)} ${plural(count, 'subject')}`
    case 'patient':
      return message`${formatThousands(count)} ${plural(count, 'patient')}`
    case 'animal':
      return message`${formatThousands(count)} ${plural(count, 'animal')}`
    default:
      return message`${formatThousands(count)} ${plural(count, 'value')} of “${field}”`
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
  return message`${formatThousands(untested.length)} could not be tested: ${joinMessages(reasons, ', ')}`
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
    noisy === 0 ? null : message`${formatThousands(noisy)} more within noise`,
    few === 0 ? null : message`${formatThousands(few)} more with too few values to claim a difference`,
  ].filter((part) => part !== null)
  const untested = describeUntested(comparison)
  const family = message`q: Benjamini–Hochberg over all ${pathwaysOf(rows.length)}`
  return {
    adjusted: untested ? message`${family}; ${untested}` : family,
    found: message`${pathwaysOf(found)} with q < 0.05`,
    unclaimed: unclaimed.length === 0 ? null : joinMessages(unclaimed, ', '),
  }
}

export const whyNoTest: Record<NonNullable<ComparisonRow['why']>, Message> = {
  tooFew: message`too few values`,
  noSpread: message`no spread within groups`,
  tooLarge: message`values too large`,
  confounded: message`each group has its own age`,
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
    withinNoise ? message`within noise` : null,
    why ? whyNoTest[why] : null,
    fewValues ? message`few values` : null,
    exact === false ? message`approximate p` : null,
    isBelow ? message`counting gives no p below ${formatP(leastP)}` : null,
    zeros > 0 ? message`${formatThousands(zeros)} ${plural(zeros, 'pair')} without a difference` : null,
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
      ? message`p and effect are by ranks, and so are the difference (Hodges–Lehmann) and its interval. Where groups are too small for 95%, no interval is given.`
      : null,
    test === 'kruskal-wallis'
      ? message`p is by χ² with one degree of freedom less than groups, which is an approximation.`
      : null,
    rows.some(({ exact }) => exact === false)
      ? message`An approximate p is by the normal distribution with continuity correction, as in R: values are equal, or there are fifty or more.`
      : null,
    isOfPathways && fewValues && !isNoted
      ? message`${pathwaysOf(fewValues.pathways)} ${plural(fewValues.pathways, 'was', 'were')} tested with fewer than five values in a group (at least ${fewValues.least}), marked “few values”. What is not found there may be there all the same.`
      : null,
    leastPairwiseP
      ? message`Of two of these groups no p can be below ${formatP(leastPairwiseP.p)}, and by Holm none below ${formatP(leastPairwiseP.pHolm)}.`
      : null,
    noise
      ? message`Replicates count once, by their mean, so n is the number of what was measured, not of samples.`
      : null,
    noise
      ? message`Noise from ${formatThousands(noise.sets)} ${plural(noise.sets, 'set')} of replicates by ${noise.by} (${formatThousands(noise.df)} ${plural(noise.df, 'degree')} of freedom). A difference lies within noise below 1.96 · SD · √(Σ 1/k / n², of both groups), for n units of k measurements each: what noise alone makes of it in 95 of 100 cases.`
      : null,
    isOfPathways && untested > 0
      ? message`${pathwaysOf(untested)} could not be tested; the table says why. Each counts as p = 1 in q.`
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
        message`With groups of this size no p can be below ${formatP(p)}, and so no q below ${formatP(leastQ)}. A pathway that shows nothing here may still differ.`,
        undercut === 0
          ? null
          : message`${pathwaysOf(undercut)} with equal values ${plural(undercut, 'has', 'have')} an approximate p below that, to be trusted no further.`,
      ])
    }
    case 'smallGroups':
      return describeSmallGroups(
        message`The smallest group has only ${note.least} ${plural(note.least, 'value')}`,
        note.least,
      )
    case 'ordinaryAnova':
      return message`Ordinary ANOVA was used instead of Welch’s: of ${note.groups} groups the smallest has only ${note.least} ${plural(note.least, 'value')}, and with fewer values than groups Welch’s finds differences where there are none.`
    case 'inSeveralGroups':
      return message`${samplesOf(note.samples)} ${plural(note.samples, 'is', 'are')} in several groups and left out of all.`
    case 'noGroup':
      return message`${samplesOf(note.samples)} ${plural(note.samples, 'has', 'have')} no value of the field and ${plural(note.samples, 'is', 'are')} in no group.`
    case 'noResult':
      return message`${samplesOf(note.samples)} of the groups ${plural(note.samples, 'has', 'have')} no result yet.`
    case 'noClock':
      return message`${samplesOf(note.samples)} of the groups ${plural(note.samples, 'has', 'have')} no predicted age.`
    case 'noAge':
      return message`${samplesOf(note.samples)} of the groups ${plural(note.samples, 'has', 'have')} no chronological age.`
    case 'noPair':
      return message`${samplesOf(note.samples)} without a partner left out.`
    case 'severalInPair':
      return message`${formatThousands(note.pairs)} ${plural(note.pairs, 'pair has', 'pairs have')} several samples on one side; their mean is compared.`
    case 'noReplicates':
      return message`No two samples of a group share a value of the replicates’ field, so the noise is unknown.`
    case 'severalServices':
      return message`The numbers come from several services, which may not measure alike: ${note.services.join(', ')}.`
    case 'joinedNames':
      return describeJoinedNames(note)
  }
}

/** Describes the limits of small groups. Below three values no difference is claimed. */
export const describeSmallGroups = (size: Message, least: number): Message =>
  least < 3
    ? message`${size}: numbers are shown, but no difference between two groups is claimed.`
    : message`${size}: only large differences can be found, and the error rate of the test may reach about 9% instead of 5%.`

/** Describes a note without mentioning q, which a single test does not have. */
const describeClockNote = (note: ComparisonNote): Message =>
  note.kind === 'leastP'
    ? message`With groups of this size no p can be below ${formatP(note.p)}. Groups that show no difference may still differ.`
    : describeNote(note)

/** Describes the spellings of one pathway that were merged. */
export const describeJoinedNames = ({ names, pathway, samplesWithSeveral: several }: JoinedNames) =>
  joinMessages([
    message`${names.map((name) => `“${name}”`).join(', ')} are one pathway here (${pathway}).`,
    several === 0
      ? null
      : message`${samplesOf(several)} ${plural(several, 'has', 'have')} values under more than one of these names; the first counts.`,
  ])

/** More groups are counted instead of listed. */
const maxListedGroups = 4

/** Formats the n of each group, or of pairs. */
function describeSizes({ groups, test }: Comparison<ComparedMeasure>, sizes: readonly number[]): Message {
  const [first = 0] = sizes
  if (pairedTests.has(test)) return message`n = ${formatThousands(first)} ${plural(first, 'pair')}`
  if (groups.length > maxListedGroups) {
    const n = sizes.reduce((sum, size) => sum + size, 0)
    return message`n = ${formatThousands(n)} in ${groups.length} groups`
  }
  return joinMessages(
    groups.map(({ name }, at) => message`${name}: n = ${formatThousands(sizes[at] ?? 0)}`),
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
    ...(isAgeMeasure(comparison.measure) ? [] : [message`${row.pathway}`]),
    describeSizes(comparison, sizes),
    p === null
      ? message`${test}: not tested (${whyNoTest[why ?? 'tooFew']})`
      : message`${test}: ${[formatNamedP('p', p), ...(q === null ? [] : [formatNamedP('q', q)])].join(', ')}`,
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
  return message`Volcano plot of ${pathwaysOf(drawn.length)}, ${first} minus ${second}: ${formatThousands(below)} with ${against} below 0.05, beyond noise and with enough values.`
}

export const dotsHint = message`Color: effect of every two groups. Size: the greater of q of all groups and their p by Holm over the pairs of one pathway, so that no pair is ringed where the test of all groups found nothing.`
export const greaterP = message`greater of q and p (Holm)`

export const describeBoxes = (pathway: string) => message`Values of ${pathway} by group.`
export const replicatesAsPoints = message`Replicates count once, by their mean, in the test; here every sample is a point.`

/** Describes samples that are not independent, such as those of one donor in one group. */
export const averagedUnits = (field: string): Message =>
  message`Samples of one group with the same “${field}” are averaged and count once.`
export const samplesAsPoints = message`Here every sample is a point.`
