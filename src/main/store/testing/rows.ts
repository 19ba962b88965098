import type { Insertable } from 'kysely'
import type { JournalSchema } from '../journal.ts'

type Row<Table extends keyof JournalSchema> = Insertable<JournalSchema[Table]>

/** A batch whose orders have all been sent, apart from `more`. */
export const batchRow = (batch_id: string, more: Partial<Row<'batches'>> = {}): Row<'batches'> => ({
  batch_id,
  file_name: 'a.csv',
  file_sha256: 'abc',
  mapping: '{}',
  read_as: '{}',
  created_at: '2026-01-01T00:00:00.000Z',
  state: 'done',
  lease_owner: null,
  lease_until_ms: 0,
  ...more,
})

/** A finished sample without fields, apart from `more`. */
export const sampleRow = (sample_id: string, more: Partial<Row<'samples'>> = {}): Row<'samples'> => ({
  sample_id,
  client_reference: `ref-${sample_id}`,
  fields: '{}',
  batch_id: null,
  status: 'completed',
  state: 'succeeded',
  created_at: '2026-01-01T00:00:00.000Z',
  checked_at: null,
  service: 'https://service.example/api/v1',
  synthetic: 0,
  ...more,
})

/** An annotation that changes nothing, apart from `more`. */
export const annotationRow = (
  sample_id: string,
  more: Partial<Row<'annotations'>> = {},
): Row<'annotations'> => ({
  sample_id,
  group_name: null,
  tags: '[]',
  note: null,
  fields: '{}',
  changed_at: '2026-03-01T00:00:00.000Z',
  changed_by: 'Ada',
  ...more,
})
