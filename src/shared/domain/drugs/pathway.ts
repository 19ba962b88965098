/**
 * The service writes one pathway in several ways (`NF_KB`, `NF-kB`, `NFkB`). Names whose key is the same are taken for
 * one pathway unless a person says otherwise; what was merged is shown.
 */

/** A name as it came, how often, and why it belongs to its pathway. */
export type PathwayName = {
  name: string
  /** `spelling`: same letters and digits; `person`: merged or parted by hand. */
  how: 'spelling' | 'person'
  drugs: number
  results: number
}

/** One line of the alias table. `pathway` is its key, stable as long as nobody merges it. */
export type Pathway = {
  pathway: string
  /** Chosen by a person, or the name that came most often. */
  title: string
  names: PathwayName[]
  /** Drugs cached here that act on it, and samples with a result for it. */
  drugs: number
  samples: number
}

/** A sample whose activity lies far from the others': `z` is over the samples of this profile with a result. */
export type ExtremeSample = {
  sampleId: string
  clientReference: string
  activity: number
  z: number
  agingOffset: number | null
  fetchedAt: string
}

export type PathwayDetail = Pathway & {
  /** Up to 20 samples, furthest from the mean first; empty with `whyNone` where a z-score would say nothing. */
  extremeSamples: ExtremeSample[]
  whyNone: 'noResults' | 'fewerThanThree' | 'noSpread' | null
  /** Mean and sample SD of the activity over `n` samples; null where n is 0 (mean) or below 2 (sd). */
  cohort: { n: number; mean: number | null; sd: number | null }
}
