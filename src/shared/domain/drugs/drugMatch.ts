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
  /** Kept drugs with a known direction on a pathway of the profile; all kept drugs with pathways; all kept drugs. */
  counts: { matched: number; withPathways: number; kept: number }
  why: 'noProfile' | 'noDrugs' | null
}
