import type { ClockPoint, CohortProvenance, SampleChoice } from './cohort.ts'
import type { ComparisonRequest } from './comparison.ts'

export type NamedSample = { sampleId: string; clientReference: string }

/** The association of a field with the groups. Numbers cover the samples (or units) that have both. */
export type FieldAssociation = {
  /**
   * `fetchedAt` and `service` describe the results, and `age` is the chronological age that the clock is compared with.
   * The others are fields.
   */
  of: 'field' | 'age' | 'fetchedAt' | 'service'
  name: string
  n: number
  distinct: number
  /** The more informative of the two comparisons: as categories, or by the means of numbers (dates: days). */
  as: 'categories' | 'numbers' | 'dates'
  /**
   * True if every value, or range of numbers, occurs in one group only, so that the effects of field and group cannot
   * be separated.
   */
  aligned: boolean
  /** The contrasts in which the field is aligned, if it is not over all groups. */
  alignedIn: { a: string; b: string }[]
  effect: number | null
  /** `cramers_v`: corrected for bias (Bergsma 2013). */
  effectName: 'cramers_v' | 'hedges_g' | 'omega_squared'
  p: number | null
}

/** The number of units (such as donors or animals) with results in either of two groups. */
export type Pairing = {
  a: string
  b: string
  units: number
  inBoth: number
  /** The number of samples in the two groups without a partner. */
  unpaired: number
}

/**
 * The pairing of the first two groups. `repeated`: for all groups, the number of samples that share their unit with
 * another of the group, not counting one per unit.
 */
export type GroupPairing = Pairing & { repeated: number }

/** Below this ICC, repeats hardly change a p: at 0.2, three samples of one unit count as 2.1. */
export const minRepeatsIcc = 0.2
export const maxRepeatsP = 0.01

/**
 * A field whose equal values have similar activities within the groups, although every sample counts as independent.
 */
export type Repeats = {
  field: string
  /** `unit`: samples of one thing, such as a mouse. `batch`: samples that were processed together. */
  kind: 'unit' | 'batch'
  /** The number of its values in the groups. `samples`: the number of samples (or averaged units) with a value. */
  values: number
  samples: number
  pathways: number
  /** The median over the pathways, and its p by permutation of the values within the groups. */
  icc: number
  p: number
}

/** The maximum share of missing values, for a sample among all pathways and for a pathway among all samples. */
export const maxMissingShare = 0.2

/** The cohort to check, with the groups and pairs as they will be compared. */
export type QualityRequest = {
  of: SampleChoice
  groups: ComparisonRequest['groups'] | null
  /** The names of two groups each. */
  contrasts: readonly { a: string; b: string }[]
  pairBy: string | null
  /** Fields whose samples with the same value are independent, according to the user. */
  independent: readonly string[]
  /** True if pairs are compared; null: decided by `isPaired`. */
  paired: boolean | null
  /** The ages of samples that have both ages. They come from the service too. */
  ages: readonly Pick<ClockPoint, 'sampleId' | 'chronological' | 'fetchedAt' | 'service' | 'synthetic'>[]
}

/** The quality of a cohort, to be read before its comparisons. Counts are of samples. */
export type CohortQuality = CohortProvenance & {
  samples: number
  analyzed: number
  /** The number of samples whose results were replaced by newer ones. */
  reanalyzed: number
  services: string[]
  pathways: number
  /** Missing activities: their total, and the pathways that lack some, most first. */
  missing: {
    values: number
    pathways: { pathway: string; samples: number }[]
    /** Samples that lack more than `maxMissingShare` of the pathways. The first are named, most missing first. */
    samples: { count: number; named: NamedSample[] }
  }
  /**
   * Samples far from the others of their group, by a modified z-score of the distance. The first are named, farthest
   * first.
   */
  outliers: { count: number; named: (NamedSample & { z: number })[] }
  /**
   * `repeated`: the number of samples that share their unit (such as a donor or animal) with another of the group, not
   * counting one per unit.
   */
  groups: { name: string; samples: number; analyzed: number; repeated: number }[]
  /** The pairings of the requested contrasts, in their order. Empty without a field for pairs. */
  pairings: Pairing[]
  /** Repeats within the groups; the field that explains most comes first. */
  repeats: Repeats[]
  fields: FieldAssociation[]
  /** The fields that were not compared with the groups. */
  skippedFields: { name: string; why: 'manyValues' | 'mostlyMissing' }[]
}
