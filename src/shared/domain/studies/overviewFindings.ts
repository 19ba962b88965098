import { formatCorrelation, formatP, formatYears } from '../../format/numbers.ts'
import { joinMessages, type Message, message, shortList } from '../../words/message.ts'
import type { DrugMatch } from '../drugs/drugMatch.ts'
import { holm } from '../results/adjust.ts'
import type { Measure } from '../results/analysis.ts'
import type { ClockPlot } from '../results/cohort.ts'
import type { Pairing } from '../results/cohortQuality.ts'
import {
  type ClockComparison,
  type Comparison,
  type ComparisonRow,
  canBeClaimed,
  isFound,
  pairedTests,
  type WhyNoTest,
} from '../results/comparison.ts'
import { describeClockContrast, isClockDifference } from '../results/describeClock.ts'
import {
  describeUnits,
  describeUntested,
  pathwaysOf,
  samplesOf,
  testInSentence,
  whyNoTest,
} from '../results/describeComparison.ts'
import { sdOfGroups } from '../results/spread.ts'
import {
  type AgeAccelerationByGroup,
  type DifferingPathway,
  type Evidence,
  type Figures,
  type Finding,
  type NotLookedAt,
  type OverviewComparison,
  type OverviewContrast,
  type OverviewDrugs,
  type OverviewRequest,
  toFigures,
} from './overview.ts'

/* Findings of tests, and descriptions that accompany them. Each sentence claims only what its own test shows. */

const level = 0.05
const maxNamed = 6

/** Results of one contrast (by index), or of all groups together (null). */
export type Compared<C> = { contrast: number | null; comparison: C }

const measureNames: Record<Measure, Message> = {
  activity: message('overview.activity'),
  aging_offset: message('overview.agingOffset'),
}

const requestOf = (
  { overall, contrasts }: OverviewComparison,
  contrast: number | null,
): OverviewRequest | null => (contrast === null ? overall?.request : contrasts[contrast]?.request) ?? null

const evidenceWords: Record<Evidence, Message> = {
  veryStrong: message('overview.veryStrongEvidence'),
  strong: message('overview.strongEvidence'),
  moderate: message('overview.moderateEvidence'),
}

/** Grades a q or p that is below 0.05. */
function evidenceOf(chance: number): Evidence {
  if (chance < 0.001) return 'veryStrong'
  return chance < 0.01 ? 'strong' : 'moderate'
}

/**
 * Describes the pathways that differ, by Benjamini–Hochberg over the comparison's pathways; null if none could be
 * tested.
 */
export function pathwayFinding(
  plan: OverviewComparison | null,
  { contrast, comparison }: Compared<Comparison>,
): Finding | null {
  const request = plan && requestOf(plan, contrast)
  const { measure, rows } = comparison
  const tested = rows.filter(({ p }) => p !== null).length
  if (!request || tested === 0) return null
  const differing = rows.filter(isFound).map(toDiffering).toSorted(byEffect)
  const groups = groupsOf(comparison)
  const what = measureNames[measure]
  const named = differing.map(nameWithDirection)
  const smallestQ = Math.min(...rows.map(({ q }) => q ?? 1))
  const evidence = differing.length === 0 ? null : evidenceOf(Math.min(...differing.map(({ q }) => q)))
  const isDescribed = !rows.some(canBeClaimed)
  const sentence = isDescribed
    ? message('overview.tooFewValuesClaim', {
        what,
        groups,
        count: pathwaysOf(rows.length),
        smallestQ: formatP(smallestQ),
      })
    : evidence === null
      ? message('overview.noPathwayFoundDiffer', { count: rows.length, what, groups })
      : message('overview.differQ005', {
          count: differing.length,
          number: pathwaysOf(rows.length),
          what,
          groups,
          evidence: evidenceWords[evidence],
          named: shortList(named, maxNamed),
        })
  const untested = describeUntested(comparison)
  const statement = untested
    ? joinMessages([
        sentence,
        message('overview.ofTheWereTested', { tested, count: pathwaysOf(rows.length), untested }),
      ])
    : sentence
  return {
    ...described,
    kind: 'pathways',
    outcome: isDescribed ? 'described' : evidence === null ? 'notFound' : 'found',
    evidence,
    statement,
    figures: {
      tested,
      family: rows.length,
      found: differing.length,
      q_below: level,
      smallest_q: smallestQ,
      ...sizesOf(comparison),
    },
    link: { view: 'compare', request: { ...request, measure } },
    contrast,
    measure,
    pathways: differing,
  }
}

