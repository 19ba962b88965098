import { z } from 'zod'
import { message } from '../../messages/message.ts'
import { type CohortProvenance, sampleChoiceSchema } from '../results/cohort.ts'
import { comparisonRequestSchema } from '../results/comparison.ts'
import type { Direction } from './drug.ts'
import type { DrugIds } from './drugReferences.ts'

/** Which drugs are listed: those whose known directions oppose a profile, or those whose directions mimic it. */
export const matchDirectionSchema = z.enum(['opposing', 'mimicking'])
export type MatchDirection = z.infer<typeof matchDirectionSchema>

/**
 * What drugs are ranked against: z-scores of one sample beside others (of the cohort, or of controls), or the effects of
 * a comparison of two groups in the pathways that were found to differ.
 */
export const profileSchema = z.union([
  z
    .object({ sampleId: z.string().min(1).max(300), against: sampleChoiceSchema.default({ filter: {} }) })
    .strict(),
  z
    .object({
      comparison: comparisonRequestSchema,
      /** Only pathways that are found at this q count (`isFoundAt`); 1: every effect. Left out: `foundQ`. */
      maxQ: z.number().gt(0).max(1).optional(),
    })
    .strict(),
])
export type ProfileRequest = z.infer<typeof profileSchema>

/** One pathway of a drug whose direction is known, beside the profile's value. */
export type MatchedPathway = { pathway: string; direction: Direction; value: number }

export type MatchedDrug = {
  drugId: string
  name: string
  category: string | null
  /** Known only where its details were fetched. */
  ids: DrugIds
  /**
   * Above 0, at most 1: the cosine between the drug's signs (activates +1, inhibits −1) and the profile over the
   * pathways that both know, times √coverage; for `opposing` with its sign turned. 1: it opposes or mimics all of it.
   */
  score: number
  /** Pathways on which it acts against the profile's value, and those on which it acts the same way. */
  opposes: MatchedPathway[]
  follows: MatchedPathway[]
  /** Pathways of the profile that it acts on in a direction nobody states. */
  directionUnknown: string[]
  /** Share of the profile's squared values that lies on pathways on which the drug acts in a known direction. */
  coverage: number
  /** The group that was given this drug by its name or a synonym, such as “rapamycin”: a positive control, no discovery. */
  givenTo: string | null
  fetchedAt: string
}

export type DrugMatch = CohortProvenance & {
  direction: MatchDirection
  /** By size, largest first; `value`: z-score or effect, as `unit` says. */
  profile: { pathway: string; value: number }[]
  /** Only pathways with q below it are in the profile; 1: all; null: of one sample, which has no q. */
  maxQ: number | null
  unit: 'z' | 'hedges_g' | 'cliffs_delta' | 'hedges_g_paired' | 'rank_biserial'
  /** Best first: by score, coverage, name. Drugs whose score in this direction is not above 0 are not listed. */
  drugs: MatchedDrug[]
  counts: MatchCounts
  /** `noneFound`: the comparison has effects, and none has a q below `maxQ`. */
  why: 'noProfile' | 'noneFound' | 'noDrugs' | null
}

/**
 * `matched`: cached drugs with a known direction on a pathway of the profile, also those of no match in this direction;
 * `withPathways`: cached drugs with any pathway; `cached`: all. `withoutPathways`, `withoutDetails`: cached drugs whose
 * pathways or details were never fetched; what was fetched may still be empty.
 */
export type MatchCounts = {
  matched: number
  withPathways: number
  cached: number
  withoutPathways: number
  withoutDetails: number
}

/** Explains the coverage of matched drugs, on the screen and in reports. */
export const coverageMeans = message`Coverage: how much of the profile the drug is known to act on. At 20%, four fifths of the difference lie on pathways of which nothing is known for this drug, and its score is small for that reason.`

/** Writes a share in percent: “54%”, “< 1%”. */
export function formatCoverage(share: number): string {
  const percent = share * 100
  return percent > 0 && percent < 1 ? '< 1%' : `${percent.toFixed(0)}%`
}

/** Pathways of a matched drug in one cell of a table, joined by “; ”. */
export const describeReasons = (pathways: readonly MatchedPathway[]): string =>
  pathways.map(({ pathway, direction, value }) => `${direction} ${pathway} (${value})`).join('; ')

/** What a drug does to the pathway at one place of a profile. */
export type Act = { at: number; direction: Direction }

/** How far a drug opposes or mimics a profile; see `MatchedDrug`. */
export type MatchScore = { score: number; coverage: number }

/** A profile: each pathway by every name it is written with, and its value, which must be finite. */
export type CachedMatchQuery = {
  direction: MatchDirection
  pathways: readonly { names: readonly string[]; value: number }[]
  limit: number
}
/** `acts`: what it does to the pathways requested, by their places; `fetchedAt` is of what says so. */
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
 * Scores drugs against the values of one profile, which must be finite. `acts`: one a pathway, as `toActs` gives them.
 * Null where no direction is known of any pathway of the profile, or all of its values are 0. A drug scores −s in one
 * direction where it scores s in the other. docs/design/drugs.md says why the score is made so.
 */
export function createScorer(
  values: readonly number[],
  direction: MatchDirection,
): (acts: readonly Act[]) => MatchScore | null {
  const sign = direction === 'mimicking' ? 1 : -1
  // To the size of 1, so that no square of a value overflows or vanishes.
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
    // The cosine over what both know, mimicked / √(common · covered), times √(covered / whole).
    return {
      score: (sign * mimicked) / Math.sqrt(common * totalSquares) || 0,
      coverage: covered / totalSquares,
    }
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

/** Shorter names are part of too many others. */
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
