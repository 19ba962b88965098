import type { DrugEntry } from './catalogue.ts'
import { round } from './noise.ts'
import type { SampleProfile } from './sampleModel.ts'

export type ScreenHit = {
  rank: number
  drug: DrugEntry
  score: number
  pathways: { pathway: string; direction: 'inhibits' | 'activates'; z: number }[]
}

/** Pathways that moved less than this many standard deviations count as unchanged. */
const noticeableZ = 0.5
/** Indirect effects of a drug count less. */
const weight = { direct: 1, indirect: 0.7 }

/**
 * Ranks drugs by how far their signed pathways oppose a sample's profile: the sum of −sign × z over the pathways that
 * the drug moves and the sample reports, divided by the square root of their number. A positive score means the drug
 * opposes the profile, a negative one that it adds to it. Ties are in catalogue order.
 */
export function screenDrugs(profile: SampleProfile, drugs: DrugEntry[], limit: number): ScreenHit[] {
  const zOf = new Map(profile.scores.map(({ pathway, z }) => [pathway, Math.abs(z) < noticeableZ ? 0 : z]))
  const scored = drugs.flatMap((drug, catalogueIndex) => {
    const moved = drug.pathways.filter(({ pathway }) => zOf.has(pathway))
    if (moved.length === 0) return []
    const opposed = moved.reduce((sum, { pathway, sign }) => sum - sign * (zOf.get(pathway) ?? 0), 0)
    return [
      {
        drug,
        place: catalogueIndex,
        score: round((weight[drug.evidence] * opposed) / Math.sqrt(moved.length), 3),
      },
    ]
  })
  scored.sort((a, b) => b.score - a.score || a.place - b.place)
  return scored
    .slice(0, limit)
    .map(({ drug, score }, index) => ({
      rank: index + 1,
      drug,
      score,
      pathways: drug.pathways
        .filter(({ pathway }) => zOf.has(pathway))
        .map(({ pathway, sign }) => ({ pathway, direction: directionOf(sign), z: zOf.get(pathway) ?? 0 })),
    }))
}

export const directionOf = (sign: 1 | -1): 'inhibits' | 'activates' => (sign === 1 ? 'activates' : 'inhibits')
