import { formatAlone, formatNamedP } from '../../format/numbers.ts'
import { joinMessages, type Message, message, shortList } from '../../words/message.ts'
import {
  type CohortQuality,
  type FieldAssociation,
  maxMissingShare,
  type NamedSample,
  type Repeats,
} from '../results/cohortQuality.ts'
import { minValues } from '../results/comparison.ts'
import {
  averagedUnits,
  describeSmallGroups,
  describeUnits,
  effectNames,
  pathwaysOf,
  samplesOf,
} from '../results/describeComparison.ts'
import type { TestCount } from '../results/model.ts'
import { sampleStages } from '../samples/sample.ts'
import {
  type Caution,
  type Figures,
  type NotLookedAt,
  type OverviewComparison,
  type OverviewLink,
  type StudyOverview,
  toFigures,
} from './overview.ts'
import type { ChosenGroups } from './overviewComparison.ts'
import type { StudySummary } from './study.ts'
import { wordOfUnit } from './suggestions.ts'

/* Reasons to doubt findings. docs/design/overview.md has the thresholds. */

/** Reported associations have p below this and an effect that is at least moderate. */
const maxP = 0.01
const minEffect: Record<FieldAssociation['effectName'], number> = {
  cramers_v: 0.3,
  hedges_g: 0.5,
  omega_squared: 0.06,
}
/** A larger share of missing values among all values is a caution. */
const maxMissingOverall = 0.05
const maxDaysApart = 30
/**
 * Welch's test of 3 against 6 values keeps its error rate. With a larger ratio its q is too small
 * (docs/design/overview.md).
 */
const mostTimes = 2
const maxNamed = 6

const isAligned = ({ aligned, alignedIn }: FieldAssociation): boolean => aligned || alignedIn.length > 0

const isConfounded = (field: FieldAssociation): boolean =>
  isAligned(field) ||
  (field.p !== null && field.p < maxP && Math.abs(field.effect ?? 0) >= minEffect[field.effectName])

/** Field names by their relation to the groups: a grouping, a treatment, or a state of the unit. */
const kindsOfGroups = {
  any: /^(group|condition|arm|cohort)$/i,
  done: /^(treatment|treated|drug|compound|dose|intervention|exposure|stimulus)$/i,
  state: /^(genotype|diagnosis|disease|phenotype)$/i,
}
const kindOf = (name: string) =>
  (['any', 'done', 'state'] as const).find((kind) => kindsOfGroups[kind].test(name.trim())) ?? null

/**
 * Returns the fields that rename the groups. A genotype that coincides with the treatment is not one, because either
 * could cause the difference.
 */
function otherNames(
  { fields }: Pick<CohortQuality, 'fields'>,
  comparison: Pick<OverviewComparison, 'by'> | null,
): FieldAssociation[] {
  const own = comparison === null || comparison.by === null ? 'any' : kindOf(comparison.by)
  if (own === null) return []
  const aligned = fields.filter((field) => field.of === 'field' && isAligned(field))
  const kinds = new Set(
    aligned.map(({ name }) => kindOf(name)).filter((kind) => kind !== null && kind !== 'any'),
  )
  const [only = null] = kinds.size === 1 ? kinds : []
  const kind = own === 'any' ? only : own
  return aligned.filter(({ name }) => kindOf(name) === 'any' || (kind !== null && kindOf(name) === kind))
}

/**
 * Returns the fields that are confounded with the groups, except those that rename them. If two give the age, keeps the
 * field.
 */
function confoundedFields(
  quality: CohortQuality,
  comparison: Pick<OverviewComparison, 'by'> | null,
): FieldAssociation[] {
  const names = otherNames(quality, comparison)
  const confounded = quality.fields.filter((field) => isConfounded(field) && !names.includes(field))
  const hasAgeField = confounded.some(({ of, name }) => of === 'field' && /^age$/i.test(name))
  return confounded.filter(({ of }) => of !== 'age' || !hasAgeField)
}

type Known = {
  summary: Pick<StudySummary, 'samples' | 'stages' | 'inDoubt' | 'synthetic'>
  quality: CohortQuality
  chosen: ChosenGroups | null
  comparison: OverviewComparison | null
  /** The fields declared independent in the study's design. */
  independent: readonly string[]
  /** Samples that findings still wait for, if interim findings are shown; else null. */
  unfinished: StudyOverview['unfinished']
  tests: TestCount
}

