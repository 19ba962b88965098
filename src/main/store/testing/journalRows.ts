import type { Journal, JournalQuery } from '../journal.ts'

const at = '2026-01-01T00:00:00.000Z'
const states = ['created', 'queued', 'sending', 'failed', 'unknown'] as const

/** Fills a journal with one batch that has rows in every state, and a sample for each created row. */
export async function fillJournal(journal: Journal, rows: number, first = 0): Promise<void> {
  const batchId = `B-${first}`
  await journal.transaction(async (query) => {
    await query
      .insertInto('batches')
      .values({
        batch_id: batchId,
        file_name: 'cohort.csv',
        file_sha256: 'f'.repeat(64),
        mapping: '{}',
        read_as: '{}',
        created_at: at,
        state: 'paused',
        lease_owner: null,
        lease_until_ms: 0,
      })
      .execute()
    for (let row = first; row < first + rows; row++) await addRow(query, batchId, row)
  })
}

async function addRow(query: JournalQuery, batchId: string, row: number): Promise<void> {
  const state = states[row % states.length] ?? 'queued'
  const fields = JSON.stringify({ name: `Donor ${row}`, age: 20 + (row % 60), tissue: 'whole blood' })
  const sampleId = state === 'created' ? `S-${row}` : null
  await query
    .insertInto('ledger')
    .values({
      batch_id: batchId,
      row,
      client_reference: `REF-${row}`,
      fields,
      idempotency_key: `key-${row}`,
      state,
      sample_id: sampleId,
      message: null,
      updated_at: at,
    })
    .execute()
  if (sampleId === null) return
  await query
    .insertInto('samples')
    .values({
      sample_id: sampleId,
      client_reference: `REF-${row}`,
      fields,
      batch_id: batchId,
      status: 'done',
      state: 'succeeded',
      created_at: at,
      checked_at: null,
      service: 'https://s.example/api/v1',
      synthetic: 1,
    })
    .execute()
}
