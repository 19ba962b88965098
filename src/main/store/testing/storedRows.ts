import type { Database } from '../../ports.ts'
import type { JournalSchema, SampleRow } from '../journal.ts'
import type { AnswersSchema } from '../resultTables.ts'

export const service = 'https://service.example/api/v1'

/** Returns the register's row of a finished sample. */
export const sampleRow = (sampleId: string, more: Partial<SampleRow> = {}): SampleRow => ({
  sample_id: sampleId,
  client_reference: `ref-${sampleId}`,
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

export async function registerSamples({ query }: Database<JournalSchema>, rows: SampleRow[]): Promise<void> {
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
