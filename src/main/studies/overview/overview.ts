import type { Handlers } from '../../../shared/contract/contract.ts'
import { isFailure, rejected } from '../../../shared/contract/failures.ts'
import type { Covariate, SampleChoice } from '../../../shared/domain/results/cohort.ts'
import type { CohortQuality, QualityRequest } from '../../../shared/domain/results/cohortQuality.ts'
import {
  type AgeMeasure,
  type ClockComparison,
  type Comparison,
  type ComparisonRequest,
  fieldOfGroups,
  namesOfGroups,
  pairedTests,
} from '../../../shared/domain/results/comparison.ts'
import type { TestCount } from '../../../shared/domain/results/model.ts'
import type {
  Caution,
  NotLookedAt,
  OverviewComparison,
  OverviewDrugs,
  OverviewRequest,
  StudyOverview,
} from '../../../shared/domain/studies/overview.ts'
import {
  comparisonCautions,
  notCompared,
  repeatsRemark,
  toCautions,
} from '../../../shared/domain/studies/overviewCautions.ts'
import {
  type ChosenGroups,
  chooseGroups,
  emptyGroups,
  type GroupChoice,
  minPerGroup,
  planComparison,
  whyNotUsed,
  withReason,
} from '../../../shared/domain/studies/overviewComparison.ts'
import {
  adjustContrasts,
  ageFinding,
  bestDrugs,
  type Compared,
  clockFitFinding,
  differingActivities,
  drugsFinding,
  pairingFinding,
  pathwayFinding,
  toAgeByGroup,
  untestedParts,
  whyNoMatches,
} from '../../../shared/domain/studies/overviewFindings.ts'
import type { Study, StudySummary } from '../../../shared/domain/studies/study.ts'
import { message } from '../../../shared/words/message.ts'

/** The cohort's own methods, which run on its thread. */
export type OverviewResults = {
  compare: Handlers['results.compare']
  compareClock: Handlers['results.compareClock']
  clock: Handlers['results.clock']
  quality(of: QualityRequest): Promise<CohortQuality>
  match: Handlers['drugs.match']
}

export type OverviewStudy = {
  study: Study
  summary: StudySummary
  covariates: Covariate[]
  sampleIds: string[]
  unfinished: StudyOverview['unfinished']
  /** True if findings are shown although samples are unfinished. */
  interim: boolean
}

/** Computes the overview of a study from the results stored on this computer. Nothing is cached. */
export const readOverview = (results: OverviewResults, input: OverviewStudy): Promise<StudyOverview> =>
  overviewOfFirst(results, input, chooseGroups(input.study, input.covariates))

/** Tries the group choices until one is accepted: parts of a saved comparison may be gone. */
async function overviewOfFirst(
  results: OverviewResults,
  input: OverviewStudy,
  [choice, ...others]: readonly GroupChoice[],
): Promise<StudyOverview> {
  const { chosen = null, notLookedAt = [] } = choice ?? {}
  try {
    return await overviewOf(results, input, { chosen, notLookedAt })
  } catch (error) {
    if (chosen === null || !(isFailure(error, 'rejected') || isFailure(error, 'notFound'))) throw error
    return overviewOfFirst(results, input, withReason(others, whyNotUsed(chosen, error.userMessage)))
  }
}