/** Returns all cautions, most serious first. */
export function toCautions(known: Known): Caution[] {
  return [
    ...ofSource(known),
    ...comparisonCautions(known),
    ...ofGroups(known),
    ...ofSamples(known),
    ...ofValues(known),
    ...ofAnswers(known),
    ...ofTests(known),
  ]
}

type Compared = Pick<Known, 'quality' | 'independent' | 'unfinished'> & {
  comparison: Pick<OverviewComparison, 'by'> | null
}

/**
 * Returns the reasons to doubt one comparison, the same on every screen. Without `comparison`, no groups are compared.
 */
export const comparisonCautions = (compared: Compared): Caution[] => [
  ...ofUnfinished(compared),
  ...ofRepeats(compared),
  ...ofFields(compared),
]

/** Describes the progress of the samples that findings wait for. */
export const describeUnfinished = ({ analyzed, total }: NonNullable<StudyOverview['unfinished']>): Message =>
  message('overview.analyzedFindingsComeWhen', { analyzed, total })

function ofUnfinished({ unfinished }: Compared): Caution[] {
  if (unfinished === null) return []
  const { analyzed, total } = unfinished
  const text = message('overview.analyzedResultsInterimChange', { analyzed, total: samplesOf(total) })
  return [caution('interim', text, { analyzed, total })]
}

function ofRepeats({ quality, independent, comparison }: Compared): Caution[] {
  const confounded = new Set(confoundedFields(quality, comparison).map(({ name }) => name))
  return quality.repeats.flatMap((repeats) => {
    const { kind, field, icc, p, values, samples, pathways } = repeats
    if (kind === 'unit' ? independent.includes(field) : confounded.has(field)) return []
    const figures = { icc, p, values, samples, pathways }
    const link: OverviewLink = { view: 'groups', measure: 'activity', by: field }
    if (kind === 'unit') return [{ ...caution('repeats', describeRepeats(repeats), figures, link), field }]
    const text = message('overview.valuesOneAlikeIcc', { field, icc: formatIcc(icc) })
    return [caution('batch', text, figures, link)]
  })
}

const describeRepeats = ({ field, icc }: Repeats): Message =>
  message('overview.valuesOneAlikeIccSamples', { field: wordOfUnit(field), icc: formatIcc(icc) })

const formatIcc = (icc: number): string => icc.toFixed(2)

/**
 * Returns the caution about repeats for display beside a tested finding, until the user answers its question; null if
 * there is none.
 */
export function repeatsRemark({
  quality,
  independent,
}: Pick<Known, 'quality' | 'independent'>): Message | null {
  const [first] = quality.repeats.filter(({ kind, field }) => kind === 'unit' && !independent.includes(field))
  return first ? describeRepeats(first) : null
}

function ofSource({ quality, summary }: Known): Caution[] {
  if (!quality.synthetic && !summary.synthetic) return []
  return [caution('synthetic', message('overview.dataSyntheticSayNothing'), { samples: quality.analyzed })]
}

function ofFields({ quality, comparison }: Compared): Caution[] {
  if (comparison === null) return []
  const by = (name: string): OverviewLink | null =>
    name === '' ? null : { view: 'groups', measure: 'activity', by: name }
  return confoundedFields(quality, comparison)
    .toSorted((a, b) => Number(isAligned(b)) - Number(isAligned(a)) || (a.p ?? 1) - (b.p ?? 1))
    .map((field) => caution('confounded', describeField(field), associationFigures(field), by(field.name)))
}

const associationFigures = (field: FieldAssociation): Figures =>
  toFigures({
    n: field.n,
    values: field.distinct,
    aligned: Number(field.aligned),
    aligned_contrasts: field.alignedIn.length || null,
    [field.effectName]: field.effect,
    p: field.p,
  })

const sourceNames: Record<Exclude<FieldAssociation['of'], 'field'>, Message> = {
  age: message('overview.chronologicalAge'),
  fetchedAt: message('overview.dayAnalysis'),
  service: message('overview.serviceAnalyzedSamples'),
}

function describeField(field: FieldAssociation): Message {
  const { of, name, aligned, alignedIn, as } = field
  const what = of === 'field' ? message('shared.quoted', { name }) : sourceNames[of]
  const [contrast] = alignedIn
  if (contrast) {
    const groups = alignedIn.map(({ a }) => a)
    return message('overview.confoundedGroupsComparisonDifference', {
      what,
      alignedIn: shortList(groups, maxNamed),
      b: contrast.b,
    })
  }
  if (!aligned) return message('overview.differsBetweenGroupsDifference', { what, field: strengthOf(field) })
  return as === 'categories'
    ? message('overview.confoundedGroupsEachValues', { what })
    : message('overview.confoundedGroupsValuesOne', { what })
}

