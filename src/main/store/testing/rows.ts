import type { Insertable } from 'kysely'
import type { Database } from '../../ports.ts'
import type { Journal, JournalSchema, SampleRow } from '../journal.ts'
import type { AnswersSchema } from '../resultTables.ts'

export const service = 'https://service.example/api/v1'

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
export const sampleRow = (sample_id: string, more: Partial<SampleRow> = {}): SampleRow => ({
  sample_id,
  client_reference: `ref-${sample_id}`,
  fields: '{}',
  batch_id: null,
  status: 'completed',
  state: 'succeeded',
  created_at: '2026-01-01T00:00:00.000Z',
  checked_at: null,
  service,
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

export async function registerSamples({ query }: Journal, rows: SampleRow[]): Promise<void> {
  await query.insertInto('samples').values(rows).execute()
}

/** Stores the lease of a request that another process has begun. */
export async function addRequestLease(
  { query }: Database<AnswersSchema>,
  lease: { sampleId: string; untilMs: number; kind?: 'activity' | 'clock'; sent?: 0 | 1 },
): Promise<void> {
  const { sampleId, untilMs, kind = 'activity', sent = 1 } = lease
  await query
    .insertInto('asked')
    .values({
      sample_id: sampleId,
      kind,
      pathways: '[]',
      owner: 'killed',
      lease_until_ms: untilMs,
      sent,
      failed: 0,
    })
    .execute()
}