function toDiffering(row: ComparisonRow): DifferingPathway {
  const { pathway, groups, difference, ciLow, ciHigh, effect, p, q } = row
  return { pathway, difference, ciLow, ciHigh, sd: sdOfGroups(groups), effect, p: p ?? 1, q: q ?? 1 }
}

const byEffect = (a: DifferingPathway, b: DifferingPathway): number =>
  Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0) || a.p - b.p

/** Adds the direction, which a comparison of several groups does not have. */
function nameWithDirection({ pathway, difference, effect }: DifferingPathway): string {
  if (difference === null) return pathway
  return `${pathway} ${(effect ?? difference) < 0 ? '↓' : '↑'}`
}

function groupsOf({ groups }: Comparison | ClockComparison): Message {
  const [a = '', b = ''] = groups.map(({ name }) => name)
  return groups.length > 2
    ? message('overview.amongGroups', { count: groups.length })
    : message('overview.betweenAnd', { a, b })
}

/**
 * Returns the largest n of each group or of pairs over all rows: samples, or units if repeated samples are averaged.
 */
function sizesOf({ groups, rows, test }: Comparison | ClockComparison): Figures {
  const [a = 0, b = 0, ...others] = groups.map((_, at) =>
    Math.max(0, ...rows.map((row) => row.groups[at]?.n ?? 0)),
  )
  if (pairedTests.has(test)) return { n_a: a, n_b: b, pairs: a }
  return others.length === 0
    ? { n_a: a, n_b: b }
    : { groups: groups.length, n: others.reduce((sum, n) => sum + n, a + b) }
}

/** Describes the age acceleration of a contrast or of all groups; null if it could not be tested. */
export function ageFinding(
  plan: OverviewComparison | null,
  { contrast, comparison }: Compared<ClockComparison>,
): Finding | null {
  const request = plan && requestOf(plan, contrast)
  const [row] = comparison.rows
  if (!request || !row || row.p === null) return null
  const adjusted = contrast !== null && plan.contrasts.length > 1
  const evidence = isClockDifference(comparison) ? evidenceOf(row.p) : null
  return {
    ...described,
    kind: 'ageAcceleration',
    outcome: !canBeClaimed(row) ? 'described' : evidence === null ? 'notFound' : 'found',
    evidence,
    statement: joinMessages([
      describeClockContrast(comparison),
      adjusted
        ? message('overview.pHolmOverComparisons', {
            count: plan.contrasts.length,
            control: plan.control ?? '',
          })
        : null,
      evidence && message('overview.oneTest', { evidence: evidenceWords[evidence] }),
    ]),
    figures: {
      ...sizesOf(comparison),
      ...toFigures({
        difference: row.difference,
        ci_low: row.ciLow,
        ci_high: row.ciHigh,
        effect: row.effect,
        statistic: row.statistic,
        p: row.p,
      }),
    },
    link: { view: 'clock', measure: comparison.measure, request },
    contrast,
    measure: comparison.measure,
  }
}

/** Adjusts the p of the contrasts with one control by Holm (1979), since they test the same question several times. */
export function adjustContrasts(clocks: readonly Compared<ClockComparison>[]): Compared<ClockComparison>[] {
  const adjusted = holm(
    clocks.map(({ contrast, comparison }) => (contrast === null ? null : (comparison.rows[0]?.p ?? null))),
  )
  return clocks.map(({ contrast, comparison }, at) => {
    if (contrast === null) return { contrast, comparison }
    const rows = comparison.rows.map((row) => ({ ...row, p: adjusted[at] ?? null }))
    return { contrast, comparison: { ...comparison, rows } }
  })
}

/**
 * Returns the groups' means for a chart, in the study's order: from the comparison of all groups if there is one, else
 * from the contrast.
 */
