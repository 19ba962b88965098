import type { Input } from '../../../shared/contract/contract.ts'

type Adopted = Extract<Input<'samples.adopt'>['from'], { samples: unknown }>['samples'][number]

/** As many as one call of the contract takes. */
export const mostPasted = 100_000

/** Sample ids as people paste them: one a line, or between commas, semicolons or tabs. Quotes round an id are taken off. */
export const parsePasted = (text: string): Adopted[] =>
  text
    .split(/[\r\n\t,;]+/)
    .map((id) =>
      id
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter((sampleId) => sampleId !== '')
    .map((sampleId) => ({ sampleId }))
