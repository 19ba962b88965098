import { expect, it } from 'vitest'
import type { Call, Checked } from '../../../../../shared/contract/contract.ts'
import { failedRows } from './batches.ts'

it('lists every failed or unknown row of a batch, however many pages they fill', async () => {
  const call = (async (_name: string, { state, page, limit }: Checked<'batches.rows'>) => {
    const total = state === 'failed' ? 1200 : 3
    const first = (page - 1) * limit
    const rows = Array.from({ length: Math.min(limit, total - first) }, (_, index) => ({
      row: first + index + 2,
      clientReference: `S-${first + index}`,
      message: null,
    }))
    return { rows, total }
  }) as unknown as Call
  const problems = await failedRows(call, 'B-1')
  expect(problems).toHaveLength(1203)
  expect(problems[1199]).toMatchObject({ row: 1201, value: 'S-1199', rule: 'refused-by-service' })
  expect(problems[1202]).toMatchObject({ row: 4, rule: 'unknown-outcome' })
})
