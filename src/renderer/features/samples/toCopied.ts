import type { Sample } from '../../../shared/domain/sample.ts'
import type { Copied } from '../../../shared/format/copyTable.ts'

const common = [
  'client_reference',
  'sample_id',
  'state',
  'status',
  'ordered_at',
  'analysed_at',
  'synthetic',
] as const

/** The copied and exported columns of a field that was sent; one of its name that tells something else is none of them. */
export const copiesOfField = (name: string): string[] =>
  common.some((other) => other === name) ? [`field_${name}`] : [name, `field_${name}`]

/** Samples for the clipboard: what was sent under its own names, what was added here under `added:`. */
export function toCopied(samples: readonly Sample[]): Copied {
  const sent = namesIn(samples, ({ fields }) => fields).filter((name) => name !== 'client_reference')
  const added = namesIn(samples, ({ annotation }) => annotation?.fields ?? {})
  return {
    table: {
      columns: [
        ...common,
        ...sent,
        'added:group',
        'added:tags',
        'added:note',
        ...added.map((name) => `added:${name}`),
      ],
      rows: samples.map((sample) => [
        ...commonCells(sample),
        ...sent.map((name) => sample.fields[name] ?? null),
        sample.annotation?.group ?? null,
        sample.annotation?.tags.join('; ') || null,
        sample.annotation?.note ?? null,
        ...added.map((name) => sample.annotation?.fields[name] ?? null),
      ]),
    },
    json: samples,
  }
}

const commonCells = (sample: Sample): (string | null)[] => [
  sample.clientReference,
  sample.sampleId,
  sample.state,
  sample.status,
  sample.createdAt,
  sample.analysedAt,
  sample.synthetic ? 'yes' : 'no',
]

const namesIn = (samples: readonly Sample[], fieldsOf: (sample: Sample) => object): string[] => [
  ...new Set(samples.flatMap((sample) => Object.keys(fieldsOf(sample)))),
]
