import type { Handlers } from '../../../shared/contract/contract.ts'
import { rejected } from '../../../shared/contract/failures.ts'
import {
  type CachedMatch,
  type CachedMatches,
  type CachedMatchQuery,
  type DrugMatch,
  findGroupGiven,
  type GroupWords,
  type MatchedDrug,
  type MatchedPathway,
  type ProfileRequest,
} from '../../../shared/domain/drugs/drugMatch.ts'
import type { CohortProvenance } from '../../../shared/domain/results/cohort.ts'
import {
  type Comparison,
  foundQ,
  isFoundAt,
  namesOfGroups,
} from '../../../shared/domain/results/comparison.ts'
import { unpack } from '../../../shared/domain/results/packedNumbers.ts'
import { message } from '../../../shared/words/message.ts'

/** Ranks the cached drugs against pathway values. Each pathway comes with all its names. */
export type MatchCachedDrugs = (query: CachedMatchQuery) => Promise<CachedMatches>

type MatchOptions = {
  /** Methods of the cohort. */
  values: Handlers['results.values']
  compare: Handlers['results.compare']
  covariates: Handlers['results.covariates']
  /** Returns the alias table: all names of each pathway. */
  pathwayGroups: () => Promise<readonly { names: readonly string[] }[]>
  matchCachedDrugs: MatchCachedDrugs
}

/** Creates the drug match: cached drugs whose known directions oppose or mimic a profile. It predicts no effect. */
export function createDrugMatch(options: MatchOptions): { match: Handlers['drugs.match'] } {
  const readProfile = createProfileReader(options)
  return {
    async match({ profile: request, direction, limit }): Promise<DrugMatch> {
      const { pathways, maxQ, effects, groups, unit, origin } = await readProfile(request)
      const { drugs, counts } = await options.matchCachedDrugs({ pathways, direction, limit })
      const synthetic = origin.synthetic || drugs.some((drug) => drug.synthetic)
      return {
        ...origin,
        direction,
        synthetic,
        profile: pathways.map(({ pathway, value }) => ({ pathway, value })),
        maxQ,
        unit,
        drugs: drugs.map((drug) => toMatched(drug, pathways, groups)),
        counts,
        why:
          pathways.length === 0
            ? effects === 0
              ? 'noProfile'
              : 'noneFound'
            : counts.matched === 0
              ? 'noDrugs'
              : null,
      }
    },
  }
}

function toMatched(
  { drugId, name, synonyms, category, ids, score, coverage, fetchedAt, acts }: CachedMatch,
  pathways: readonly { pathway: string; value: number }[],
  groups: readonly GroupWords[],
): MatchedDrug {
  const reasons = acts.flatMap(({ at, direction }): MatchedPathway[] => {
    const { pathway, value } = pathways[at] ?? {}
    return pathway === undefined || value === undefined ? [] : [{ pathway, direction, value }]
  })
  const known = reasons.filter(({ direction }) => direction !== 'unknown')
  const isOpposed = ({ direction, value }: MatchedPathway) => (direction === 'activates') === value < 0
  return {
    drugId,
    name,
    category,
    ids,
    score,
    opposes: known.filter(isOpposed),
    follows: known.filter((one) => !isOpposed(one)),
    directionUnknown: reasons.filter(({ direction }) => direction === 'unknown').map((one) => one.pathway),
    coverage,
    givenTo: findGroupGiven(groups, { name, synonyms }),
    fetchedAt,
  }
}

type Unit = DrugMatch['unit']
/** A pathway with all its names and a finite, nonzero value. */
type ProfilePathway = { pathway: string; names: readonly string[]; value: number }
type Profile = {
  pathways: ProfilePathway[]
  maxQ: number | null
  /** The number of pathways with an effect. */
  effects: number
  /** The compared groups; empty for a sample. */
  groups: readonly GroupWords[]
  unit: Unit
  origin: CohortProvenance
}

/** Creates the reader of profiles, largest values first. Throws `rejected` for a comparison that has none. */
function createProfileReader({ values, compare, covariates, pathwayGroups }: MatchOptions) {
  type Value = { pathway: string; value: number | null }
  const withNames = async (found: Value[]): Promise<ProfilePathway[]> => {
    const usable = found.flatMap(({ pathway, value }) =>
      value !== null && Number.isFinite(value) && value !== 0 ? [{ pathway, value }] : [],
    )
    const groups = await pathwayGroups()
    const namesOf = new Map(groups.flatMap(({ names }) => names.map((name) => [name, names] as const)))
    return usable
      .map((one) => ({ ...one, names: namesOf.get(one.pathway) ?? [one.pathway] }))
      .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || (a.pathway < b.pathway ? -1 : 1))
  }

  /** Returns the words of each group: its name, and each value that all its samples share and the other group does not. */
  const describeGroups = async ({ groups }: Comparison): Promise<GroupWords[]> => {
    const shared = await Promise.all(
      groups.map(async ({ sampleIds }) =>
        (await covariates({ of: { sampleIds } })).flatMap(({ missing, values: [first, ...others] }) =>
          missing === 0 && first && others.length === 0 ? [first.value] : [],
        ),
      ),
    )
    return groups.map(({ name }, at) => ({
      name,
      words: [
        name,
        ...(shared[at] ?? []).filter(
          (value) => !shared.some((other, i) => i !== at && other.includes(value)),
        ),
      ],
    }))
  }

  return async (request: ProfileRequest): Promise<Profile> => {
    if ('comparison' in request) {
      const { measure, groups } = request.comparison
      if (measure !== 'activity') throw rejected(onlyActivity)
      if (namesOfGroups(groups).length !== 2) throw rejected(onlyTwoGroups)
      const comparison = await compare(request.comparison)
      const { maxQ = foundQ } = request
      const rows = comparison.rows.filter(({ effect }) => effect !== null && effect !== 0)
      const found = rows.filter((row) => maxQ === 1 || isFoundAt(row, maxQ))
      return {
        pathways: await withNames(found.map(({ pathway, effect: value }) => ({ pathway, value }))),
        maxQ,
        effects: rows.length,
        groups: await describeGroups(comparison),
        unit: unitOf(comparison),
        origin: originOf(comparison),
      }
    }
    const found = await values({
      measure: 'activity',
      of: { sampleIds: [request.sampleId] },
      view: { kind: 'zControls', controls: request.against },
      pathways: [],
      offset: 0,
      limit: 1,
    })
    const numbers = unpack(found.values)
    const pathways = await withNames(
      found.pathways.map((pathway, at) => ({ pathway, value: numbers[at] ?? null })),
    )
    return { pathways, maxQ: null, effects: pathways.length, groups: [], unit: 'z', origin: originOf(found) }
  }
}

const originOf = ({ service, oldestFetchedAt, newestFetchedAt, synthetic }: CohortProvenance) => ({
  service,
  oldestFetchedAt,
  newestFetchedAt,
  synthetic,
})

const onlyActivity = message('analyses.drugsDescribedDirectionChange')
const onlyTwoGroups = message('analyses.drugsMatchedDifferenceTwo')

function unitOf({ effectName }: Comparison): Unit {
  if (effectName === 'epsilon_squared' || effectName === 'omega_squared') throw rejected(onlyTwoGroups)
  return effectName
}
