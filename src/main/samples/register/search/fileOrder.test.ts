import { expect, it } from 'vitest'
import type { Checked } from '../../../../shared/contract/contract.ts'
import { openStores } from '../../../store/testing/openStores.ts'
import { recordOutcome } from '../../orders/ledger/ledger.ts'
import { pageOfSamples } from './sampleSearch.ts'

const at = '2026-11-21T08:00:00.000Z'

it('keeps the file order, whichever response arrives first', async () => {
  const { journal, close } = await openStores()
  const batch = {
    batch_id: 'b1',
    file_name: 'a.csv',
    file_sha256: '',
    mapping: '{}',
    read_as: '{}',
    created_at: at,
  }
  await journal.query
    .insertInto('batches')
    .values({ ...batch, state: 'running', lease_owner: null, lease_until_ms: 0 })
    .execute()
  for (const row of [10, 2, 9]) {
    const fields = { client_reference: `R${row}` }
    await journal.query
      .insertInto('ledger')
      .values({
        batch_id: 'b1',
        row,
        client_reference: fields.client_reference,
        fields: JSON.stringify(fields),
        idempotency_key: `k${row}`,
        state: 'sending',
        sample_id: null,
        message: null,
        updated_at: at,
      })
      .execute()
    const value = { sampleId: `S${row}`, status: 'queued', state: 'queued', createdAt: at } as const
    const origin = {
      raw: {},
      fetchedAt: at,
      service: 'https://service.example',
      requestId: null,
      synthetic: false,
    }
    const order = { batchId: 'b1', row, fields, idempotencyKey: `k${row}` }
    await recordOutcome(journal, order, { state: 'created', answer: { value, ...origin } }, at)
  }
  const listParams = {
    text: '',
    sort: [{ by: 'created_at', order: 'asc' }],
    page: 1,
    limit: 10,
  } satisfies Checked<'samples.list'>
  const { rows } = await pageOfSamples(journal.query, listParams)
  expect(rows.map((row) => row.client_reference)).toEqual(['R2', 'R9', 'R10'])
  await close()
})