export function toAgeByGroup(
  compared: OverviewComparison | null,
  clocks: readonly Compared<ClockComparison>[],
): AgeAccelerationByGroup | null {
  const [{ comparison } = { comparison: null }] = clocks
  const row = comparison?.rows[0]
  if (!comparison || !row || row.groups.every(({ n }) => n === 0)) return null
  const groups = row.groups.map((figures, at) => ({
    name: comparison.groups[at]?.name ?? '',
    ...figures,
    ciLow: comparison.meanIntervals[at]?.low ?? null,
    ciHigh: comparison.meanIntervals[at]?.high ?? null,
  }))
  const order = compared?.groups.map(({ name }) => name) ?? []
  return {
    measure: comparison.measure,
    groups: groups.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name)),
  }
}

/** Explains why a contrast is paired or not, with its numbers. */
export function pairingFinding(
  { a, b, test, request }: OverviewContrast,
  contrast: number,
  { units, inBoth, unpaired }: Pairing,
  pairBy: string,
): Finding {
  const paired = pairedTests.has(test)
  const both =
    inBoth === units
      ? message('overview.allBoth', { samples: describeUnits({ field: pairBy, count: units }), a, b })
      : message('overview.ofAreInBoth', {
          count: inBoth,
          all: describeUnits({ field: pairBy, count: units }),
          a,
          b,
        })
  return {
    ...described,
    kind: 'pairing',
    statement: paired
      ? joinMessages([
          message('overview.pairedTestUsed', { both, test: testInSentence(test) }),
          unpaired > 0 ? message('comparison.withoutPartnerLeftOut', { samples: samplesOf(unpaired) }) : null,
        ])
      : message('overview.groupsComparedWithoutPairs', { both, test: testInSentence(test) }),
    figures: { units, in_both: inBoth, unpaired },
    link: { view: 'compare', request: { ...request, measure: 'activity' } },
    contrast,
  }
}

/** Describes the fit of predicted to chronological age, as the clock's view shows it; null if there is no r. */
export function clockFitFinding({ fit, units }: Pick<ClockPlot, 'fit' | 'units'>): Finding | null {
  if (!fit) return null
  const { n, r, rLow, rHigh, meanAbsoluteError } = fit
  const interval = rLow === null || rHigh === null ? null : { low: rLow, high: rHigh }
  if (!units && interval === null) return null
  const of = units ? message('overview.of', { n: samplesOf(n), units: describeUnits(units) }) : samplesOf(n)
  const shown =
    interval &&
    message('overview.r95Ci', {
      r: formatCorrelation(r),
      low: formatCorrelation(interval.low),
      high: formatCorrelation(interval.high),
      of,
    })
  const followed =
    shown === null
      ? message('overview.whetherClockFollowsChronological', { of })
      : interval !== null && interval.low > 0
        ? message('overview.clockFollowsChronologicalAge', { shown })
        : message('overview.clockNotFoundFollow', { shown })
  return {
    ...described,
    kind: 'clockFit',
    statement: joinMessages([
      followed,
      message('overview.yearsOffAverage', { meanAbsoluteError: formatYears(meanAbsoluteError) }),
    ]),
    figures: toFigures({
      n,
      units: units?.count ?? null,
      r,
      r_low: interval?.low ?? null,
      r_high: interval?.high ?? null,
      mean_absolute_error: meanAbsoluteError,
    }),
    link: { view: 'clock', measure: 'age_acceleration', request: null },
  }
}

export const differingActivities = (
  compared: readonly Compared<Comparison>[],
  contrast: number,
): ReadonlySet<string> =>
  new Set(
    compared
      .filter((one) => one.contrast === contrast && one.comparison.measure === 'activity')
      .flatMap(({ comparison }) => comparison.rows.filter(isFound).map(({ pathway }) => pathway)),
  )

/** The parts of a finding that describes the data without a test. */
const described = {
  outcome: 'described',
  evidence: null,
  contrast: null,
  measure: null,
  pathways: [],
  caution: null,
} satisfies Partial<Finding>

const maxDrugs = 5

/**
 * Returns the best drugs that act in the right direction on a pathway that differs. Other parts of a profile may be
 * chance.
 */
export const bestDrugs = (
  { drugs, direction }: Pick<DrugMatch, 'drugs' | 'direction'>,
  differing: ReadonlySet<string>,
): OverviewDrugs['mimicking'] =>
  drugs
    .filter(({ follows, opposes }) =>
      (direction === 'mimicking' ? follows : opposes).some(({ pathway }) => differing.has(pathway)),
    )
    .slice(0, maxDrugs)
    .map(({ drugId, name, category, score, coverage, givenTo }) => ({
      drugId,
      name,
      category,
      score,
      coverage,
      givenTo,
    }))

