import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Checked } from '../../shared/contract/contract.ts'
import { Failure, notFound, rejected } from '../../shared/contract/failures.ts'
import type { Drug, DrugPathway } from '../../shared/domain/drugs/drug.ts'
import { joinMessages, message, toEnglish } from '../../shared/words/message.ts'
import { openDatabase } from '../adapters/sqlite/openDatabase.ts'
import { systemClock } from '../adapters/system.ts'
import { createVirtualClock } from '../api/testing/virtualClock.ts'
import type { Clock, Database, RemoteService, ServiceResponse } from '../ports.ts'
import { type DrugsSchema, drugsMigrations } from '../store/drugs.ts'
import { newFolder } from '../testing/newFolder.ts'
import { createDrugCache } from './cache/drugCache.ts'
import { createCatalogue } from './catalogue.ts'
import type { PathwayGroup } from './rows/drugStore.ts'

const drug = (drugId: string, name: string, more: Partial<Drug> = {}): Drug => ({
  drugId,
  name,
  synonyms: [],
  category: null,
  description: null,
  ...more,
})

const drugs = [
  drug('D1', 'Metformin', { category: 'Biguanide', description: 'Activates AMPK' }),
  drug('D2', 'Rapamycin', { synonyms: ['Sirolimus'], category: 'mTOR inhibitor' }),
  drug('D3', 'Sirolimus analogue'),
  drug('D4', 'β-Carotene', { category: 'biguanide' }),
  drug('D5', '100% Ethanol_x'),
]
const laterIso = '2026-02-01T00:00:00.000Z'
const acts: DrugPathway[] = [{ pathway: 'AMPK', direction: 'activates', evidence: 'in vitro' }]
const groups: PathwayGroup[] = [
  { pathway: 'ampk', title: 'AMPK', names: ['AMPK', 'Ampk'], merged: ['amp-kinase'] },
  { pathway: 'mtor', title: 'mTOR', names: ['mTOR'] },
]
const offline = new Failure('offline', joinMessages([`The service cannot be reached.`]), {
  reason: 'network',
})
const noDrug = (name: string) => notFound(joinMessages([`There is no drug ${name}.`]), message('shared.drug'))

/** Creates a service with a list of drugs that records the requests it got. */
function createService() {
  const state = {
    failure: null as Failure | null,
    noPathways: null as Failure | null,
    description: null as string | null,
    requests: [] as unknown[],
    skipped: 0,
    next: null as string | null,
    more: false,
    fetchedAt: '2026-01-01T00:00:00.000Z',
    synthetic: false,
  }
  const answer = <T>(value: T, raw: unknown): ServiceResponse<T> => ({
    value,
    raw,
    fetchedAt: state.fetchedAt,
    service: 'https://service.example/api/v1',
    requestId: null,
    synthetic: state.synthetic,
  })
  const open = (...received: unknown[]) => {
    state.requests.push(...received)
    if (state.failure) throw state.failure
  }
  const find = (drugId: string): Drug => {
    const found = drugs.find((one) => one.drugId === drugId)
    if (!found) throw noDrug(drugId)
    return found
  }
  const remote: Pick<RemoteService, 'searchDrugs' | 'drug' | 'drugPathways' | 'drugPathway'> = {
    drugPathway: async (name) => {
      open(name)
      if (name === 'Nobody') throw noDrug(name)
      return answer(acts, { code: 200, data: acts })
    },
    searchDrugs: async (query) => {
      open(query)
      const hits = drugs
        .filter((one) => one.name.toLowerCase().includes(query.q ?? ''))
        .map((one) => ({ ...one, description: state.description ?? one.description }))
      const raws = hits.map(({ drugId, name }) => ({ drug_id: drugId, name, extra: 1 }))
      const { skipped, next, more } = state
      return answer({ items: hits, total: hits.length, page: 1, limit: 20, raws, skipped, next, more }, null)
    },
    drug: async (drugId) => {
      open(drugId)
      return answer(find(drugId), {
        code: 200,
        data: { drug_id: drugId, extra: 1, form: 'salt', more: 'than a list tells' },
      })
    },
    drugPathways: async (drugId) => {
      open(drugId)
      if (state.noPathways) throw state.noPathways
      find(drugId)
      return answer(acts, { code: 200, data: acts })
    },
  }
  return { remote, state }
}

let cache: Database<DrugsSchema>

beforeEach(async () => {
  cache = await openDatabase<DrugsSchema>({
    file: join(newFolder(), 'cache.db'),
    migrations: drugsMigrations,
    durability: 'normal',
  })
})
afterEach(() => cache.close())

