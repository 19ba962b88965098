import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Opened, openAll } from '../testing/openAll.ts'
import { createSavedSearches, type SavedSearches } from './savedSearches.ts'

let all: Opened
let searches: SavedSearches
beforeEach(async () => {
  all = await openAll()
  searches = createSavedSearches(all)
})
afterEach(() => all.close())

test('searches are kept by name, and one of the same name is replaced', async () => {
  const b = await searches.save({ name: 'b', address: '?text=x' })
  await searches.save({ name: 'A', address: '' })
  all.time.nowMs += 1000
  const again = await searches.save({ name: 'b', address: '?text=%3D1&direction=inhibits' })
  expect(again).toEqual({
    searchId: b.searchId,
    name: 'b',
    address: '?text=%3D1&direction=inhibits',
    createdAt: new Date(all.time.nowMs).toISOString(),
  })
  expect((await searches.list({})).map(({ name }) => name)).toEqual(['A', 'b'])
  await searches.remove({ searchId: b.searchId })
  await searches.remove({ searchId: b.searchId })
  expect((await searches.list({})).map(({ name }) => name)).toEqual(['A'])
  expect(all.emitted).toEqual(Array.from({ length: 5 }, () => 'drugs.changed'))
})

test('two saves of one name at once leave one search', async () => {
  await Promise.all(['?a', '?b', '?c'].map(async (address) => searches.save({ name: 'same', address })))
  expect(await searches.list({})).toHaveLength(1)
})
