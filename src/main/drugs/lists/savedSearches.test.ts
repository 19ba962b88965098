import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SavedSearch } from '../../../shared/domain/drugs/drug.ts'
import { type DrugTestStores, openDrugTestStores } from '../testing/drugTestStores.ts'
import { createSavedSearches, type SavedSearches } from './savedSearches.ts'

let all: DrugTestStores
let searches: SavedSearches
beforeEach(async () => {
  all = await openDrugTestStores()
  searches = createSavedSearches(all)
})
afterEach(() => all.close())

const ifTaken = 'replace'

test('searches are saved by name, and a save under a taken name returns the search it replaced', async () => {
  const b = await searches.save({ name: 'b', address: '?text=x', ifTaken })
  await searches.save({ name: 'A', address: '', ifTaken })
  all.time.nowMs += 1000
  const again = await searches.save({ name: 'b', address: '?text=%3D1&direction=inhibits', ifTaken })
  expect(again).toEqual({
    searchId: b.searchId,
    name: 'b',
    address: '?text=%3D1&direction=inhibits',
    createdAt: new Date(all.time.nowMs).toISOString(),
    replaced: '?text=x',
  })
  expect((await searches.list({})).map(({ name }) => name)).toEqual(['A', 'b'])
  await searches.remove({ searchId: b.searchId })
  await searches.remove({ searchId: b.searchId })
  expect((await searches.list({})).map(({ name }) => name)).toEqual(['A'])
  expect(all.emitted).toEqual(Array.from({ length: 5 }, () => 'drugs.changed'))
})

test('concurrent saves under one name leave one search', async () => {
  await Promise.all(
    ['?a', '?b', '?c'].map(async (address) => searches.save({ name: 'same', address, ifTaken })),
  )
  expect(await searches.list({})).toHaveLength(1)
})

test('a search cannot take the name of another one', async () => {
  const a = await searches.save({ name: 'a', address: '?a', ifTaken })
  await searches.save({ name: 'b', address: '?b', ifTaken })
  await expect(searches.rename({ searchId: a.searchId, name: 'b' })).rejects.toMatchObject({
    code: 'rejected',
    message: 'A saved search named “b” already exists. Choose another name.',
  })
  expect((await searches.list({})).map(({ name, address }) => [name, address])).toEqual([
    ['a', '?a'],
    ['b', '?b'],
  ])
  expect(await searches.rename({ searchId: a.searchId, name: 'A' })).toMatchObject({
    ...renamed(a),
    name: 'A',
  })
  expect(await searches.rename({ searchId: a.searchId, name: 'A' })).toMatchObject({
    name: 'A',
    address: '?a',
  })
  await searches.remove({ searchId: a.searchId })
  await expect(searches.rename({ searchId: a.searchId, name: 'c' })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('a restored search gets a number if its name was taken in the meantime', async () => {
  await searches.save({ name: 'a', address: '?new', ifTaken })
  const back = { name: 'a', address: '?old', ifTaken: 'number' } as const
  expect(await searches.save(back)).toMatchObject({ name: 'a (2)', replaced: null })
  expect(await searches.save(back)).toMatchObject({ name: 'a (3)', replaced: null })
  expect((await searches.list({})).map(({ address }) => address)).toEqual(['?new', '?old', '?old'])
})

const renamed = ({ searchId, address, createdAt }: SavedSearch) => ({ searchId, address, createdAt })
