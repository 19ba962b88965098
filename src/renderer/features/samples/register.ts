import type { Input } from '../../../shared/contract/contract.ts'
import type { sampleSortFields } from '../../../shared/domain/register.ts'
import type { Sample } from '../../../shared/domain/sample.ts'
import { applyNumberFormat } from '../../../shared/format/numberFormat.ts'
import type { Sort } from '../../ui/columnLayout.ts'

export const pageSize = 200

type SortField = (typeof sampleSortFields)[number]
type Sorted = Pick<Input<'samples.list'>, 'sort' | 'order'>
export const firstSort: Sort = [{ column: 'created', order: 'asc' }]

const sortFields: Record<string, SortField> = {
  created: 'created_at',
  reference: 'client_reference',
  sampleId: 'sample_id',
  state: 'state',
  group: 'group',
}

/** What is asked of main for an order of columns. */
export function toSorted(sort: Sort): Sorted {
  const fields = sort.flatMap(({ column, order }) => {
    const by = sortFields[column]
    return by ? [{ by, order }] : []
  })
  const [first] = fields
  if (fields.length === 1 && first && first.by !== 'group' && first.by !== 'state')
    return { sort: first.by, order: first.order }
  return fields.length === 0 ? {} : { sort: fields }
}

/** Most requests that an analysis takes besides waiting for states: one a sample, two with the clock. */
export const analysisRequests = (samples: number, clock: boolean): number => samples * (clock ? 2 : 1)

/** A size as a person reads it, in powers of 1024. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return applyNumberFormat(`${(bytes / 1024).toFixed(1)} KB`)
  return applyNumberFormat(`${(bytes / 1024 / 1024).toFixed(1)} MB`)
}

/** JSON with line breaks where the text is JSON; anything else as it came. */
export function toReadable(text: string, contentType: string): string {
  if (!contentType.includes('json')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The group that counts: the one set here goes before the one that was sent. */
export const groupOf = ({ annotation, fields }: Sample): string | null => {
  const group = annotation?.group ?? fields['group'] ?? null
  return group === null ? null : String(group)
}

/** A name for a file that is made of what a person called something. */
export const toFileName = (name: string, ending: string): string =>
  `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 120) || 'sample'}${ending}`

/** The ending of a report's file, by its kind; what nobody knows is plain bytes. */
export function endingOf(contentType: string): string {
  const subtype = contentType.toLowerCase().split(';')[0]?.trim().split('/')[1] ?? ''
  if (subtype.endsWith('json')) return '.json'
  if (subtype.endsWith('html') || subtype.endsWith('xhtml+xml')) return '.html'
  if (subtype.endsWith('xml')) return '.xml'
  return endings[subtype] ?? '.bin'
}

const endings: Record<string, string> = { pdf: '.pdf', plain: '.txt', csv: '.csv' }
