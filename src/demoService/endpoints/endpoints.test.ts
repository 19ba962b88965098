import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoClient, startDemo } from '../testing/demoClient.ts'

let demo: DemoClient
let sampleId: string

beforeAll(async () => {
  demo = await startDemo()
  const fields = { age: 54, sex: 'F', tissue: 'liver', group: 'control' }
  sampleId = await demo.order({ client_reference: 'S-1', ...fields })
})
afterAll(() => demo.service.close())

describe('samples', () => {
  it('an order ripens from queued over running to succeeded as time passes', async () => {
    const placed = await demo.post('samples', { client_reference: 'ripe' })
    expect(placed.status).toBe(201)
    expect(placed.body.code).toBe(200)
    expect(placed.data.status).toBe('queued')
    const seen: unknown[] = []
    for (const passedMs of [10_000, 25_000, 50_000]) {
      demo.clock.now += passedMs
      seen.push((await demo.get(`samples/${placed.data.sample_id}`)).data.status)
    }
    expect(seen).toEqual(['queued', 'running', 'succeeded'])
  })

  it('a sample carries what was sent, fields of its own included', async () => {
    const fields = { client_reference: 'kept', age: 61.5, plate: 'P7', note: null }
    const id = await demo.order(fields)
    const { data } = await demo.get(`samples/${id}`)
    expect(data).toMatchObject({ sample_id: id, ...fields, synthetic: true })
  })

  it.each([
    [{}, 'client_reference'],
    [{ client_reference: 7 }, 'client_reference'],
    [{ client_reference: 'x', age: 131 }, 'age'],
    [{ client_reference: 'x', age: '54' }, 'age'],
    [{ client_reference: 'x', collected_at: '2026-02-31' }, 'collected_at'],
    [{ client_reference: 'x', tissue: 5 }, 'tissue'],
    [{ client_reference: 'x', extra: { a: 1 } }, 'extra'],
    [{ client_reference: 'x', status: 'done' }, 'status'],
  ])('the order %j is refused, and the message names %s', async (order, field) => {
    const message = expect.stringContaining(field)
    expect(await demo.post('samples', order)).toMatchObject({ status: 400, body: { code: 400, message } })
  })

  it('a body that is no JSON object is a parameter error', async () => {
    for (const body of ['{"client_reference":', '[]', '"text"'])
      expect((await demo.post('samples', body)).status).toBe(400)
  })

  it('a report gives ages and scores, and is marked as synthetic', async () => {
    const { data } = await demo.get(`samples/${sampleId}/report`)
    expect(data.sample?.client_reference).toBe('S-1')
    expect(data.pathway_scores?.mTOR?.activity).toBeTypeOf('number')
    expect(data.notice).toContain('Synthetic')
  })

  it('an order of an age beyond the model still gets results', async () => {
    const id = await demo.order({ client_reference: 'old', age: 130 })
    const { data } = await demo.post('moa/pathway-clock', { sample_id: id })
    expect(data.chronological_age).toBe(130)
    expect(Number.isFinite(data.pathway_age)).toBe(true)
  })
})

describe('pathway analysis', () => {
  it('analyses all pathways when none is named, and those named otherwise', async () => {
    const all = await demo.post('moa/pathway-analysis', { sample_id: sampleId })
    expect(Object.keys(all.data.pathway_scores ?? {})).toHaveLength(26)
    const two = { sample_id: sampleId, pathways: ['NF-kB', 'mTOR'] }
    const some = await demo.post('moa/pathway-analysis', two)
    expect(Object.keys(some.data.pathway_scores ?? {}).sort()).toEqual(['NF_KB', 'mTOR'])
    expect(some.data.pathway_scores?.mTOR).toEqual(all.data.pathway_scores?.mTOR)
  })

  it('the clock gives both ages and an offset per pathway', async () => {
    const { data } = await demo.post('moa/pathway-clock', { sample_id: sampleId })
    expect(data.chronological_age).toBe(54)
    expect(Math.abs(Number(data.pathway_age) - 54)).toBeLessThan(25)
    expect(Object.keys(data.pathways ?? {})).toHaveLength(26)
    expect(data.pathways?.AMPK?.aging_offset).toBeTypeOf('number')
  })

  it('refuses an analysis that is not possible and gives the reason', async () => {
    const early = await demo.post('samples', { client_reference: 'early' })
    expect((await demo.post('screening', { sample_id: 'none' })).status).toBe(404)
    expect((await demo.get('moa/drug-pathway')).status).toBe(400)
    const cases: [unknown, number, string][] = [
      [{ sample_id: early.data.sample_id }, 400, 'queued'],
      [{ sample_id: 'smp_none' }, 404, 'smp_none'],
      [{}, 400, 'sample_id'],
      [{ sample_id: sampleId, pathways: ['Nonsense'] }, 400, 'Nonsense'],
      [{ sample_id: sampleId, pathways: 'mTOR' }, 400, 'pathways'],
    ]
    for (const [body, status, word] of cases)
      expect(await demo.post('moa/pathway-analysis', body)).toMatchObject({
        status,
        body: { message: expect.stringContaining(word) },
      })
  })

  it('finds the pathways of a drug by any of its names, blind to case', async () => {
    for (const name of ['Sirolimus', 'RAPAMYCIN', 'ay-22989'])
      expect((await demo.get(`moa/drug-pathway?drug=${name}`)).data).toEqual([
        { pathway: 'mTOR', direction: 'inhibits', evidence: 'direct' },
        { pathway: 'Autophagy', direction: 'activates', evidence: 'direct' },
      ])
  })
})

