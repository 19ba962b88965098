import { z } from 'zod'
import { type CohortProvenance, sampleChoiceSchema } from '../results/cohort.ts'
import { comparisonRequestSchema } from '../results/comparison.ts'
import type { Direction } from './drug.ts'

/**
 * What a drug is to oppose: z-scores of one sample beside others (of the cohort, or of controls), or the effects of a
 * comparison of two groups.
 */
export const profileSchema = z.union([
  z
    .object({ sampleId: z.string().min(1).max(300), against: sampleChoiceSchema.default({ filter: {} }) })
    .strict(),
  z.object({ comparison: comparisonRequestSchema }).strict(),
])
export type ProfileRequest = z.infer<typeof profileSchema>

/** One pathway of a drug whose direction is known, beside the profile's value. */
export type MatchedPathway = { pathway: string; direction: Direction; value: number }

export type MatchedDrug = {
  drugId: string
  name: string
  category: string | null
  /**
   * −1 to 1: the cosine between the drug's signs (activates +1, inhibits −1) and the profile over the pathways that
   * both know, with its sign turned: 1 opposes all of it; then times √coverage.
   */
  score: number
  opposes: MatchedPathway[]
  follows: MatchedPathway[]
  /** Pathways of the profile that it acts on in a direction nobody states. */
  directionUnknown: string[]
  /** Share of the profile's squared values that lies on pathways on which the drug acts in a known direction. */
  coverage: number
  fetchedAt: string
}

export type DrugMatch = CohortProvenance & {
  /** By size, largest first; `value`: z-score or effect, as `unit` says. */
  profile: { pathway: string; value: number }[]
  unit: 'z' | 'hedges_g' | 'cliffs_delta' | 'hedges_g_paired' | 'rank_biserial'
  drugs: MatchedDrug[]
  /** Cached drugs with a known direction on a pathway of the profile; all cached drugs with pathways; all cached drugs. */
  counts: { matched: number; withPathways: number; cached: number }
  why: 'noProfile' | 'noDrugs' | null
}

/** What a drug does to the pathway at one place of a profile. */
export type Act = { at: number; direction: Direction }

/** How far a drug opposes a profile; see `MatchedDrug`. */
export type MatchScore = { score: number; coverage: number }

/** What is to be opposed: each pathway by every name it is written with, and its value, which must be finite. */
export type CachedMatchQuery = {
  pathways: readonly { names: readonly string[]; value: number }[]
  limit: number
}
/** `acts`: what it does to the pathways requested, by their places; `fetchedAt` is of what says so. */
export type CachedMatch = MatchScore & {
  drugId: string
  name: string
  category: string | null
  fetchedAt: string
  synthetic: boolean
  acts: Act[]
}
/** `matched`: drugs with a known direction on one of the pathways, whether they oppose them or not. */
export type CachedMatches = {
  drugs: CachedMatch[]
  matched: number
  withPathways: number
  cached: number
}

/**
 * Scores drugs against the values of one profile, which must be finite. `acts`: one a pathway, as `toActs` gives them.
 * Null where no direction is known of any pathway of the profile, or all of its values are 0.
 */
export function createScorer(values: readonly number[]): (acts: readonly Act[]) => MatchScore | null {
  // To the size of 1, so that no square of a value overflows or vanishes.
  const maxAbs = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  const scaled = values.map((value) => (maxAbs === 0 ? 0 : value / maxAbs))
  const totalSquares = scaled.reduce((sum, value) => sum + value * value, 0)
  return (acts) => {
    let [common, opposed, covered] = [0, 0, 0]
    for (const { at, direction } of acts) {
      if (direction === 'unknown') continue
      const value = scaled[at] ?? 0
      common += 1
      opposed -= direction === 'activates' ? value : -value
      covered += value * value
    }
    if (common === 0 || totalSquares === 0) return null
    // The cosine over what both know, against / √(common · covered), times √(covered / whole).
    return { score: opposed / Math.sqrt(common * totalSquares) || 0, coverage: covered / totalSquares }
  }
}

/** One act a place, in order of places; where both directions are said of a place, neither is known. */
export function toActs(acts: readonly Act[]): Act[] {
  const directions = new Map<number, Set<Direction>>()
  for (const { at, direction } of acts) {
    const known = directions.get(at) ?? new Set()
    if (direction !== 'unknown') known.add(direction)
    directions.set(at, known)
  }
  return [...directions]
    .sort(([a], [b]) => a - b)
    .map(([at, known]) => ({ at, direction: (known.size === 1 && [...known][0]) || 'unknown' }))
}