export function whyNoMatches(
  { contrasts }: OverviewComparison,
  { differ, known }: { differ: boolean; known: number },
): NotLookedAt {
  const statement =
    contrasts.length === 0
      ? message('overview.drugsNotMatchedNo')
      : !differ
        ? message('overview.drugsNotMatchedNoActivity')
        : known === 0
          ? message('overview.drugsNotMatchedNoDirection')
          : message('overview.noneDrugsStatedDirections', { count: known })
  return { kind: 'drugs', statement }
}

const maxDrugsNamed = 3

/** Describes the best matches by the drugs' known directions, without an effect or a test; null if there are none. */
export function drugsFinding(
  comparison: OverviewComparison | null,
  { contrast, mimicking, opposing }: OverviewDrugs,
): Finding | null {
  const of = comparison?.contrasts[contrast]
  if (!of || mimicking.length + opposing.length === 0) return null
  const lists = [
    mimicking.length > 0
      ? message('overview.mimicking', { mimicking: shortList(namesOf(mimicking), maxDrugsNamed) })
      : null,
    opposing.length > 0
      ? message('overview.opposing', { opposing: shortList(namesOf(opposing), maxDrugsNamed) })
      : null,
  ]
  return {
    ...described,
    kind: 'drugs',
    statement: message('overview.bestDrugMatchesStated', {
      a: of.a,
      b: of.b,
      lists: joinMessages(lists, '; '),
    }),
    figures: toFigures({
      mimicking: mimicking.length,
      opposing: opposing.length,
      best_mimicking_score: mimicking[0]?.score ?? null,
      best_opposing_score: opposing[0]?.score ?? null,
    }),
    link: { view: 'drugs', request: { ...of.request, measure: 'activity' } },
    contrast,
    measure: 'activity',
  }
}

const namesOf = (drugs: OverviewDrugs['mimicking']) =>
  drugs.map(({ name, givenTo }) => (givenTo === null ? name : message('overview.positiveControl', { name })))

/** Lists the comparisons, measures and ages that could not be tested, with the reason. */
export function untestedParts(
  compared: readonly Compared<Comparison>[],
  clocks: readonly Compared<ClockComparison>[],
  clock: Pick<ClockPlot, 'predicted' | 'chronological' | 'points'>,
): NotLookedAt[] {
  const measures = [...Map.groupBy(compared, ({ comparison }) => comparison.measure)]
    .filter(([, all]) => !isAnyTested(all))
    .map(([measure, all]) => {
      const why = whyNoTest[whyUntested(all) ?? 'tooFew']
      const statement = message('overview.noPathwayCouldTested', { measure: measureNames[measure], why })
      return { kind: 'measure' as const, statement }
    })
  const why = whyNoClock(clock, clocks)
  return [...measures, ...(why ? [{ kind: 'clock' as const, statement: why }] : [])]
}

type Tested = readonly Compared<Comparison | ClockComparison>[]

const isAnyTested = (all: Tested): boolean =>
  all.some(({ comparison }) => comparison.rows.some(({ p }) => p !== null))

const whyUntested = (all: Tested): WhyNoTest | undefined =>
  all.flatMap(({ comparison }) => comparison.rows.flatMap((row) => row.why ?? []))[0]

function whyNoClock(
  { predicted, chronological, points }: Pick<ClockPlot, 'predicted' | 'chronological' | 'points'>,
  clocks: readonly Compared<ClockComparison>[],
): Message | null {
  if (predicted === null) return message('overview.ageAccelerationNotLooked')
  if (chronological === null) return message('overview.ageAccelerationNotLookedSamples')
  if (points.length === 0) return message('overview.ageAccelerationNotLookedNo')
  if (clocks.length === 0 || isAnyTested(clocks)) return null
  const why = whyUntested(clocks)
  return why === 'confounded' || why === 'noSpread'
    ? message('overview.ageAccelerationNotCompared', { why: whyNoTest[why] })
    : message('overview.ageAccelerationNotComparedGroups')
}