describe('drugs', () => {
  it('a search gives 20 drugs a page, and the pages hold every drug once', async () => {
    const seen: unknown[] = []
    for (const page of [1, 2, 3, 4]) {
      const { data } = await demo.get(`drugs?page=${page}`)
      expect(data).toMatchObject({ total: 54, page, limit: 20 })
      for (const drug of data.items ?? []) seen.push(drug.drug_id)
    }
    expect(seen).toHaveLength(54)
    expect(new Set(seen).size).toBe(54)
  })

  it('finds by a part of a name or synonym, within a category', async () => {
    const rapa = await demo.get('drugs?q=rapa')
    expect(rapa.data.items?.map(({ name }) => name)).toEqual(['Sirolimus'])
    const jak = await demo.get('drugs?category=jak%20inhibitor&sort=name&order=desc')
    expect(jak.data.items?.map(({ name }) => name)).toEqual(['Tofacitinib', 'Ruxolitinib'])
  })

  it('returns the fields requested and no others', async () => {
    const { data } = await demo.get('drugs?q=metformin&fields=drug_id,name')
    expect(data.items).toEqual([{ drug_id: 'DRG-0000004', name: 'Metformin' }])
  })

  it.each('limit=101 limit=0 limit=x page=0 page=1.5 order=up sort=price fields=price'.split(' '))(
    '%s is a parameter error that names the parameter',
    async (query) => {
      const message = expect.stringContaining(query.split('=')[0]!)
      expect(await demo.get(`drugs?${query}`)).toMatchObject({ status: 400, body: { message } })
    },
  )

  it('shows one drug and its pathways', async () => {
    const drug = await demo.get('drugs/DRG-0000001')
    expect(drug.data).toMatchObject({ name: 'Sirolimus', category: 'mTOR inhibitor', generated: false })
    const paths = await demo.get('drugs/DRG-0000001/pathways')
    expect(paths.data).toContainEqual({ pathway: 'mTOR', direction: 'inhibits', evidence: 'direct' })
  })

  it('fills up with generated drugs, which are marked', async () => {
    const big = await startDemo({ drugs: 3000 })
    expect((await big.get('drugs?limit=100&page=30')).data.items).toHaveLength(100)
    expect((await big.get('drugs/DRG-0003000')).data.generated).toBe(true)
    await big.service.close()
  })
})

describe('screening', () => {
  it('a task ripens with its progress and ends in ranked drugs', async () => {
    const made = await demo.post('screening', { sample_id: sampleId, limit: 5 })
    expect(made.status).toBe(201)
    const path = `screening/${made.data.task_id}`
    demo.clock.now += 8_000
    const half = await demo.get(path)
    expect(half.data.status).toBe('running')
    expect(half.data.progress).toBeGreaterThan(0)
    expect(half.data.progress).toBeLessThan(1)
    demo.clock.now += 20_000
    const done = await demo.get(path)
    expect(done.data).toMatchObject({ status: 'succeeded', progress: 1 })
    expect(done.data.results?.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
    const scores = done.data.results?.map(({ score }) => Number(score)) ?? []
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })

  it('virtual screening responds immediately with the same ranking', async () => {
    const { data } = await demo.post('moa/virtual-screening', { sample_id: sampleId })
    expect(data.results).toHaveLength(20)
    expect(data.results?.[0]?.rank).toBe(1)
  })
})

it('the user can be read and changed, and a wrong field changes nothing', async () => {
  const before = await demo.get('users/me')
  expect(before.data.scopes).toHaveLength(4)
  const refused = await demo.request('PATCH', '/api/v1/users/me', { name: 'Nobody', plan: 'gold' })
  expect(refused.status).toBe(400)
  expect((await demo.get('users/me')).data).toEqual(before.data)
  const after = await demo.request('PATCH', '/api/v1/users/me', { name: 'Ada', email: 'ada@example.org' })
  expect(after.data).toMatchObject({ name: 'Ada', email: 'ada@example.org' })
})

describe('every answer', () => {
  const missing = 'drugs/DRG-0000999 drugs/x drugs/DRG-0000999/pathways drugs/%E0%A4%A screening/tsk_none'
  it.each([...missing.split(' '), 'moa/drug-pathway?drug=nobody'])(
    'is 404 for what is not there: %s',
    async (path) => expect((await demo.get(path)).status).toBe(404),
  )

  it('carries a request id and is marked synthetic, errors included', async () => {
    const paths = ['/api/v1/users/me', '/api/v1/drugs/none', '/nowhere', '/oauth/authorize']
    const ids = new Set<string | null>()
    for (const path of paths) {
      const { headers } = await demo.request('GET', path)
      expect(headers.get('X-Synthetic-Data')).toBe('true')
      ids.add(headers.get('X-Request-Id'))
    }
    expect(ids.size).toBe(paths.length)
    expect(ids.has(null)).toBe(false)
  })

  it('a request without a valid credential is unauthorized', async () => {
    const wrong = ['', 'Bearer', 'Bearer wrong', `Basic ${demo.service.apiKey}`, 'Bearer a.b.c']
    for (const Authorization of wrong) {
      const refused = await demo.request('GET', '/api/v1/users/me', undefined, { Authorization })
      expect(refused).toMatchObject({ status: 401, body: { code: 401, synthetic: true } })
    }
  })

  it('the summary counts orders, tasks and answers', async () => {
    const own = await startDemo()
    await own.order({ client_reference: 'a' })
    await own.request('GET', '/nowhere')
    const counts = { orders: 1, tasks: 0, requests: 2, by_status: { 201: 1, 404: 1 } }
    expect(own.service.summary()).toEqual(counts)
    await own.service.close()
  })

  it('a body over a megabyte is refused', async () => {
    const refused = await demo.post('samples', { client_reference: 'x'.repeat(1_100_000) })
    expect(refused.status).toBe(413)
  })
})
