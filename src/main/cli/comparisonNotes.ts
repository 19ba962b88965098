import type { Comparison, ComparisonNote } from '../../shared/domain/comparison.ts'
import { counted } from './text.ts'

type Words = { [K in ComparisonNote['kind']]: (note: Extract<ComparisonNote, { kind: K }>) => string }

const samples = (count: number): string => counted(count, 'sample')
const figure = (value: number): string => Number(value.toPrecision(3)).toString()

const words: Words = {
  leastP: ({ p, undercut }) =>
    `With groups this small no p can be below ${figure(p)}, and so no q.${
      undercut > 0
        ? ` ${counted(undercut, 'pathway')} with equal values ${undercut === 1 ? 'has' : 'have'} an approximated p below it, to be trusted no further.`
        : ''
    }`,
  smallGroups: ({ least }) =>
    `The smallest group has ${least}: what is not found here may be there all the same.`,
  inSeveralGroups: (note) => `${samples(note.samples)} left out: in several groups.`,
  noGroup: (note) => `${samples(note.samples)} left out: without a value of the field.`,
  noResult: (note) => `${samples(note.samples)} left out: without a pathway analysis.`,
  noPair: (note) => `${samples(note.samples)} left out: without a partner in the other group.`,
  severalInPair: ({ pairs }) =>
    `In ${counted(pairs, 'pair')} a side has several samples; their mean is compared.`,
  noReplicates: () => 'No two samples of a group are replicates, so the noise is not known.',
  severalServices: ({ services }) => `The results come from several services: ${services.join(', ')}.`,
  joinedNames: ({ pathway, names, samplesWithSeveral }) =>
    `${names.join(', ')} are one pathway, shown as ${pathway}.${
      samplesWithSeveral > 0 ? ` ${samples(samplesWithSeveral)} had several of them; the first counts.` : ''
    }`,
}

/** What a comparison cannot show, or left out, in a sentence. */
export const noteInWords = <N extends ComparisonNote>(note: N): string =>
  (words[note.kind] as (note: N) => string)(note)

/** How the numbers of a comparison are to be read: what the table alone does not say. */
export function whatIsTold({ test, rows, notes, noise, fewValues, leastPairwiseP }: Comparison): string[] {
  const isApproximated = rows.some(({ exact }) => exact === false)
  // Where the groups themselves are as small, a note says so.
  const isNoted = notes.some((note) => note.kind === 'smallGroups' && note.least === fewValues?.least)
  return [
    ...(test === 'mann-whitney' || test === 'wilcoxon-signed-rank' ? [byRanks] : []),
    ...(test === 'kruskal-wallis' ? [byChiSquare] : []),
    ...(isApproximated ? [approximated] : []),
    ...(fewValues && !isNoted
      ? [
          `${counted(fewValues.pathways, 'pathway')} ${fewValues.pathways === 1 ? 'was' : 'were'} tested with fewer than five values in a group, the fewest ${fewValues.least}: what is not found there may be there all the same.`,
        ]
      : []),
    ...(leastPairwiseP
      ? [
          `Of two of the groups no p can be below ${figure(leastPairwiseP.p)}, by Holm ${figure(leastPairwiseP.pHolm)}.`,
        ]
      : []),
    ...(noise
      ? [
          `Noise from ${counted(noise.sets, 'set')} of replicates by ${noise.by}, ${noise.df} degrees of freedom. A difference is within noise below 1.96 · SD · √(Σ 1/k / n², of both groups), for n units of k measurements: what noise alone makes of it in 95 of 100 cases.`,
        ]
      : []),
  ]
}

const byRanks =
  'p and effect are by ranks. The difference is of the means, its interval by Student’s t; neither belongs to the test.'
const byChiSquare = 'p is by χ² with one degree of freedom less than groups, an approximation.'
const approximated =
  'An approximated p is by the normal distribution with continuity correction, as in R: values are equal, or fifty and more.'
