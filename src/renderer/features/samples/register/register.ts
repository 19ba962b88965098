import type { Input } from '../../../../shared/contract/contract.ts'
import type { Sample, sampleSortFields } from '../../../../shared/domain/samples/sample.ts'
import { applyNumberFormat } from '../../../../shared/format/numbers.ts'
import { toCopied as toCopiedTable } from '../../../../shared/tables/column.ts'
import type { Copied } from '../../../../shared/tables/copyTable.ts'
import { annotationColumns, annotationName, sampleColumns } from '../../../../shared/tables/samples.ts'
import type { Sort } from '../../../ui/table/columns/columnLayout.ts'

export const pageSize = 200

type SortField = (typeof sampleSortFields)[number]
export const firstSort: Sort = [{ column: 'created', order: 'asc' }]

const sortFields: Record<string, SortField> = {
  created: 'created_at',
  reference: 'client_reference',
  sampleId: 'sample_id',
  state: 'state',
  group: 'group',
}

/** Returns the sort parameters of the call for an order of columns. */
export function toSorted(sort: Sort): Pick<Input<'samples.list'>, 'sort'> {
  const fields = sort.flatMap(({ column, order }) => {
    const by = sortFields[column]
    return by ? [{ by, order }] : []
  })
  return fields.length === 0 ? {} : { sort: fields }
}

/** Formats a size in powers of 1024. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return applyNumberFormat(`${(bytes / 1024).toFixed(1)} KB`)
  return applyNumberFormat(`${(bytes / 1024 / 1024).toFixed(1)} MB`)
}

/** Formats valid JSON with line breaks; returns other texts unchanged. */
export function toReadable(text: string, contentType: string): string {
  if (!contentType.includes('json')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Returns the group of a sample; an annotated group takes precedence over the one sent with the order. */
export const groupOf = ({ annotation, fields }: Sample): string | null => {
  const group = annotation?.group ?? fields['group'] ?? null
  return group === null ? null : String(group)
}

/** Returns a safe file name for a name chosen by the user. */
export const toFileName = (name: string, ending: string): string =>
  `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 120) || 'sample'}${ending}`

/** Returns the file extension of a content type; `.bin` if the type is unknown. */
export function endingOf(contentType: string): string {
  const subtype = contentType.toLowerCase().split(';')[0]?.trim().split('/')[1] ?? ''
  if (subtype.endsWith('json')) return '.json'
  if (subtype.endsWith('html') || subtype.endsWith('xhtml+xml')) return '.html'
  if (subtype.endsWith('xml')) return '.xml'
  return endings[subtype] ?? '.bin'
}

const endings: Record<string, string> = { pdf: '.pdf', plain: '.txt', csv: '.csv' }

const { id, reference, state, status, createdAt, analysedAt, synthetic } = sampleColumns
const commonColumns = [reference, id, state, status, createdAt, analysedAt, synthetic]

/** Returns the exported columns of an order field. One named like a common column has only the prefixed one. */
export const copiesOfField = (name: string): string[] =>
  commonColumns.some((other) => other.name === name) ? [`field_${name}`] : [name, `field_${name}`]

/** Returns samples for the clipboard: order fields under their own names, annotations under those of exports. */
export function toCopied(samples: readonly Sample[]): Copied {
  const sent = namesIn(samples, ({ fields }) => fields).filter((name) => name !== 'client_reference')
  const added = namesIn(samples, ({ annotation }) => annotation?.fields ?? {})
  return toCopiedTable(
    [
      ...commonColumns,
      ...sent.map((name) => ({ name, of: ({ fields }: Sample) => fields[name] ?? null })),
      ...Object.values(annotationColumns).map(({ name, of }) => ({
        name,
        of: ({ annotation }: Sample) => (annotation && of(annotation)) ?? null,
      })),
      ...added.map((name) => ({
        name: annotationName(name),
        of: ({ annotation }: Sample) => annotation?.fields[name] ?? null,
      })),
    ],
    samples,
  )
}

/** Returns the names of all fields that the samples have. */
export const namesIn = (samples: readonly Sample[], fieldsOf: (sample: Sample) => object): string[] => [
  ...new Set(samples.flatMap((sample) => Object.keys(fieldsOf(sample)))),
]

type Adopted = Extract<Input<'samples.adopt'>['from'], { samples: unknown }>['samples'][number]

/** The limit of one call in the contract. */
export const mostPasted = 100_000

/** Parses pasted sample ids, separated by line breaks, commas, semicolons or tabs. Removes quotes around an id. */
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
