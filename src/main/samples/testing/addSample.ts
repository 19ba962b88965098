import type { Insertable } from 'kysely'
import type { JournalQuery, JournalSchema } from '../../store/journal.ts'

/** Adds a sample to the register: one that was ordered elsewhere, has no name of its own and has succeeded. */
export const addSample = (
  query: JournalQuery,
  sampleId: string,
  {
    fields,
    ...columns
  }: Partial<Omit<Insertable<JournalSchema['samples']>, 'fields'>> & { fields?: object } = {},
) =>
  query
    .insertInto('samples')
    .values({
      sample_id: sampleId,
      client_reference: sampleId,
      fields: JSON.stringify(fields ?? {}),
      batch_id: null,
      status: 'done',
      state: 'succeeded',
      created_at: '2026-01-01T00:00:00.000Z',
      checked_at: null,
      service: 'https://service.example/api/v1',
      synthetic: 0,
      ...columns,
    })
    .execute()
