import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Checked } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import type { Drug, DrugPathway } from '../../shared/domain/drug.ts'
import { openDatabase } from '../adapters/database/openDatabase.ts'
import type { Answer, Database, RemoteService } from '../ports.ts'
import { type DrugsSchema, drugsMigrations } from '../store/drugs.ts'
import { createCatalogue } from './catalogue.ts'

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
const acts: DrugPathway[] = [{ pathway: 'AMPK', direction: 'activates', evidence: 'in vitro' }]
const offline = new Failure('offline', 'The service cannot be reached.', { reason: 'network' })

/** A service that holds a list of drugs, and says what it was asked. */
function createService() {
  const state = {
    failure: null as Failure | null,
    asked: [] as unknown[],
    fetchedAt: '2026-01-01T00:00:00.000Z',
  }
  const answer = <T>(value: T, raw: unknown): Answer<T> => ({
    value,
    raw,
    fetchedAt: state.fetchedAt,
    service: 'https://service.example/api/v1',
    requestId: null,
    synthetic: false,
  })
  const open = (...asked: unknown[]) => {
    state.asked.push(...asked)
    if (state.failure) throw state.failure
  }
  const find = (drugId: string): Drug => {
    const found = drugs.find((one) => one.drugId === drugId)
    if (!found) throw new Failure('notFound', `There is no drug ${drugId}.`, { what: 'drug' })
    return found
  }
  const remote: Pick<RemoteService, 'searchDrugs' | 'drug' | 'drugPathways'> = {
    searchDrugs: async (query) => {
      open(query)
      const hits = drugs.filter((one) => one.name.toLowerCase().includes(query.q ?? ''))
      const raws = hits.map(({ drugId, name }) => ({ drug_id: drugId, name, extra: 1 }))
      return answer({ items: hits, total: hits.length, page: 1, limit: 20, raws }, null)
    },
    drug: async (drugId) => {
      open(drugId)
      return answer(find(drugId), { code: 200, data: { drug_id: drugId, more: 'than a list tells' } })
    },
    drugPathways: async (drugId) => {
      open(drugId)
      find(drugId)
      return answer(acts, { code: 200, data: acts })
    },
  }
  return { remote, state }
}

let folder = ''
let cache: Database<DrugsSchema>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pathclock-catalogue-'))
  cache = await openDatabase<DrugsSchema>({
    file: join(folder, 'cache.db'),
    migrations: drugsMigrations,
    durability: 'normal',
  })
})
afterEach(async () => {
  await cache.close()
  await rm(folder, { recursive: true, force: true })
})

const asked = (text: string, more: Partial<Checked<'drugs.search'>> = {}): Checked<'drugs.search'> => ({
  text,
  from: 'cache',
  page: 1,
  limit: 20,
  ...more,
})

async function setUp({ filled = true } = {}) {
  const { remote, state } = createService()
  const catalogue = createCatalogue({ cache, remote })
  if (filled) await catalogue.search(asked('', { from: 'service' }))
  const find = async (text: string, more: Partial<Checked<'drugs.search'>> = {}) =>
    (await catalogue.search(asked(text, more))).hits.map((hit) => hit.drugId)
  return { catalogue, state, find }
}

describe('searching the service', () => {
  test('shows an answer that the disk does not take, and says that it was not kept', async () => {
    const { catalogue } = await setUp({ filled: false })
    await sql`PRAGMA query_only = ON`.execute(cache.query)
    const { hits, source, notice } = await catalogue.search(asked('', { from: 'service' }))
    expect(hits.length).toBeGreaterThan(0)
    expect(source).toBe('service')
    expect(notice).toContain('could not be kept')
  })

  test('passes on what was asked and nothing else, and keeps what came', async () => {
    const { catalogue, state } = await setUp({ filled: false })
    const answer = await catalogue.search(
      asked(' metf ', {
        from: 'service',
        category: 'Biguanide',
        page: 2,
        limit: 50,
        sort: 'name',
        order: 'desc',
      }),
    )
    expect(state.asked).toEqual([
      { q: 'metf', category: 'Biguanide', page: 2, limit: 50, sort: 'name', order: 'desc' },
    ])
    expect(answer).toMatchObject({ total: 1, source: 'service', notice: null })
    expect(answer.hits[0]).toMatchObject({ drugId: 'D1', source: 'service', fetchedAt: state.fetchedAt })
    const row = await cache.query.selectFrom('drugs').selectAll().executeTakeFirstOrThrow()
    expect(JSON.parse(row.raw)).toEqual({ drug_id: 'D1', name: 'Metformin', extra: 1 })
  })

  test('answers from what is kept when the service cannot, and says why', async () => {
    const { catalogue, state } = await setUp()
    state.failure = offline
    const answer = await catalogue.search(asked('metf', { from: 'service' }))
    expect(answer).toMatchObject({ source: 'cache', total: 1 })
    expect(answer.notice).toContain('The service cannot be reached.')
    expect(answer.hits[0]).toMatchObject({ drugId: 'D1', source: 'cache' })
  })

  test('does not hide that the question was refused', async () => {
    const { catalogue, state } = await setUp()
    state.failure = new Failure('rejected', 'The service does not know this sort.', { problems: [] })
    await expect(catalogue.search(asked('metf', { from: 'service' }))).rejects.toBe(state.failure)
  })
})

