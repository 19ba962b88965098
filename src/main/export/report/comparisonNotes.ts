import type { JoinedNames } from '../../../shared/domain/results/cohort.ts'
import type {
  Comparison,
  ComparisonNote,
  ComparisonRow,
  PairwiseContrast,
  TestName,
} from '../../../shared/domain/results/comparison.ts'
import { formatP } from '../../../shared/format/numbers.ts'
import type { Words } from './wordsEn.ts'

/** Spellings of one pathway that were put together. */
export function describeJoinedNames(
  { names, pathway, samplesWithSeveral }: JoinedNames,
  words: Words,
): string {
  const text = words.joined(words.list(names.map(words.quoted)), pathway)
  return samplesWithSeveral === 0 ? text : `${text} ${words.joinedSeveral(samplesWithSeveral)}`
}

/** What a comparison cannot show and what it left out, then how its numbers are to be read. */
export const notesOf = (comparison: Comparison, words: Words): string[] => [
  ...comparison.notes.map((note) => describeNote(note, words)),
  ...readingNotes(comparison, words),
]

function describeNote(note: ComparisonNote, words: Words): string {
  const { notes } = words
  switch (note.kind) {
    case 'leastP': {
      const least = notes.leastP(formatP(note.p), formatP(note.leastQ))
      return note.undercut === 0 ? least : `${least} ${notes.undercut(note.undercut)}`
    }
    case 'smallGroups':
      return notes.smallGroups(note.least)
    case 'severalInPair':
      return notes.severalInPair(note.pairs)
    case 'noReplicates':
      return notes.noReplicates
    case 'severalServices':
      return notes.severalServices(words.list(note.services))
    case 'joinedNames':
      return describeJoinedNames(note, words)
    default:
      return notes[note.kind](note.samples)
  }
}

function readingNotes(
  { test, rows, notes, noise, fewValues, leastPairwiseP }: Comparison,
  { notes: words }: Words,
): string[] {
  const untested = rows.filter(({ p }) => p === null).length
  // Where the groups themselves are as small, a note says so.
  const isNoted = notes.some((note) => note.kind === 'smallGroups' && note.least === fewValues?.least)
  return [
    ...(test === 'mann-whitney' || test === 'wilcoxon-signed-rank' ? [words.byRanks] : []),
    ...(test === 'kruskal-wallis' ? [words.byChiSquare] : []),
    ...(rows.some(({ exact }) => exact === false) ? [words.approximated] : []),
    ...(fewValues && !isNoted ? [words.fewValues(fewValues.pathways, fewValues.least)] : []),
    ...(leastPairwiseP
      ? [words.leastPairwiseP(formatP(leastPairwiseP.p), formatP(leastPairwiseP.pHolm))]
      : []),
    ...(noise ? [words.replicates, words.noise(noise.sets, noise.by, noise.df)] : []),
    ...(untested > 0 ? [words.withoutP(untested)] : []),
  ]
}

type Marked = Pick<
  PairwiseContrast & ComparisonRow,
  'withinNoise' | 'fewValues' | 'exact' | 'p' | 'leastP' | 'signsDiffer'
> & { why?: ComparisonRow['why'] }

/** What is to be known of one line before its p is read. */
export function marksOf(row: Marked, { comparison: words }: Words): string {
  const { why, withinNoise, fewValues, exact, p, leastP, signsDiffer } = row
  const isBelow = p !== null && leastP !== null && p < leastP * (1 - 1e-9)
  return [
    ...(withinNoise ? [words.withinNoise] : []),
    ...(why ? [words.why[why]] : []),
    ...(fewValues ? [words.fewValues] : []),
    ...(exact === false ? [words.approximate] : []),
    ...(isBelow ? [words.belowLeast(formatP(leastP))] : []),
    ...(signsDiffer ? [words.signsDiffer] : []),
  ].join('; ')
}

/** Tests by ranks have no interval of their own: that of the means stands beside their p, and its head says whose it is. */
export const headsOf = (test: TestName) =>
  test === 'mann-whitney'
    ? ({ difference: 'ofMeans', interval: 'byWelch' } as const)
    : test === 'wilcoxon-signed-rank'
      ? ({ difference: 'mean', interval: 'byT' } as const)
      : ({ difference: 'plain', interval: 'plain' } as const)

/** The least p first; those without any last; equal ones by name. */
export const byP = (rows: readonly ComparisonRow[]): ComparisonRow[] =>
  rows.toSorted(
    (a, b) =>
      (a.p ?? Number.POSITIVE_INFINITY) - (b.p ?? Number.POSITIVE_INFINITY) ||
      (a.pathway < b.pathway ? -1 : 1),
  )
