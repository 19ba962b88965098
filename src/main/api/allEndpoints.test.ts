import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReferenceService, startReferenceService } from '../../demoService/index.ts'
import { createNodeTransport } from '../adapters/network/transport.ts'
import { systemClock, systemRandom } from '../adapters/system.ts'
import type { RemoteService } from '../ports.ts'
import { createRemoteService } from './api.ts'
import { createRateLimiter } from './rateLimit/rateLimiter.ts'

const order = {
  client_reference: 'cohort-01',
  age: 54,
  sex: 'female',
  tissue: 'blood',
  treatment: 'none',
  group: 'control',
}

async function connect(service: ReferenceService, apiKey = service.apiKey): Promise<RemoteService> {
  const quota = await createRateLimiter({
    limit: 6000,
    windowMs: 60_000,
    clock: systemClock,
    changed: () => undefined,
  })
  return createRemoteService({
    transport: createNodeTransport(),
    clock: systemClock,
    random: systemRandom,
    serviceUrl: service.url,
    credential: { token: async () => apiKey, renew: async () => false },
    rateLimiter: quota,
    offlineSwitch: () => false,
    reachable: () => undefined,
    dialect: () => ({}),
    saveDetected: async () => undefined,
  })
}

/** Starts the reference service with orders and tasks that finish immediately. */
const start = (variants: string[] = []) =>
  startReferenceService({ speed: 1e9, rate: { requests: 6000, windowS: 60 }, variants })

describe('all 14 endpoints over real HTTP', () => {
  let service: ReferenceService
  let remote: RemoteService
  let sampleId: string
  beforeAll(async () => {
    service = await start()
    remote = await connect(service)
    const { value } = await remote.createOrder(order, { idempotencyKey: 'row-1' })
    sampleId = value.sampleId
  })
  afterAll(() => service.close())

  it('POST /samples creates one order per idempotency key', async () => {
    const again = await remote.createOrder(order, { idempotencyKey: 'row-1' })
    expect(again.value.sampleId).toBe(sampleId)
    expect(service.summary().orders).toBe(1)
    expect(again.synthetic).toBe(true)
  })

  it('GET /samples/{id} returns the state', async () => {
    const { value } = await remote.sampleStatus(sampleId)
    expect(value).toMatchObject({ sampleId, state: 'succeeded' })
    expect(Number.isNaN(Date.parse(value.createdAt ?? ''))).toBe(false)
  })

  it('GET /samples/{id}/report returns the report unchanged', async () => {
    const { value, synthetic } = await remote.sampleReport(sampleId)
    expect(value.contentType).toContain('json')
    expect(new TextDecoder().decode(value.bytes)).toContain(sampleId)
    expect(synthetic).toBe(true)
  })

  it('POST /moa/pathway-analysis returns all pathways, or those requested', async () => {
    const all = await remote.pathwayAnalysis({ sampleId })
    expect(all.value.scores.length).toBeGreaterThan(20)
    expect(all.value.scores.every((score) => Number.isFinite(score.activity))).toBe(true)
    expect(all.value.scores.every((score) => Number.isFinite(score.agingOffset))).toBe(true)
    const some = await remote.pathwayAnalysis({ sampleId, pathways: ['mTOR', 'AMPK'] })
    expect(some.value.scores.map(({ pathway }) => pathway).sort()).toEqual(['AMPK', 'mTOR'])
  })

  it('POST /moa/pathway-clock returns ages and offsets', async () => {
    const { value } = await remote.pathwayClock({ sampleId })
    expect(value.values).toContainEqual({ name: 'chronological_age', value: 54 })
    expect(value.offsets.length).toBeGreaterThan(20)
  })

  it('GET /drugs searches with page and limit', async () => {
    const { value } = await remote.searchDrugs({ q: 'rapa', page: 1, limit: 5 })
    expect(value.items.length).toBeGreaterThan(0)
    expect(value.items.length).toBeLessThanOrEqual(5)
    expect(value.total).toBeGreaterThanOrEqual(value.items.length)
    await expect(remote.searchDrugs({ limit: 101 })).rejects.toMatchObject({ code: 'rejected' })
  })

  it('GET /drugs/{id}, its pathways, and GET /moa/drug-pathway agree', async () => {
    const found = (await remote.searchDrugs({ q: 'rapa', limit: 1 })).value.items[0]!
    const drug = (await remote.drug(found.drugId)).value
    expect(drug).toMatchObject({ drugId: found.drugId, name: found.name })
    const pathways = (await remote.drugPathways(found.drugId)).value
    expect(pathways.length).toBeGreaterThan(0)
    expect(pathways.every(({ direction }) => direction !== 'unknown')).toBe(true)
    expect((await remote.drugPathway(found.name)).value).toEqual(pathways)
    await expect(remote.drug('no-such-drug')).rejects.toMatchObject({ code: 'notFound' })
  })

  it('POST /screening creates a task, and GET /screening/{id} returns its ranked drugs', async () => {
    const task = (await remote.createScreening({ sampleId })).value
    const taskId = task.taskId ?? ''
    const done = (await remote.screening(taskId)).value
    expect(done).toMatchObject({ taskId, state: 'succeeded', progress: 1 })
    expect(done.hits?.map(({ rank }) => rank).slice(0, 3)).toEqual([1, 2, 3])
  })

  it('POST /moa/virtual-screening returns the ranked drugs immediately', async () => {
    const { value } = await remote.virtualScreening({ sampleId })
    expect(value).toMatchObject({ taskId: null, state: 'succeeded' })
    expect(value.hits?.[0]).toMatchObject({ rank: 1 })
  })

  it('GET and PATCH /users/me read and change the user', async () => {
    const changed = await remote.updateMe({ organization: 'Lab 7' })
    expect(changed.value.organization).toBe('Lab 7')
    const { value, raw } = await remote.me()
    expect(value.organization).toBe('Lab 7')
    expect(value.userId).not.toBe('')
    expect(raw).toMatchObject({ code: 200 })
  })

  it('refuses a wrong key', async () => {
    const unauthorized = await connect(service, 'wrong')
    await expect(unauthorized.me()).rejects.toMatchObject({ code: 'notSignedIn' })
  })
})

describe('the variants of the service that need no setting', () => {
  it.each([
    'bare-arrays',
    'camel-case',
    'code-zero',
    'base-v1',
    'no-idempotency',
    'enveloped-oauth',
    'other-envelope',
    'error-in-200',
    'problem-json',
    'html-errors',
    'pdf-reports',
    'unknown-states',
  ])('%s is understood', async (variant) => {
    const service = await start([variant])
    try {
      const remote = await connect(service)
      const { value } = await remote.createOrder(order, { idempotencyKey: 'row-1' })
      expect((await remote.sampleStatus(value.sampleId)).value.state).toBe('succeeded')
      expect((await remote.pathwayAnalysis({ sampleId: value.sampleId })).value.scores).not.toEqual([])
      expect((await remote.sampleReport(value.sampleId)).value.bytes.byteLength).toBeGreaterThan(100)
      const drug = (await remote.searchDrugs({ q: 'rapa' })).value.items[0]!
      expect((await remote.drugPathways(drug.drugId)).value).not.toEqual([])
      await expect(remote.drug('no-such-drug')).rejects.toMatchObject({ code: 'notFound' })
    } finally {
      await service.close()
    }
  })
})
