import { fold, latinOfGreek } from '../../format/fold.ts'

/**
 * The service may spell one pathway in several ways (`NF_KB`, `NF-kB`, `NFkB`). Names with the same key count as one
 * pathway unless the user changes that. The screen shows which names were merged.
 */

/** One spelling as the service returned it, its frequency, and the reason why it belongs to its pathway. */
export type PathwayName = {
  name: string
  /** `spelling`: same letters and digits. `person`: merged or split by the user. */
  how: 'spelling' | 'person'
  drugs: number
  results: number
}

/** One line of the alias table. `pathway`: its key, which changes only if the user merges it. */
export type Pathway = {
  pathway: string
  /** Chosen by the user, or else the most frequent name. */
  title: string
  names: PathwayName[]
  /** The number of cached drugs that act on it, and of samples with a result for it. */
  drugs: number
  samples: number
}

/** A sample whose activity is far from the others'. `z` is relative to this profile's samples with a result. */
export type ExtremeSample = {
  sampleId: string
  clientReference: string
  activity: number
  z: number
  agingOffset: number | null
  fetchedAt: string
}

export type PathwayDetail = Pathway & {
  /**
   * Up to 20 samples, furthest from the mean first. Empty, with the reason in `whyNone`, if no z-score can be computed.
   */
  extremeSamples: ExtremeSample[]
  whyNone: 'noResults' | 'fewerThanThree' | 'noSpread' | null
  /** Mean and sample SD of the activity over `n` samples; null if n is 0 (mean) or below 2 (SD). */
  cohort: { n: number; mean: number | null; sd: number | null }
}

/**
 * The contract allows keys of up to 300 characters. The alias table shortens keys longer than this with a digest, so
 * they keep their Greek names here.
 */
export const maxKeyLength = 200

/** Without `eta` and the two-letter names, which occur inside words. */
const greekName = /alpha|beta|gamma|delta|epsilon|zeta|theta|kappa|lambda|sigma|omega/g

/**
 * Returns the key of a pathway name: its letters and digits, ignoring case, accents, dashes and the spelling of Greek
 * letters, so `NF_KB`, `NF-kB` and `NF-κB` give `nfkb`. Separators between digits stay (`ERK1/2` is not `ERK12`), and
 * so do signs after a word (`CD4+` is not `CD4-`; a minus becomes `!`). Names with the same key are one pathway unless
 * the user splits them. A name without a letter or digit gets its `exactPathwayName`.
 */
export function normalizePathwayName(name: string): string {
  const letters = withSigns(fold(name))
    .replace(/(?<!\p{N})[^\p{L}\p{N}+!]+|[^\p{L}\p{N}+!]+(?!\p{N}|[^\p{L}\p{N}+!])/gu, '')
    .replace(/[^\p{L}\p{N}+!]+/gu, '.')
  if (letters === '') return exactPathwayName(name)
  return letters.length > maxKeyLength ? letters : withGreekLetters(letters)
}

/** Returns the key of one exact spelling. It cannot equal a normalized name, because those contain no `=`. */
export const exactPathwayName = (name: string): string => `=${name.toWellFormed()}`

/**
 * Keeps a plus directly after a letter or digit, and a dash that is not followed by one. Other signs are separators.
 */
const withSigns = (folded: string): string =>
  folded.replace(/(?<=[\p{L}\p{N}])-(?![\p{L}\p{N}])/gu, '!').replace(/(?<![\p{L}\p{N}])[+!]/gu, ' ')

/** Repeats until nothing changes, so that normalizing is idempotent. */
function withGreekLetters(text: string): string {
  const changed = text.replace(greekName, (name) => latinOfGreek.get(name) ?? name)
  return changed === text ? text : withGreekLetters(changed)
}