const searchParams = (
  text: string,
  more: Partial<Checked<'drugs.search'>> = {},
): Checked<'drugs.search'> => ({ text, from: 'cache', page: 1, limit: 20, ...more })

async function setUp({ filled = true, clock = systemClock }: { filled?: boolean; clock?: Clock } = {}) {
  const { remote, state } = createService()
  const store = createDrugCache(cache)
  const events: string[] = []
  const catalogue = createCatalogue({
    store,
    remote,
    pathwayGroups: async () => groups,
    clock,
    emit: (name) => void events.push(name),
  })
  const search = (text: string, more: Partial<Checked<'drugs.search'>> = {}) =>
    catalogue.search(searchParams(text, more))
  /** Searches the service. */
  const fetch = (text: string, more: Partial<Checked<'drugs.search'>> = {}) =>
    search(text, { from: 'service', ...more })
  if (filled) await fetch('')
  const find = async (text: string, more: Partial<Checked<'drugs.search'>> = {}) =>
    (await search(text, more)).hits.map((hit) => hit.drugId)
  return { catalogue, store, state, search, fetch, find, events }
}

describe('data that the service marks as synthetic', () => {
  test('is marked in every response, from the service and from the cache', async () => {
    const { catalogue, state } = await setUp({ filled: false })
    state.synthetic = true
    const synthetic = true
    for (const from of ['service', 'cache'] as const) {
      const { hits } = await catalogue.search(searchParams('', { from }))
      expect(hits).toHaveLength(drugs.length)
      expect(hits.every((hit) => hit.synthetic)).toBe(true)
      expect(await catalogue.show({ drugId: 'D1', from })).toMatchObject({ synthetic })
      expect(await catalogue.lookup({ name: 'Metformin', from })).toMatchObject({ synthetic })
    }
  })

  test('has no mark if the service sets none', async () => {
    const { catalogue } = await setUp()
    for (const from of ['service', 'cache'] as const) {
      const shown = await catalogue.show({ drugId: 'D1', from })
      const { hits } = await catalogue.search(searchParams('', { from }))
      for (const one of [shown, ...hits]) expect(one).not.toHaveProperty('synthetic')
    }
  })
})

