import { afterEach, describe, expect, it } from 'vitest'
import type { ReferenceOptions } from '../index.ts'
import { type DemoClient, startDemo } from '../testing/demoClient.ts'

const order = { client_reference: 'S-1', age: 54 }
const key = { 'Idempotency-Key': 'k1' }

let running: DemoClient[] = []
async function start(options?: ReferenceOptions): Promise<DemoClient> {
  const demo = await startDemo(options)
  running.push(demo)
  return demo
}
afterEach(async () => {
  await Promise.all(running.map(({ service }) => service.close()))
  running = []
})

describe('Idempotency-Key', () => {
  it('the same key and order give the same sample, however the fields are ordered', async () => {
    const demo = await start()
    const first = await demo.post('samples', order, key)
    demo.clock.now += 5000
    const again = await demo.post('samples', { age: 54, client_reference: 'S-1' }, key)
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.data.sample_id).toBe(first.data.sample_id)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(demo.service.summary().orders).toBe(1)
  })

  it('fifty simultaneous requests create one sample', async () => {
    const demo = await start()
    const replies = await Promise.all(Array.from({ length: 50 }, () => demo.post('samples', order, key)))
    expect(new Set(replies.map(({ data }) => data.sample_id)).size).toBe(1)
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  it('the same key with another order is refused', async () => {
    const demo = await start()
    await demo.post('samples', order, key)
    const refused = await demo.post('samples', { ...order, age: 55 }, key)
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain('Idempotency-Key')
    expect(demo.service.summary().orders).toBe(1)
  })

  it.each([
    ['without a key', {}, {}],
    ['where the service knows no keys', { variants: ['no-idempotency'] }, key],
  ])('%s the same order makes another sample', async (_, options, headers) => {
    const demo = await start(options)
    const first = await demo.post('samples', order, headers)
    const second = await demo.post('samples', order, headers)
    expect(second.data.sample_id).not.toBe(first.data.sample_id)
  })
})

describe('the store', () => {
  const memory = () => {
    let saved: string | null = null
    return {
      load: () => saved,
      save: (text: string) => {
        saved = text
      },
    }
  }

  it('orders, tasks, keys, sign-ins and the user outlive a restart', async () => {
    const store = memory()
    const before = await startDemo({ store })
    const id = await before.order(order)
    await before.post('samples', { client_reference: 'keyed' }, key)
    await before.request('PATCH', '/api/v1/users/me', { name: 'Ada' })
    const task = await before.post('screening', { sample_id: id })
    const scores = await before.post('moa/pathway-analysis', { sample_id: id })
    await before.service.close()

    const after = await start({ store })
    expect(after.service.apiKey).toBe(before.service.apiKey)
    after.clock.now += 1_000_000
    expect((await after.get(`screening/${task.data.task_id}`)).data.status).toBe('succeeded')
    const again = await after.post('moa/pathway-analysis', { sample_id: id })
    expect(again.data).toEqual(scores.data)
    const replay = await after.post('samples', { client_reference: 'keyed' }, key)
    expect(replay.status).toBe(200)
    expect((await after.get('users/me')).data.name).toBe('Ada')
    expect(after.service.summary()).toMatchObject({ orders: 2, tasks: 1 })
  })

  it('starts empty on a damaged file, and survives a disk that refuses to write', async () => {
    const broken = { load: () => '{"version":1,"orders":', save: () => expect.unreachable() }
    expect((await start({ store: broken })).service.summary().orders).toBe(0)
    const full = {
      load: () => null,
      save: () => {
        throw new Error('disk full')
      },
    }
    const demo = await startDemo({ store: full })
    expect((await demo.post('samples', order)).status).toBe(201)
    await expect(demo.service.close()).rejects.toThrow('disk full')
  })
})

describe('determinism', () => {
  it('two services of one seed answer alike, whatever the order of the orders; another seed differs', async () => {
    const [one, two, other] = await Promise.all([start({ seed: 5 }), start({ seed: 5 }), start({ seed: 6 })])
    await two.order({ client_reference: 'first' })
    const scores = async (demo: DemoClient) => {
      const id = await demo.order(order)
      return (await demo.post('moa/pathway-analysis', { sample_id: id })).data
    }
    const expected = await scores(one)
    expect(await scores(two)).toEqual(expected)
    expect(await scores(other)).not.toEqual(expected)
    expect(one.service.apiKey).toBe(two.service.apiKey)
    expect(one.service.apiKey).not.toBe(other.service.apiKey)
  })

  it('speed makes orders ripen faster', async () => {
    const demo = await start({ speed: 30 })
    const placed = await demo.post('samples', order)
    demo.clock.now += 2_500
    expect((await demo.get(`samples/${placed.data.sample_id}`)).data.status).toBe('succeeded')
  })
})
