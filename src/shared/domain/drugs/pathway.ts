import { fold, latinOfGreek } from '../../format/fold.ts'

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

/** The contract takes keys of up to 300 characters; what is longer is shortened by its digest, and loses no letters here. */
export const maxKeyLength = 200

/** `eta` and the two-letter names are left out: they are parts of words. */
const greekName = /alpha|beta|gamma|delta|epsilon|zeta|theta|kappa|lambda|sigma|omega/g

/**
 * What names of one pathway have in common: letters and digits, blind to case, accents, dashes and how a Greek letter
 * is written, so `NF_KB`, `NF-kB` and `NF-κB` give `nfkb`. Digits stay apart where they are (`ERK1/2` is not `ERK12`),
 * and signs behind a word count (`CD4+` is not `CD4-`; a minus is `!` here). Two names with one result are one pathway,
 * unless a person said otherwise. A name without a letter or digit has its `exactPathwayName`.
 */
export function normalizePathwayName(name: string): string {
  const letters = withSigns(fold(name))
    .replace(/(?<!\p{N})[^\p{L}\p{N}+!]+|[^\p{L}\p{N}+!]+(?!\p{N}|[^\p{L}\p{N}+!])/gu, '')
    .replace(/[^\p{L}\p{N}+!]+/gu, '.')
  if (letters === '') return exactPathwayName(name)
  return letters.length > maxKeyLength ? letters : withGreekLetters(letters)
}

/** One name as it is written, which no normalized name can be: those hold no `=`. */
export const exactPathwayName = (name: string): string => `=${name.toWellFormed()}`

/** A plus right behind a letter or digit, and a dash that joins it to nothing; other ones are separators. */
const withSigns = (folded: string): string =>
  folded.replace(/(?<=[\p{L}\p{N}])-(?![\p{L}\p{N}])/gu, '!').replace(/(?<![\p{L}\p{N}])[+!]/gu, ' ')

/** Until none is left, so that a normalized name is its own. */
function withGreekLetters(text: string): string {
  const changed = text.replace(greekName, (name) => latinOfGreek.get(name) ?? name)
  return changed === text ? text : withGreekLetters(changed)
}