describe('searching the service', () => {
  test('shows a response that could not be cached, with a notice', async () => {
    const { catalogue, fetch } = await setUp({ filled: false })
    await sql`PRAGMA query_only = ON`.execute(cache.query)
    const { hits, source, notice } = await fetch('')
    expect(hits.length).toBeGreaterThan(0)
    expect(source).toBe('service')
    expect(toEnglish(notice!)).toContain('could not cache it')
    const shown = await catalogue.show({ drugId: 'D1', from: 'service' })
    expect(shown).toMatchObject({ name: 'Metformin', pathways: acts })
  })

  test('sends only the requested parameters and caches the response', async () => {
    const { fetch, state } = await setUp({ filled: false })
    const answer = await fetch(' metf ', {
      category: 'Biguanide',
      page: 2,
      limit: 50,
      sort: 'name',
      order: 'desc',
    })
    expect(state.requests).toEqual([
      { q: 'metf', category: 'Biguanide', page: 2, limit: 50, sort: 'name', order: 'desc' },
    ])
    expect(answer).toMatchObject({ total: 1, source: 'service', notice: null })
    expect(answer.hits[0]).toMatchObject({ drugId: 'D1', source: 'service', fetchedAt: state.fetchedAt })
    const row = await cache.query.selectFrom('drugs').selectAll().executeTakeFirstOrThrow()
    expect(JSON.parse(row.raw)).toEqual({ drug_id: 'D1', name: 'Metformin', extra: 1 })
  })

  test('falls back to the cache when the service fails, and gives the reason', async () => {
    const { fetch, state } = await setUp()
    state.failure = offline
    const answer = await fetch('metf')
    expect(answer).toMatchObject({ source: 'cache', total: 1 })
    expect(toEnglish(answer.notice!)).toContain('The service cannot be reached.')
    expect(answer.hits[0]).toMatchObject({ drugId: 'D1', source: 'cache' })
  })

  test('sends the requested fields and always the identifier', async () => {
    const { fetch, state } = await setUp({ filled: false })
    await fetch('', { fields: ['name', 'category'] })
    await fetch('', { fields: ['id', 'name'] })
    expect(state.requests).toMatchObject([{ fields: 'drug_id,name,category' }, { fields: 'id,name' }])
  })

  test('does not send a sort order that the service cannot apply', async () => {
    const { fetch, state } = await setUp({ filled: false })
    await fetch('', { sort: 'age', order: 'desc' })
    expect(state.requests).toEqual([{ page: 1, limit: 20 }])
  })

  test('sends the beginning of a long text, with a notice', async () => {
    const { fetch, state } = await setUp({ filled: false })
    const long = await fetch('长'.repeat(10_000))
    expect(state.requests).toEqual([{ q: '长'.repeat(500), page: 1, limit: 20 }])
    expect(toEnglish(long.notice!)).toContain('first 500 characters')
    expect((await fetch('长'.repeat(500))).notice).toBeNull()
  })

  test('reports the number of drugs without an identifier', async () => {
    const { fetch, state } = await setUp({ filled: false })
    state.skipped = 2
    expect(toEnglish((await fetch('')).notice!)).toContain('2 drugs in this response')
  })

  test('filters by all names of a pathway locally, because the service cannot, and says so', async () => {
    const { catalogue, search, fetch, store, state } = await setUp({ filled: false })
    await catalogue.show({ drugId: 'D2', from: 'service' })
    const other = [{ pathway: 'Ampk', direction: 'inhibits' as const, evidence: null }]
    await store.cachePathways('D2', { value: other, raw: other, fetchedAt: laterIso })
    await catalogue.show({ drugId: 'D1', from: 'service' })
    state.requests.length = 0
    const answer = await fetch('metf', { pathway: 'ampk' })
    expect(state.requests).toEqual([{ q: 'metf', page: 1, limit: 20 }])
    expect(answer).toMatchObject({ source: 'cache', total: 1 })
    expect(answer.hits[0]).toMatchObject({ drugId: 'D1', source: 'service', fetchedAt: state.fetchedAt })
    expect(toEnglish(answer.notice!)).toContain('cannot filter by pathway')
    const cached = await search('', { pathway: 'ampk', direction: 'inhibits' })
    expect(cached.hits).toMatchObject([{ drugId: 'D2', source: 'cache' }])
    expect(await search('', { pathway: 'amp-kinase', direction: 'inhibits' })).toEqual(cached)
    expect(await search('', { pathway: 'unheard of' })).toMatchObject({ total: 0 })
  })

  test('notifies pages of new drugs, at most once a second', async () => {
    const { clock, advance } = createVirtualClock()
    const { fetch, events } = await setUp({ filled: false, clock })
    await fetch('metf')
    expect(events).toEqual(['drugs.changed'])
    await fetch('')
    expect(events).toHaveLength(1)
    await advance(1000)
    expect(events).toHaveLength(2)
    await advance(1000)
    await fetch('')
    await advance(5000)
    expect(events).toHaveLength(2)
  })

  test('does not hide that the request was rejected', async () => {
    const { fetch, state } = await setUp()
    state.failure = rejected(joinMessages([`The service does not know this sort.`]))
    await expect(fetch('metf')).rejects.toBe(state.failure)
  })
})

describe('a description of 1 MB', () => {
  test("is shortened in hits from the service and the cache, and complete on the drug's page", async () => {
    const { catalogue, search, fetch, state } = await setUp({ filled: false })
    state.description = '长'.repeat(1_000_000)
    const found = await fetch('')
    const cached = await search('metformin')
    for (const { hits } of [found, cached]) {
      expect(hits[0]?.description).toBe('长'.repeat(500))
      expect(JSON.stringify(hits).length).toBeLessThan(6000)
    }
    expect((await catalogue.show({ drugId: 'D1', from: 'cache' })).description).toHaveLength(1_000_000)
  })
})

describe('searching the cache', () => {
  test('sends no request to the service', async () => {
    const { find, state } = await setUp()
    state.requests.length = 0
    expect(await find('METF')).toEqual(['D1'])
    expect(state.requests).toEqual([])
  })

  test('filters by category ignoring case, sorts both ways with missing values last, and pages', async () => {
    const { search, find } = await setUp()
    expect(await find('', { category: 'BIGUANIDE' })).toEqual(['D4', 'D1'])
    expect(await find('', { sort: 'name' })).toEqual(['D5', 'D4', 'D1', 'D2', 'D3'])
    expect(await find('', { sort: 'category', order: 'desc' })).toEqual(['D2', 'D1', 'D4', 'D5', 'D3'])
    expect(await find('', { sort: 'name', page: 2, limit: 2 })).toEqual(['D1', 'D2'])
    expect(await search('', { limit: 2 })).toMatchObject({ total: 5 })
    expect(await find('', { sort: 'name); DROP TABLE drugs', limit: 1 })).toEqual(['D5'])
  })
})

