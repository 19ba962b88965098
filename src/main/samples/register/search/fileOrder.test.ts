import { expect, it } from 'vitest'
import { openStores } from '../../../store/testing/openStores.ts'
import { addBatch, recordOutcome } from '../../orders/ledger/ledger.ts'
import { newBatch } from '../../orders/testing/newBatch.ts'
import { pageOfSamples } from './sampleSearch.ts'

const at = '2026-11-21T08:00:00.000Z'

it('keeps the file order, whichever response arrives first', async () => {
  const { journal, close } = await openStores()
  const orders = [10, 2, 9].map((row) => ({ row, fields: { client_reference: `R${row}` } }))
  await addBatch(journal, newBatch(orders), { batchId: 'b1', profileId: 'p1', nowMs: Date.parse(at) })
  for (const { row, fields } of orders) {
    const value = { sampleId: `S${row}`, status: 'queued', state: 'queued', createdAt: at } as const
    const answer = { value, raw: {}, fetchedAt: at, service: 's', requestId: null, synthetic: false }
    await recordOutcome(journal, { batchId: 'b1', row, fields }, { state: 'created', answer }, at)
  }
  const sort = [{ by: 'created_at' as const, order: 'asc' as const }]
  const { rows } = await pageOfSamples(journal.query, { text: '', sort, page: 1, limit: 10 })
  expect(rows.map((row) => row.client_reference)).toEqual(['R2', 'R9', 'R10'])
  await close()
})