describe('searching what is kept', () => {
  test('asks the service nothing', async () => {
    const { find, state } = await setUp()
    state.asked.length = 0
    expect(await find('METF')).toEqual(['D1'])
    expect(state.asked).toEqual([])
  })

  test('ranks exact names, synonyms too, before names that begin so, before the rest', async () => {
    const { find } = await setUp()
    expect(await find('sirolimus')).toEqual(['D2', 'D3'])
    expect(await find('siroli')).toEqual(['D3', 'D2'])
    expect(await find('sirolimus analogue')).toEqual(['D3'])
    expect(await find('carotene')).toEqual(['D4'])
  })

  test('finds by category and description, and wants all words', async () => {
    const { find } = await setUp()
    expect(await find('ampk biguanide')).toEqual(['D1'])
    expect(await find('ampk sirolimus')).toEqual([])
    expect(await find('beta-carotene')).toEqual(['D4'])
  })

  test.each(['%', '_', '100% E', 'ethanol_'])('takes %j for itself', async (text) => {
    const { find } = await setUp()
    expect(await find(text)).toEqual(['D5'])
  })

  test.each([
    "'; DROP TABLE drugs; --",
    '"',
    '\\',
    '\u0000x',
    '*',
    '🧬',
    'a '.repeat(5000),
    'ab '.repeat(3000),
  ])('survives any characters', async (text) => {
    const { find } = await setUp()
    await find(text)
    expect(await find('metformin')).toEqual(['D1'])
  })

  test('survives a query of ten thousand different words', async () => {
    const { find } = await setUp()
    expect(await find(Array.from({ length: 2000 }, (_, n) => `w${n}`).join(' '))).toEqual([])
  })

  test('filters by category blind to case, sorts both ways with missing values last, and pages', async () => {
    const { catalogue, find } = await setUp()
    expect(await find('', { category: 'BIGUANIDE' })).toEqual(['D4', 'D1'])
    expect(await find('', { sort: 'name' })).toEqual(['D5', 'D4', 'D1', 'D2', 'D3'])
    expect(await find('', { sort: 'category', order: 'desc' })).toEqual(['D2', 'D1', 'D4', 'D5', 'D3'])
    expect(await find('', { sort: 'name', page: 2, limit: 2 })).toEqual(['D1', 'D2'])
    expect(await catalogue.search(asked('', { limit: 2 }))).toMatchObject({ total: 5 })
    expect(await find('', { sort: 'name); DROP TABLE drugs', limit: 1 })).toEqual(['D5'])
  })

  test('counts categories', async () => {
    const { catalogue } = await setUp()
    expect(await catalogue.categories({})).toEqual([
      { category: 'Biguanide', count: 1 },
      { category: 'biguanide', count: 1 },
      { category: 'mTOR inhibitor', count: 1 },
    ])
  })
})

describe('one drug', () => {
  test('comes with its pathways and raw JSON, and is kept so', async () => {
    const { catalogue, state } = await setUp({ filled: false })
    const shown = await catalogue.show({ drugId: 'D1', from: 'service' })
    expect(shown).toMatchObject({ name: 'Metformin', source: 'service', pathways: acts })
    expect(shown.raw).toEqual({ code: 200, data: { drug_id: 'D1', more: 'than a list tells' } })
    state.failure = offline
    expect(await catalogue.show({ drugId: 'D1', from: 'service' })).toEqual({ ...shown, source: 'cache' })
    expect(await catalogue.show({ drugId: 'D1', from: 'cache' })).toEqual({ ...shown, source: 'cache' })
  })

  test('keeps its pathways and details when a list tells less of it later', async () => {
    const { catalogue } = await setUp({ filled: false })
    const shown = await catalogue.show({ drugId: 'D1', from: 'service' })
    await catalogue.search(asked('', { from: 'service' }))
    expect(await catalogue.show({ drugId: 'D1', from: 'cache' })).toEqual({ ...shown, source: 'cache' })
  })

  test('has unknown pathways until they were fetched', async () => {
    const { catalogue } = await setUp()
    expect((await catalogue.show({ drugId: 'D2', from: 'cache' })).pathways).toBeNull()
  })

  test('says what is missing when it is not kept', async () => {
    const { catalogue, state } = await setUp({ filled: false })
    await expect(catalogue.show({ drugId: 'D1', from: 'cache' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(catalogue.show({ drugId: 'D9', from: 'service' })).rejects.toThrow('There is no drug D9.')
    state.failure = offline
    await expect(catalogue.show({ drugId: 'D1', from: 'service' })).rejects.toMatchObject({
      code: 'offline',
      message: 'The service cannot be reached. This drug is not kept on this computer.',
    })
  })
})