async function overviewOf(
  results: OverviewResults,
  { study, summary, sampleIds, unfinished, interim }: OverviewStudy,
  { chosen, notLookedAt }: GroupChoice,
): Promise<StudyOverview> {
  // Every call gets the same object, so the selection is resolved and checked once.
  const of: SampleChoice = { sampleIds }
  const { pairBy: unit, independent } = study.design
  const clock = await results.clock({ of, ...(unit === null ? {} : { unit }) })
  const quality = await results.quality({
    of,
    groups: chosen?.groups ?? null,
    contrasts: chosen?.contrasts ?? [],
    pairBy: chosen?.pairBy ?? chosen?.replicatesBy ?? null,
    independent,
    paired: chosen?.test ? pairedTests.has(chosen.test) : null,
    ages: clock.points,
  })
  if (chosen?.source === 'saved' && quality.groups.some(({ analyzed }) => analyzed < minPerGroup))
    throw rejected(emptyGroups)
  const comparison = chosen && planComparison(chosen, quality, study.design)
  const hasAges = clock.points.length > 0
  const isWaiting = unfinished !== null && !interim
  const compared: Compared<Comparison>[] = []
  const clocks: Compared<ClockComparison>[] = []
  // One after another: they share a thread, and a user who leaves the page should not wait for all of them.
  for (const { contrast, request } of isWaiting ? [] : requestsOf(comparison)) {
    for (const measure of ['activity', 'aging_offset'] as const)
      compared.push({ contrast, comparison: await results.compare({ ...request, of, measure }) })
    const { pathways: _, ...ofClock } = request
    if (hasAges)
      clocks.push({
        contrast,
        comparison: await results.compareClock({ ...ofClock, of, measure: clockMeasure }),
      })
  }
  const adjusted = adjustContrasts(clocks)
  const tests = countTests([...compared, ...clocks], study.comparisons, {
    used: chosen?.source === 'saved',
    pathways: quality.pathways,
  })
  const { drugs, whyNoDrugs } = isWaiting
    ? { drugs: [], whyNoDrugs: [] }
    : await matchDrugs(results, of, comparison, compared)
  const caution = repeatsRemark({ quality, independent })
  return {
    studyId: study.studyId,
    name: study.name,
    question: study.question,
    design: study.design,
    samples: summary.samples,
    stages: summary.stages,
    toOrder: summary.toOrder,
    inDoubt: summary.inDoubt,
    unfinished,
    comparison,
    findings: [
      ...compared.map((one) => pathwayFinding(comparison, one)),
      ...adjusted.map((one) => ageFinding(comparison, one)),
      ...drugs.map((one) => drugsFinding(comparison, one)),
      ...pairingFindings(comparison, chosen, quality, compared),
      isWaiting ? null : clockFitFinding(clock),
    ].flatMap((finding) =>
      finding === null ? [] : [finding.outcome === 'described' ? finding : { ...finding, caution }],
    ),
    cautions: toCautions({
      summary,
      quality,
      chosen,
      comparison,
      tests,
      independent,
      unfinished: isWaiting ? null : unfinished,
    }),
    notLookedAt:
      quality.analyzed === 0
        ? [{ kind: 'results', statement: message('overview.nothingLookedNoSample') }]
        : [
            ...notLookedAt,
            ...(isWaiting ? [] : untestedParts(compared, clocks, clock)),
            ...whyNoDrugs,
            ...notCompared({ quality, comparison }),
          ],
    ageAcceleration: toAgeByGroup(comparison, clocks),
    tests,
    drugs,
    provenance: {
      service: quality.service,
      oldestFetchedAt: quality.oldestFetchedAt,
      newestFetchedAt: quality.newestFetchedAt,
      synthetic: quality.synthetic,
      services: quality.services,
    },
  }
}

/** Counts the tests: each p is one. The saved comparison that the overview uses is counted with the overview. */
function countTests(
  compared: readonly Compared<Comparison | ClockComparison>[],
  saved: Study['comparisons'],
  { used, pathways }: { used: boolean; pathways: number },
): TestCount {
  const counts = compared
    .map(({ comparison }) => comparison.rows.filter(({ p }) => p !== null).length)
    .filter((count) => count > 0)
  return {
    tests: counts.reduce((sum, count) => sum + count, 0),
    sets: counts.length,
    saved: (used ? [] : saved).reduce((sum, { request }) => sum + (request.pathways.length || pathways), 0),
  }
}

