import type { Handlers } from '../../../shared/contract/contract.ts'
import type { DrugMatch, MatchedDrug, MatchedPathway } from '../../../shared/domain/drugMatch.ts'
import type { Act, Opposition } from '../../../shared/domain/drugScore.ts'
import { createProfileReader, type PathwayGroups } from './profile.ts'

/** A kept drug that opposes values, with what it does to them by their places. */
type OpposingDrug = Opposition & {
  drugId: string
  name: string
  category: string | null
  fetchedAt: string
  synthetic: boolean
  acts: readonly Act[]
}

/** Ranks the kept drugs against values of pathways, each with every name it is written with. */
type FindOpposing = (query: {
  pathways: readonly { names: readonly string[]; value: number }[]
  limit: number
}) => Promise<{ drugs: OpposingDrug[]; matched: number; withPathways: number; kept: number }>

type MatchOptions = {
  /** The cohort's own methods. */
  values: Handlers['results.values']
  compare: Handlers['results.compare']
  pathwayGroups: PathwayGroups
  findOpposing: FindOpposing
}

/**
 * Kept drugs whose known directions oppose what is seen in a sample or between two groups. All of it is read on this
 * computer. It tells which drugs are said to act the other way; it predicts no effect.
 */
export function createDrugMatch(options: MatchOptions): { match: Handlers['drugs.match'] } {
  const readProfile = createProfileReader(options)
  return {
    async match({ profile: request, limit }): Promise<DrugMatch> {
      const { pathways, unit, origin } = await readProfile(request)
      const { drugs, ...counts } = await options.findOpposing({ pathways, limit })
      const synthetic = origin.synthetic || drugs.some((drug) => drug.synthetic)
      return {
        ...origin,
        synthetic,
        profile: pathways.map(({ pathway, value }) => ({ pathway, value })),
        unit,
        drugs: drugs.map((drug) => toMatched(drug, pathways)),
        counts,
        why: pathways.length === 0 ? 'noProfile' : counts.matched === 0 ? 'noDrugs' : null,
      }
    },
  }
}

function toMatched(
  { drugId, name, category, score, coverage, fetchedAt, acts }: OpposingDrug,
  pathways: readonly { pathway: string; value: number }[],
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
    score,
    opposes: known.filter(isOpposed),
    follows: known.filter((one) => !isOpposed(one)),
    directionUnknown: reasons.filter(({ direction }) => direction === 'unknown').map((one) => one.pathway),
    coverage,
    fetchedAt,
  }
}
