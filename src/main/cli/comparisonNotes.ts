import type { ComparisonNote } from '../../shared/domain/comparison.ts'
import { counted } from './text.ts'

type Words = { [K in ComparisonNote['kind']]: (note: Extract<ComparisonNote, { kind: K }>) => string }

const samples = (count: number): string => counted(count, 'sample')
const figure = (value: number): string => Number(value.toPrecision(3)).toString()

const words: Words = {
  leastP: ({ p }) => `With groups this small no p can be below ${figure(p)}, and so no q.`,
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
