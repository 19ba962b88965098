import { afterEach, describe, expect, it } from 'vitest'
import { setUpClient } from './testing/setUpClient.ts'

let close: () => Promise<void> = async () => undefined
afterEach(() => close())

const order = { client_reference: 'A-1', age: 41, tissue: 'blood' }

async function ordering(order_fields: Record<string, string>) {
  const placed = { code: 200, data: { sample_id: 'S-1', status: 'queued' } }
  const client = await setUpClient(() => ({ body: placed }), {
    settings: { base_path: '/api/v1', order_fields },
  })
  close = client.close
  return client
}

describe('the names under which the fields of an order are sent', () => {
  it('are those set for the profile, and their own where none is set', async () => {
    const { remote, seen } = await ordering({
      client_reference: 'external_id',
      age: 'age_years',
      sex: 'gender',
    })
    await remote.createOrder(order, { idempotencyKey: 'k' })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ external_id: 'A-1', age_years: 41, tissue: 'blood' })
  })

  it('may trade places', async () => {
    const { remote, seen } = await ordering({ age: 'tissue', tissue: 'age' })
    await remote.createOrder(order, { idempotencyKey: 'k' })
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ tissue: 41, age: 'blood' })
  })

  it('lose no value: two fields under one name are refused before anything leaves', async () => {
    const { remote, seen } = await ordering({ age: 'tissue' })
    await expect(remote.createOrder(order, { idempotencyKey: 'k' })).rejects.toMatchObject({
      code: 'rejected',
      details: { problems: [{ field: 'tissue' }] },
    })
    expect(seen).toEqual([])
  })
})
