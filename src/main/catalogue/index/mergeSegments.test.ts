import { expect, test } from 'vitest'
import { drugOf, keepDrugs, seenOf } from '../testing/keptDrugs.ts'
import { mergeSegments } from './mergeSegments.ts'
import { all } from './rawSql.ts'

/** Bytes that the words take; what was crossed out counts until it is merged away. */
const bytesOf = async (query: Parameters<typeof all>[0]) =>
  (await all<{ bytes: number }>(query, 'SELECT sum(length(block)) AS bytes FROM drug_words_data'))[0]
    ?.bytes ?? 0

test('what was crossed out is gone once enough was written, and the same is found', async () => {
  const drugs = Array.from({ length: 300 }, (_, index) => drugOf(`D${index}`, `Name${index} common`))
  const kept = await keepDrugs(drugs)
  const once = await bytesOf(kept.cache.query)
  for (const name of ['first', 'second', 'third'])
    await kept.kept.keep(drugs.map((drug) => seenOf({ ...drug, description: `${name} ${drug.name}` })))
  await kept.kept.keep(drugs.map((drug) => seenOf({ ...drug, description: 'short' })))
  await mergeSegments(kept.cache)
  const before = await bytesOf(kept.cache.query)
  expect(before).toBeGreaterThan(once * 1.5)
  await all(kept.cache.query, 'UPDATE drug_index SET written = 1000000')
  await mergeSegments(kept.cache)
  expect(await bytesOf(kept.cache.query)).toBeLessThan(before / 1.3)
  expect(await kept.ask('name29 common short')).toMatchObject({ total: 11 })
  expect(await kept.ask('third')).toMatchObject({ total: 0 })
  const [state] = await all<{ written: number }>(kept.cache.query, 'SELECT written FROM drug_index')
  expect(state?.written).toBe(0)
  await kept.close()
})