describe('one drug', () => {
  test('comes with its pathways and raw JSON, which are cached', async () => {
    const { catalogue, state } = await setUp({ filled: false })
    const shown = await catalogue.show({ drugId: 'D1', from: 'service' })
    expect(shown).toMatchObject({ name: 'Metformin', source: 'service', pathways: acts })
    expect(shown.raw).toEqual({
      code: 200,
      data: { drug_id: 'D1', extra: 1, form: 'salt', more: 'than a list tells' },
    })
    state.failure = offline
    expect(await catalogue.show({ drugId: 'D1', from: 'service' })).toEqual({
      ...shown,
      source: 'cache',
      failure: offline.toData(),
      notice: expect.stringContaining(offline.message),
    })
    expect(await catalogue.show({ drugId: 'D1', from: 'cache' })).toEqual({ ...shown, source: 'cache' })
  })

  test('keeps its pathways and details when a list has less of it later', async () => {
    const { catalogue, fetch } = await setUp({ filled: false })
    const shown = await catalogue.show({ drugId: 'D1', from: 'service' })
    await fetch('')
    expect(await catalogue.show({ drugId: 'D1', from: 'cache' })).toEqual({ ...shown, source: 'cache' })
  })

  test('has unknown pathways until they are fetched', async () => {
    const { catalogue } = await setUp()
    expect((await catalogue.show({ drugId: 'D2', from: 'cache' })).pathways).toBeNull()
  })

  test('is shown without pathways that the service refuses, with the reason', async () => {
    const { catalogue, state } = await setUp({ filled: false })
    state.noPathways = new Failure('forbidden', joinMessages([`This account may not do that.`]), {})
    const shown = await catalogue.show({ drugId: 'D1', from: 'service' })
    expect(shown).toMatchObject({ name: 'Metformin', pathways: null })
    expect(toEnglish(shown.notice!)).toMatch(/^This account may not do that\..*pathways/)
    state.noPathways = null
    expect((await catalogue.show({ drugId: 'D1', from: 'service' })).notice).toBeNull()
  })

  test('fails with an explanation when it is not cached', async () => {
    const { catalogue, state } = await setUp({ filled: false })
    await expect(catalogue.show({ drugId: 'D1', from: 'cache' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(catalogue.show({ drugId: 'D9', from: 'service' })).rejects.toThrow('There is no drug D9.')
    state.failure = offline
    await expect(catalogue.show({ drugId: 'D1', from: 'service' })).rejects.toMatchObject({
      code: 'offline',
      message: 'The service cannot be reached. This drug is not cached on this computer.',
    })
  })
})

describe('facets', () => {
  test('group pathways by the alias table and count each drug once', async () => {
    const { catalogue, store } = await setUp()
    const two = ['AMPK', 'Ampk', 'mTOR'].map((pathway) => ({
      pathway,
      direction: 'activates' as const,
      evidence: null,
    }))
    await store.cachePathways('D1', { value: two, raw: two, fetchedAt: laterIso })
    await store.cachePathways('D2', { value: two.slice(1), raw: two, fetchedAt: laterIso })
    const all = await catalogue.facets({ text: '' })
    expect(all).toEqual({
      categories: [
        { value: 'Biguanide', count: 2 },
        { value: 'mTOR inhibitor', count: 1 },
      ],
      pathways: [
        { pathway: 'ampk', title: 'AMPK', count: 2 },
        { pathway: 'mtor', title: 'mTOR', count: 2 },
      ],
      directions: [{ value: 'activates', count: 2 }],
      countedOf: null,
      cached: 5,
    })
    const found = await catalogue.facets({ text: 'metf', pathway: 'ampk' })
    expect(found.pathways).toEqual([
      { pathway: 'ampk', title: 'AMPK', count: 1 },
      { pathway: 'mtor', title: 'mTOR', count: 1 },
    ])
    expect(found.categories).toEqual([{ value: 'Biguanide', count: 1 }])
  })
})

describe('looking up the pathways of a name', () => {
  test('is cached, and comes from the cache when the service fails', async () => {
    const { catalogue, state } = await setUp({ filled: false })
    const found = await catalogue.lookup({ name: 'Metformin', from: 'service' })
    expect(found).toMatchObject({ source: 'service', pathways: acts, fetchedAt: state.fetchedAt })
    state.failure = offline
    expect(await catalogue.lookup({ name: 'METFORMIN', from: 'service' })).toEqual({
      ...found,
      source: 'cache',
    })
    await expect(catalogue.lookup({ name: 'Aspirin', from: 'service' })).rejects.toMatchObject({
      code: 'offline',
    })
    await expect(catalogue.lookup({ name: 'Aspirin', from: 'cache' })).rejects.toMatchObject({
      code: 'notFound',
    })
  })

  test('reports that the service has no such name, whatever is cached', async () => {
    const { catalogue } = await setUp({ filled: false })
    await expect(catalogue.lookup({ name: 'Nobody', from: 'service' })).rejects.toThrow('no drug Nobody')
  })
})
