import { z } from 'zod'
import { message } from '../../words/message.ts'
import { type CohortProvenance, sampleChoiceSchema } from '../results/cohort.ts'
import { comparisonRequestSchema } from '../results/comparison.ts'
import type { Direction } from './drug.ts'
import type { DrugIds } from './drugReferences.ts'

/** The direction of listed drugs: those that oppose a profile, or those that mimic it. */
export const matchDirectionSchema = z.enum(['opposing', 'mimicking'])
export type MatchDirection = z.infer<typeof matchDirectionSchema>

/**
 * The profile that drugs are ranked against: the z-scores of one sample relative to others (the cohort or controls), or
 * the effects of a comparison of two groups in the pathways found to differ.
 */
export const profileSchema = z.union([
  z.strictObject({
    sampleId: z.string().min(1).max(300),
    against: sampleChoiceSchema.default({ filter: {} }),
  }),
  z.strictObject({
    comparison: comparisonRequestSchema,
    /**
     * Includes only the pathways found at this q (`isFoundAt`); 1: every pathway with an effect. Absent: `foundQ`.
     */
    maxQ: z.number().gt(0).max(1).optional(),
  }),
])
export type ProfileRequest = z.infer<typeof profileSchema>

/** One pathway on which a drug acts in a known direction, with the profile's value. */
export type MatchedPathway = { pathway: string; direction: Direction; value: number }

export type MatchedDrug = {
  drugId: string
  name: string
  category: string | null
  /** Known only if the drug's details were fetched. */
  ids: DrugIds
  /**
   * Above 0, at most 1: the cosine between the drug's signs (activates +1, inhibits −1) and the profile over the shared
   * pathways, times √coverage; negated for `opposing`. 1: the drug opposes or mimics the whole profile.
   */
  score: number
  /** The pathways on which it acts against the profile's value, and those on which it acts in the same direction. */
  opposes: MatchedPathway[]
  follows: MatchedPathway[]
  /** The pathways of the profile on which it acts in an unknown direction. */
  directionUnknown: string[]
  /** The share of the profile's squared values on pathways where the drug acts in a known direction. */
  coverage: number
  /**
   * The group that was treated with this drug, found by name or synonym (such as “rapamycin”). It makes the match a
   * positive control, not a discovery.
   */
  givenTo: string | null
  fetchedAt: string
}

export type DrugMatch = CohortProvenance & {
  direction: MatchDirection
  /** Sorted by size, largest first. `value`: z-score or effect, as given by `unit`. */
  profile: { pathway: string; value: number }[]
  /**
   * Only pathways with q below it are in the profile; 1: all pathways; null: the profile of one sample, which has no q.
   */
  maxQ: number | null
  unit: 'z' | 'hedges_g' | 'cliffs_delta' | 'hedges_g_paired' | 'rank_biserial'
  /** Best first: by score, coverage, name. Drugs with a score of 0 or less are not listed. */
  drugs: MatchedDrug[]
  counts: MatchCounts
  /** The reason why there are no drugs. `noneFound`: the comparison has effects, but none with q below `maxQ`. */
  why: 'noProfile' | 'noneFound' | 'noDrugs' | null
}

/**
 * `matched`: cached drugs with a known direction on a pathway of the profile, even if they score 0 or less.
 * `withPathways`: cached drugs with any pathway. `cached`: all of them. `withoutPathways`, `withoutDetails`: cached
 * drugs whose pathways or details were never fetched; fetched ones may still be empty.
 */
export type MatchCounts = {
  matched: number
  withPathways: number
  cached: number
  withoutPathways: number
  withoutDetails: number
}

/** Explains the coverage of matched drugs, on the screen and in reports. */
export const coverageMeans = message('report.coverageHowMuchProfile')

/** Writes a share in percent: “54%”, “< 1%”. */
export function formatCoverage(share: number): string {
  const percent = share * 100
  return percent > 0 && percent < 1 ? '< 1%' : `${percent.toFixed(0)}%`
}

/** Formats the pathways of a matched drug for one table cell, joined by “; ”. */
export const describeReasons = (pathways: readonly MatchedPathway[]): string =>
  pathways.map(({ pathway, direction, value }) => `${direction} ${pathway} (${value})`).join('; ')

/** The action of a drug on the pathway at index `at` of a profile. */
export type Act = { at: number; direction: Direction }

/** The degree to which a drug opposes or mimics a profile; see `MatchedDrug`. */
export type MatchScore = { score: number; coverage: number }

/** A profile: each pathway with all of its names, and its value, which must be finite. */
export type CachedMatchQuery = {
  direction: MatchDirection
  pathways: readonly { names: readonly string[]; value: number }[]
  limit: number
}
/** `acts`: its actions on the requested pathways, by index. `fetchedAt`: the time of the response that lists them. */
export type CachedMatch = MatchScore & {
  drugId: string
  name: string
  synonyms: string[]
  category: string | null
  ids: DrugIds
  fetchedAt: string
  synthetic: boolean
  acts: Act[]
}
export type CachedMatches = { drugs: CachedMatch[]; counts: MatchCounts }

/**
 * Scores drugs against the values of one profile, which must be finite. `acts`: at most one per pathway, as from
 * `toActs`. Returns null if no direction is known for any pathway of the profile, or if all values are 0. A drug that
 * scores s in one direction scores −s in the other. docs/design/drugs.md explains the formula.
 */
export function createScorer(
  values: readonly number[],
  direction: MatchDirection,
): (acts: readonly Act[]) => MatchScore | null {
  const sign = direction === 'mimicking' ? 1 : -1
  // Scales the values to at most 1, so that their squares neither overflow nor underflow.
  const maxAbs = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  const scaled = values.map((value) => (maxAbs === 0 ? 0 : value / maxAbs))
  const totalSquares = scaled.reduce((sum, value) => sum + value * value, 0)
  return (acts) => {
    let [common, mimicked, covered] = [0, 0, 0]
    for (const { at, direction } of acts) {
      if (direction === 'unknown') continue
      const value = scaled[at] ?? 0
      common += 1
      mimicked += direction === 'activates' ? value : -value
      covered += value * value
    }
    if (common === 0 || totalSquares === 0) return null
    // The cosine over the shared pathways, mimicked / √(common · covered), times √(covered / whole).
    return {
      score: (sign * mimicked) / Math.sqrt(common * totalSquares) || 0,
      coverage: covered / totalSquares,
    }
  }
}

/** Returns one act per index, sorted by index. The direction is unknown if an index has both directions. */
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

/** Shorter names occur within too many other words. */
const minNameLength = 4
const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** A group, and the texts that describe it: its name, and the values that only its samples share. */
export type GroupWords = { name: string; words: readonly string[] }

/** Returns the first group that a drug's name or synonym describes, as whole words: “Rapamycin 10 nM”. */
export const findGroupGiven = (
  groups: readonly GroupWords[],
  { name, synonyms }: { name: string; synonyms: readonly string[] },
): string | null => {
  const names = [name, ...synonyms].map(wordsOf).filter((one) => one.trim().length >= minNameLength)
  return (
    groups.find(({ words }) => words.some((text) => names.some((one) => wordsOf(text).includes(one))))
      ?.name ?? null
  )
}
