import { expect, test } from 'vitest'
import { createDrugCacheFixture, drugOf, toFetchedDrug } from '../../testing/drugCacheFixture.ts'
import { all } from './rawSql.ts'
import { mergeSegments } from './writeIndex.ts'

/** Returns the bytes that the words take; deleted entries count until they are merged away. */
const bytesOf = async (query: Parameters<typeof all>[0]) =>
  (await all<{ bytes: number }>(query, 'SELECT sum(length(block)) AS bytes FROM drug_words_data'))[0]
    ?.bytes ?? 0

test('deleted entries disappear after enough writes, and searches find the same', async () => {
  const drugs = Array.from({ length: 300 }, (_, index) => drugOf(`D${index}`, `Name${index} common`))
  const fixture = await createDrugCacheFixture(drugs)
  const once = await bytesOf(fixture.database.query)
  for (const name of ['first', 'second', 'third'])
    await fixture.drugCache.cacheDrugs(
      drugs.map((drug) => toFetchedDrug({ ...drug, description: `${name} ${drug.name}` })),
    )
  await fixture.drugCache.cacheDrugs(drugs.map((drug) => toFetchedDrug({ ...drug, description: 'short' })))
  await mergeSegments(fixture.database)
  const before = await bytesOf(fixture.database.query)
  expect(before).toBeGreaterThan(once * 1.5)
  await all(fixture.database.query, 'UPDATE drug_index SET written = 1000000')
  await mergeSegments(fixture.database)
  expect(await bytesOf(fixture.database.query)).toBeLessThan(before / 1.3)
  expect(await fixture.search('name29 common short')).toMatchObject({ total: 11 })
  expect(await fixture.search('third')).toMatchObject({ total: 0 })
  const [state] = await all<{ written: number }>(fixture.database.query, 'SELECT written FROM drug_index')
  expect(state?.written).toBe(0)
  await fixture.close()
})
