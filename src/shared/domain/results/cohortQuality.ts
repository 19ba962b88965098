import type { CohortProvenance } from './cohort.ts'

/** A sample as a caution names it. */
export type NamedSample = { sampleId: string; clientReference: string }

/** Association of a field with the groups. Numbers are of the samples, or units, that have both. */
export type FieldAssociation = {
  /** `fetchedAt` and `service` are of the results, `age` is the chronological age that the clock is compared with; the others are fields. */
  of: 'field' | 'age' | 'fetchedAt' | 'service'
  name: string
  n: number
  distinct: number
  /** Which of the two ways it was compared says more: as categories, or by the means of numbers (dates: days). */
  as: 'categories' | 'numbers' | 'dates'
  /** Every value, or range of numbers, is of one group alone, so that nothing tells the field from the groups. */
  aligned: boolean
  /** Not aligned over all groups, but in these contrasts. */
  alignedIn: { a: string; b: string }[]
  effect: number | null
  /** `cramers_v`: corrected for bias (Bergsma 2013). */
  effectName: 'cramers_v' | 'hedges_g' | 'omega_squared'
  p: number | null
}

/** How many units (donors, animals, …) are in either of two groups, with results alone. */
export type Pairing = {
  a: string
  b: string
  units: number
  inBoth: number
  /** Samples of the two groups that have no partner. */
  unpaired: number
}

/** Of the first two groups; `repeated`: samples of all groups that share their unit with another of theirs, less one each. */
export type GroupPairing = Pairing & { repeated: number }

/** Below this ICC, repeats hardly change a p: three samples of one unit then count as 2.1. */
export const minRepeatsIcc = 0.2
export const maxRepeatsP = 0.01

/** A field whose equal values have like activities within the groups, though every sample counts as independent. */
export type Repeats = {
  field: string
  /** `unit`: samples of one thing, such as a mouse; `batch`: samples that were processed together. */
  kind: 'unit' | 'batch'
  /** Number of its values in the groups. `samples` is the number of samples (or units that count once) with a value. */
  values: number
  samples: number
  pathways: number
  /** Median over the pathways, and its p by permutation of the values within the groups. */
  icc: number
  p: number
}

/** Of all samples, or of all pathways. */
export const maxMissingShare = 0.2

/** What is to be known of a cohort before its comparisons are read. Counts are of samples. */
export type CohortQuality = CohortProvenance & {
  samples: number
  analyzed: number
  /** With answers that newer ones replaced. */
  reanalyzed: number
  services: string[]
  pathways: number
  /** Activities that were not returned: in all and by pathway, most first, without those that lack none. */
  missing: {
    values: number
    pathways: { pathway: string; samples: number }[]
    /** Samples that lack more than `maxMissingShare` of the pathways; the first of them are named, most missing first. */
    samples: { count: number; named: NamedSample[] }
  }
  /** Far from the other samples of their group, by a modified z-score of the distance; the first are named, the farthest first. */
  outliers: { count: number; named: (NamedSample & { z: number })[] }
  /** `repeated`: samples that share their unit (donor, animal, …) with another of the group, less one each. */
  groups: { name: string; samples: number; analyzed: number; repeated: number }[]
  /** Of the contrasts requested, in their order; none without a field of pairs. */
  pairings: Pairing[]
  /** Of the groups; the one that explains most first. */
  repeats: Repeats[]
  fields: FieldAssociation[]
  /** Not compared with the groups. */
  skippedFields: { name: string; why: 'manyValues' | 'mostlyMissing' }[]
}