/** Returns the reasons to doubt one comparison, by the units that the comparison itself counts once. Throws as a comparison does. */
export async function readCautions(
  results: Pick<OverviewResults, 'clock' | 'quality'>,
  { of, groups, test, pairBy, replicatesBy }: Omit<ComparisonRequest, 'measure'>,
  { independent, unfinished }: { independent: readonly string[]; unfinished: StudyOverview['unfinished'] },
): Promise<Caution[]> {
  const names = namesOfGroups(groups)
  const [a = '', b = ''] = names
  const { points } = await results.clock({ of })
  const quality = await results.quality({
    of,
    groups,
    contrasts: names.length === 2 ? [{ a, b }] : [],
    pairBy: pairBy ?? replicatesBy ?? null,
    paired: pairedTests.has(test),
    independent,
    ages: points,
  })
  return comparisonCautions({ quality, independent, unfinished, comparison: { by: fieldOfGroups(groups) } })
}

/** Returns the comparison requests: all groups together first if there are three or more, then each contrast. */
function requestsOf(
  comparison: OverviewComparison | null,
): { contrast: number | null; request: OverviewRequest }[] {
  if (!comparison) return []
  const { overall, contrasts } = comparison
  return [
    ...(overall ? [{ contrast: null, request: overall.request }] : []),
    ...contrasts.map(({ request }, contrast) => ({ contrast, request })),
  ]
}

/** Clocks pull ages toward the middle, so groups are always compared at the same chronological age (decision 42). */
const clockMeasure: AgeMeasure = 'age_acceleration_residual'

/** Describes the pairing of the contrasts that were tested. */
const pairingFindings = (
  comparison: OverviewComparison | null,
  chosen: ChosenGroups | null,
  { pairings }: CohortQuality,
  compared: readonly Compared<Comparison>[],
) =>
  comparison && chosen?.pairBy
    ? comparison.contrasts.map((contrast, at) => {
        const pairing = pairings[at]
        const isTested = compared.some(
          (one) => one.contrast === at && one.comparison.rows.some(({ p }) => p !== null),
        )
        return isTested && pairing && pairing.units > 0 && chosen.pairBy
          ? pairingFinding(contrast, at, pairing, chosen.pairBy)
          : null
      })
    : []

/** The maximum number of contrasts to match with drugs. More would fill the page. */
const maxMatched = 4
const matchesRead = 100

/** Matches drugs if activities were found to differ. A random profile would match some drug too. */
async function matchDrugs(
  { match }: Pick<OverviewResults, 'match'>,
  of: SampleChoice,
  comparison: OverviewComparison | null,
  compared: readonly Compared<Comparison>[],
): Promise<{ drugs: OverviewDrugs[]; whyNoDrugs: NotLookedAt[] }> {
  const differing = (comparison?.contrasts ?? []).flatMap(({ request }, contrast) => {
    const names = differingActivities(compared, contrast)
    return names.size > 0 ? [{ contrast, names, request }] : []
  })
  const drugs: OverviewDrugs[] = []
  let known = 0
  for (const { contrast, names, request } of differing.slice(0, maxMatched)) {
    const profile = { comparison: { ...request, of, measure: 'activity' as const } }
    // Requests sent together share the comparison that makes their profile.
    const [mimicking, opposing] = await Promise.all([
      match({ profile, direction: 'mimicking', limit: matchesRead }),
      match({ profile, direction: 'opposing', limit: matchesRead }),
    ])
    known = Math.max(known, mimicking.counts.matched)
    drugs.push({ contrast, mimicking: bestDrugs(mimicking, names), opposing: bestDrugs(opposing, names) })
  }
  const any = drugs.some(({ mimicking, opposing }) => mimicking.length + opposing.length > 0)
  if (!comparison || any) return { drugs, whyNoDrugs: [] }
  return { drugs: [], whyNoDrugs: [whyNoMatches(comparison, { differ: differing.length > 0, known })] }
}