const strengthOf = ({ effect, effectName, p }: FieldAssociation): Message =>
  joinMessages(
    [
      message('shared.sideBySide', {
        first: effectName === 'cramers_v' ? message('overview.cramersV') : effectNames[effectName],
        second: formatAlone(effect ?? 0),
      }),
      joinMessages([formatNamedP('p', p ?? 1)]),
    ],
    ', ',
  )

function ofGroups({ comparison, quality, chosen }: Known): Caution[] {
  if (!comparison || !chosen) return []
  const sizes = comparison.contrasts.map(({ pairs }) => pairs).filter((pairs) => pairs !== null)
  const ofPairs = sizes.length > 0 ? Math.min(...sizes) : null
  const repeated = quality.groups.reduce((sum, one) => sum + one.repeated, 0)
  const counted = comparison.groups.map(
    ({ name, analyzed }) => analyzed - (quality.groups.find((group) => group.name === name)?.repeated ?? 0),
  )
  const [least, most] = [Math.min(...counted), Math.max(...counted)]
  const toUnits = (count: number) =>
    repeated > 0 && chosen.pairBy !== null ? describeUnits({ field: chosen.pairBy, count }) : samplesOf(count)
  const small =
    ofPairs !== null && ofPairs < minValues
      ? message('overview.pairsLargeDifferencesFound', { count: ofPairs })
      : least < minValues
        ? joinMessages([
            describeSmallGroups(message('overview.smallestGroup', { least: toUnits(least) }), least),
            most > mostTimes * least && least > 2
              ? message('overview.besideUpThirdStudies', { most: toUnits(most) })
              : null,
          ])
        : null
  const { withoutGroup, pairBy } = chosen
  const leftOut = chosen.leftOut.map(({ name }) => name)
  return applicable([
    small && caution('smallGroups', small, { least: Math.min(least, ofPairs ?? least) }),
    leftOut.length > 0 &&
      caution(
        'groupLeftOut',
        message('overview.leftOutFewerTwo', { leftOut: shortList(leftOut, maxNamed) }),
        { groups: leftOut.length },
      ),
    withoutGroup > 0 &&
      caution(
        'withoutGroup',
        message('overview.resultsNoGroup', { withoutGroup: samplesOf(withoutGroup), count: withoutGroup }),
        { samples: withoutGroup },
      ),
    repeated > 0 && pairBy !== null && caution('repeatedUnits', averagedUnits(pairBy), { samples: repeated }),
  ])
}

function ofSamples({ summary, quality }: Known): Caution[] {
  const without = summary.samples - quality.analyzed
  const { unknown } = summary.stages
  return applicable([
    without > 0 &&
      caution(
        'withoutResults',
        message('overview.noResultsNotIncluded', { count: without, samples: samplesOf(summary.samples) }),
        { samples: without, of: summary.samples },
        { view: 'samples', sampleIds: null, stages: sampleStages.filter((stage) => stage !== 'analyzed') },
      ),
    unknown > 0 &&
      caution(
        'unknownStates',
        message('overview.stateNotKnown', { unknown: samplesOf(unknown), count: unknown }),
        { samples: unknown },
        { view: 'samples', sampleIds: null, stages: ['unknown'] },
      ),
  ])
}

function ofValues({ quality }: Known): Caution[] {
  const { analyzed, pathways, missing, outliers } = quality
  const cells = analyzed * pathways
  const gaps = missing.pathways.filter(({ samples }) => samples > maxMissingShare * analyzed)
  const thin = missing.samples
  const heatmap: OverviewLink = { view: 'heatmap', measure: 'activity' }
  const isMissing = gaps.length > 0 || missing.values > maxMissingOverall * cells
  const names = gaps.map(({ pathway }) => pathway)
  const inGaps = message('overview.missingMoreFifthSamples', {
    number: pathwaysOf(gaps.length),
    count: gaps.length,
    gaps: shortList(names, maxNamed),
  })
  const ofCount = (count: number) => ({ number: samplesOf(count), count })
  return applicable([
    isMissing &&
      caution(
        'missingValues',
        joinMessages([
          message('overview.activitiesMissing', { values: percent(missing.values, cells) }),
          gaps.length > 0 ? inGaps : null,
        ]),
        { missing: missing.values, of: cells, share: missing.values / cells, pathways: gaps.length },
        heatmap,
      ),
    thin.count > 0 &&
      caution(
        'missingInSamples',
        message('overview.lackMoreFifthPathways', { ...ofCount(thin.count), thin: listOf(thin) }),
        { samples: thin.count },
        samplesLink(thin),
      ),
    outliers.count > 0 &&
      caution(
        'outliers',
        message('overview.lieFarOthersGroup', { ...ofCount(outliers.count), outliers: listOf(outliers) }),
        { samples: outliers.count, z: outliers.named[0]?.z ?? 0 },
        { view: 'pca', measure: 'activity', sampleIds: outliers.named.map(({ sampleId }) => sampleId) },
      ),
  ])
}

