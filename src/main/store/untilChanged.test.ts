import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStores } from './testing/openStores.ts'
import { untilChanged } from './untilChanged.ts'

let stores: Awaited<ReturnType<typeof openStores>>
beforeEach(async () => {
  stores = await openStores()
})
afterEach(() => stores.close())

it('reads once for the same objects until the file changes', async () => {
  const { query } = stores.journal
  let reads = 0
  const read = untilChanged(query, async (_of: object) => (reads += 1))
  const [one, other] = [{}, {}]
  expect([await read(one), await read(one), await read(other), await read(other)]).toEqual([1, 1, 2, 2])
  await query
    .insertInto('studies')
    .values({ study_id: 's', name: 's', question: '', created_at: '', changed_at: '', archived_at: null })
    .execute()
  expect([await read(other), await read(other)]).toEqual([3, 3])
})

it('reads again after a failure', async () => {
  let reads = 0
  const read = untilChanged(stores.journal.query, async () => {
    reads += 1
    if (reads === 1) throw new Error('locked')
    return reads
  })
  await expect(read()).rejects.toThrow('locked')
  expect(await read()).toBe(2)
})
