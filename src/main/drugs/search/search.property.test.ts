import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Drug } from '../../../shared/domain/drugs/drug.ts'
import { createRandom } from '../testing/createRandom.ts'
import {
  createDrugCacheFixture,
  type DrugCacheFixture,
  drugOf,
  toFetchedDrug,
} from '../testing/drugCacheFixture.ts'
import { facetsOf } from './facets.ts'
import { all } from './index/rawSql.ts'

const syllable = fc.constantFrom('ma', 'me', 'to', 'ra', 'pa', 'in', 'ol', 'x')
const word = fc.array(syllable, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const someDrugs = fc
  .array(
    fc.record({
      name: phrase,
      synonyms: fc.array(phrase, { maxLength: 2 }),
      category: fc.option(fc.constantFrom('Mato', 'Inol')),
      description: fc.option(phrase),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((records) => records.map((record, index): Drug => ({ ...record, drugId: `D-${index}-q` })))

const kinds = ['exact', 'prefix', 'nameWords', 'words', 'within', 'typo']
const squeezed = (text: string) => text.replaceAll(' ', '')

/** Returns the expected hits, computed in the simplest way. */
function naive(drugs: readonly Drug[], text: string): Set<string> {
  const terms = text.split(' ')
  const found = drugs.filter(({ name, synonyms, category, description }) => {
    const names = [name, ...synonyms]
    const words = [...names, category ?? '', description ?? ''].join(' ').toLowerCase().split(' ')
    return (
      terms.every((one) => words.some((each) => each.startsWith(one))) ||
      names.some((one) => squeezed(one).includes(squeezed(text)) && squeezed(text).length >= 3) ||
      names.some((one) => squeezed(one).startsWith(squeezed(text)))
    )
  })
  return new Set(found.map(({ drugId }) => drugId))
}

describe('a search of generated catalogues', () => {
  test('finds what a naive search finds, best kinds first and without duplicates', async () => {
    await fc.assert(
      fc.asyncProperty(someDrugs, fc.array(phrase, { minLength: 1, maxLength: 6 }), async (drugs, texts) => {
        const fixture = await createDrugCacheFixture(drugs)
        try {
          for (const text of texts) {
            const { hits, total } = await fixture.search(text)
            const found = hits.map(({ match }) => kinds.indexOf(match?.kind ?? ''))
            expect(found).toEqual([...found].sort((a, b) => a - b))
            expect(total).toBe(hits.length)
            const asWritten = hits.filter(({ match }) => match?.kind !== 'typo').map(({ drugId }) => drugId)
            expect(new Set(asWritten).size).toBe(asWritten.length)
            expect(new Set(asWritten)).toEqual(naive(drugs, text))
          }
        } finally {
          await fixture.close()
        }
      }),
      { numRuns: 40 },
    )
  })

  test('accepts one typo in any word of four or more letters', async () => {
    const random = createRandom(5)
    const letter = () => String.fromCharCode(97 + Math.floor(random() * 26))
    const names = Array.from({ length: 300 }, () =>
      Array.from({ length: 5 + Math.floor(random() * 9) }, letter).join(''),
    )
    const fixture = await createDrugCacheFixture(names.map((name, index) => drugOf(`D${index}`, name)))
    onTestFinished(fixture.close)
    let found = 0
    for (const name of names) {
      const at = Math.floor(random() * (name.length - 1))
      const typos = [
        name.slice(0, at) + name.slice(at + 1),
        name.slice(0, at) + letter() + name.slice(at),
        name.slice(0, at) + letter() + name.slice(at + 1),
        `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`,
      ]
      const typed = typos[Math.floor(random() * typos.length)] ?? name
      if ((await fixture.find(typed, { limit: 10 })).includes(name)) found++
    }
    expect(found).toBe(names.length)
  })
})

test('the naive search detects a search that uses only the first word', async () => {
  const forgetful = (fixture: DrugCacheFixture, text: string) => fixture.search(text.split(' ')[0] ?? '')
  const property = fc.asyncProperty(someDrugs, phrase, async (drugs, text) => {
    const fixture = await createDrugCacheFixture(drugs)
    try {
      const { hits } = await forgetful(fixture, text)
      const asWritten = hits.filter(({ match }) => match?.kind !== 'typo').map(({ drugId }) => drugId)
      expect(new Set(asWritten)).toEqual(naive(drugs, text))
    } finally {
      await fixture.close()
    }
  })
  expect((await fc.check(property, { numRuns: 60, endOnFailure: true })).failed).toBe(true)
})

/** Reads everything the index returns, sorted, because its internal segments may differ. */
async function answers(fixture: DrugCacheFixture, texts: readonly string[]) {
  const tables = await Promise.all(
    [
      'SELECT * FROM drug_keys',
      'SELECT o.id, c.category, c.scope, c.acts FROM drug_class_of AS o JOIN drug_classes AS c USING (class) ORDER BY o.id',
    ].map((sql) => all(fixture.database.query, sql)),
  )
  const facets = await all(fixture.database.query, 'SELECT * FROM drug_facets WHERE count <> 0')
  const cells = await all(fixture.database.query, 'SELECT * FROM drug_cells WHERE count <> 0')
  const found: unknown[] = []
  for (const text of texts)
    found.push(await fixture.search(text), await fixture.search(text, { category: 'mato' }))
  return { tables, facets, cells, found, counted: await facetsOf(fixture.database.query, { text: '' }) }
}

describe('an index with changes', () => {
  test('equals an index built from the final drugs', async () => {
    await fc.assert(
      fc.asyncProperty(
        someDrugs,
        someDrugs,
        fc.array(phrase, { maxLength: 4 }),
        async (first, then, texts) => {
          const fixture = await createDrugCacheFixture([...first, ...then, ...first])
          try {
            const [one] = first
            if (one)
              await fixture.setPathways(one.drugId, [
                { pathway: 'mTOR', direction: 'inhibits', evidence: null },
              ])
            await fixture.drugCache.cacheDrugs(then.map(toFetchedDrug))
            const grown = await answers(fixture, [...texts, 'mtor', 'd-1-q'])
            await rebuild(fixture)
            expect(await answers(fixture, [...texts, 'mtor', 'd-1-q'])).toEqual(grown)
          } finally {
            await fixture.close()
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('passes the integrity checks of FTS5 after drugs have changed', async () => {
    const fixture = await createDrugCacheFixture([drugOf('1', 'Rapamycin', { description: 'Old words' })])
    onTestFinished(fixture.close)
    await fixture.drugCache.cacheDrugs([
      toFetchedDrug(drugOf('1', 'Sirolimus', { description: 'New words' })),
    ])
    expect(await fixture.find('rapa')).toEqual([])
    expect(await fixture.find('old')).toEqual([])
    expect(await fixture.find('new siro')).toEqual(['Sirolimus'])
  })
})

async function rebuild({ database }: DrugCacheFixture): Promise<void> {
  await all(database.query, 'UPDATE drug_index SET version = 0')
  const { indexWaiting } = await import('./index/writeIndex.ts')
  await indexWaiting(database, async () => {})
}