type Counted = { count: number; named: readonly NamedSample[] }

const listOf = ({ count, named }: Counted): Message =>
  shortList(
    named.map(({ clientReference }) => clientReference),
    maxNamed,
    count,
  )
/** Links to all samples if not all are named, since a partial list would contradict the sentence. */
const samplesLink = ({ count, named }: Counted): OverviewLink => ({
  view: 'samples',
  sampleIds: count > named.length ? null : named.map(({ sampleId }) => sampleId),
  stages: [],
})

function percent(part: number, whole: number): string {
  const share = (100 * part) / whole
  return share > 0 && share < 0.1 ? '< 0.1%' : `${formatAlone(Number(share.toFixed(1)))}%`
}

function ofAnswers({ quality }: Known): Caution[] {
  const { services, oldestFetchedAt, newestFetchedAt, reanalyzed } = quality
  const days =
    oldestFetchedAt && newestFetchedAt
      ? Math.floor((Date.parse(newestFetchedAt) - Date.parse(oldestFetchedAt)) / 86_400_000)
      : 0
  return applicable([
    services.length > 1 &&
      caution(
        'severalServices',
        message('comparison.numbersComeSeveralServices', { services: shortList(services, maxNamed) }),
        { services: services.length },
      ),
    days > maxDaysApart &&
      caution('analyzedApart', message('overview.resultsFetchedUpDays', { days }), { days }),
    reanalyzed > 0 &&
      caution(
        'analyzedAgain',
        message('overview.analyzedMoreOnceNewest', { reanalyzed: samplesOf(reanalyzed), count: reanalyzed }),
        { samples: reanalyzed },
      ),
  ])
}

function ofTests({ tests: { tests, sets, saved } }: Known): Caution[] {
  if (sets < 2 && saved === 0) return []
  const text = joinMessages([
    message('overview.testsRunActivityAging', {
      count: tests,
      sets: message('overview.sets', { count: sets }),
    }),
    saved === 0 ? null : message('overview.savedComparisonsStudyHold', { saved }),
    message('overview.eachSetCorrectedMultiple'),
  ])
  return [caution('severalTests', text, { tests, sets, saved_tests: saved })]
}

/** Leaves out the cautions and remarks whose condition is false. */
const applicable = <T>(all: readonly (T | false | null)[]): T[] =>
  all.filter((one): one is T => one !== false && one !== null)

const caution = (
  kind: Caution['kind'],
  statement: Message,
  figures: Figures,
  link: OverviewLink | null = null,
): Caution => ({ kind, statement, figures, link })

/** Lists the fields that were not checked for confounding, with the reason, and the samples with earlier results. */
export function notCompared({ quality, comparison }: Pick<Known, 'quality' | 'comparison'>): NotLookedAt[] {
  const names = (why: CohortQuality['skippedFields'][number]['why']) =>
    quality.skippedFields.flatMap((field) => (field.why === why ? field.name : []))
  const [many, missing] = [names('manyValues'), names('mostlyMissing')]
  const same = otherNames(quality, comparison).map(({ name }) => name)
  const fields = (statement: Message): NotLookedAt => ({ kind: 'fields', statement })
  const listed = (all: readonly string[]) => shortList(all, maxNamed)
  return applicable([
    same.length > 0 && fields(message('overview.notCheckedConfoundingBecause', { same: listed(same) })),
    many.length > 0 && fields(message('overview.notCheckedConfoundingBecauseToo', { many: listed(many) })),
    missing.length > 0 &&
      fields(message('overview.notCheckedConfoundingBecauseMore', { missing: listed(missing) })),
    quality.reanalyzed > 0 && { kind: 'drift', statement: message('overview.earlierResultsSamplesAnalyzed') },
  ])
}
