import { describe, expect, it, onTestFinished } from 'vitest'
import { type ReferenceOptions, startReferenceService } from '../../../demoService/index.ts'
import type { OfflineSyncDetail, OfflineSyncScope } from '../../../shared/domain/drugs/offlineSync.ts'
import { systemClock } from '../../adapters/system.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { openOfflineSync } from './testing/openOfflineSync.ts'

const catalogue = { kind: 'catalogue' } as const

async function setUp(
  options: ReferenceOptions = {},
  more: Partial<Parameters<typeof openOfflineSync>[0]> = {},
) {
  const service = await startReferenceService({
    drugs: 40,
    rate: { requests: 100_000, windowS: 60 },
    ...options,
  })
  onTestFinished(() => service.close())
  const folder = newFolder()
  const open = async (changes: Partial<Parameters<typeof openOfflineSync>[0]> = {}) => {
    const parts = await openOfflineSync({ folder, service, clock: systemClock, ...more, ...changes })
    onTestFinished(parts.close)
    const sync = (scope: OfflineSyncScope, detail: OfflineSyncDetail, overrides = {}) =>
      parts.sync({ scope, detail, ...overrides })
    const cachedRows = () => parts.drugs.query.selectFrom('drugs').selectAll().orderBy('drug_id').execute()
    return { ...parts, sync, cachedRows }
  }
  return { service, open, ...(await open()) }
}

describe('making cached drugs available offline', () => {
  const cached = { kind: 'cached' } as const

  it.each([
    ['pathways', 40],
    ['all', 80],
  ] as const)(
    'takes, for %s, %i requests of 40 drugs that lists have named, and no list',
    async (detail, requests) => {
      const { service, sync, offlineSync, cachedRows } = await setUp()
      await sync(catalogue, 'list')
      const before = service.summary().requests
      const job = await sync(cached, detail)
      expect(job).toMatchObject({ title: 'Drugs offline: cached drugs', state: 'done', done: 40, total: 40 })
      expect(service.summary().requests - before).toBe(requests)
      expect((await cachedRows()).every((row) => row.pathways !== null)).toBe(true)
      expect(await offlineSync.list({})).toContainEqual(
        expect.objectContaining({ scope: cached, title: null, state: 'done', complete: 1, total: 40 }),
      )
    },
  )

  it('requests no drug again that was fetched before, and includes those cached since', async () => {
    const { service, sync, cachedRows } = await setUp()
    await sync({ kind: 'category', category: 'mTOR inhibitor' }, 'list')
    const few = (await cachedRows()).length
    await sync(cached, 'pathways')
    await sync(catalogue, 'list')
    const before = service.summary().requests
    await sync(cached, 'pathways')
    expect(few).toBeGreaterThan(0)
    expect(service.summary().requests - before).toBe(40 - few)
  })

  it('fetches pathways that a plan of lists left out when the same plan starts with pathways', async () => {
    const { sync, cachedRows } = await setUp()
    await sync(catalogue, 'list')
    await sync(catalogue, 'pathways')
    expect((await cachedRows()).every((row) => row.pathways !== null)).toBe(true)
  })

  it('is done immediately if nothing is cached', async () => {
    const { service, sync } = await setUp()
    expect(await sync(cached, 'pathways')).toMatchObject({ state: 'done', done: 0 })
    expect(service.summary().requests).toBe(0)
  })
})

describe('making the whole catalog available offline', () => {
  it.each([
    ['names', 120, 2],
    ['list', 120, 2],
    ['pathways', 40, 42],
    ['all', 40, 82],
  ] as const)('takes, for %s of %i drugs, %i requests', async (detail, drugs, requests) => {
    const { service, sync, plan, cachedRows } = await setUp({ drugs })
    const job = await sync(catalogue, detail)
    expect(job).toMatchObject({
      kind: 'offlineSync',
      title: 'Drugs offline: whole catalog',
      state: 'done',
      done: drugs,
      total: drugs,
      failed: 0,
    })
    expect(service.summary().requests).toBe(requests)
    const includesPathways = detail === 'pathways' || detail === 'all'
    expect(await plan()).toMatchObject({
      state: 'done',
      message: null,
      listed: drugs,
      detailed: includesPathways ? drugs : 0,
      total: drugs,
      complete: 1,
      requestsLastHour: requests,
      requestsOfRun: requests,
      etaS: null,
      jobId: null,
    })
    const rows = await cachedRows()
    expect(rows).toHaveLength(drugs)
    expect(rows.every((row) => (row.pathways !== null) === includesPathways)).toBe(true)
    // The reference service makes up all of its data.
    expect(rows.every((row) => row.synthetic === 1)).toBe(true)
    expect(rows.every((row) => (row.pathways_synthetic === 1) === includesPathways)).toBe(true)
    expect(rows.every((row) => (row.details_fetched_at !== null) === (detail === 'all'))).toBe(true)
    expect(rows.every((row) => (row.description !== null) === (detail !== 'names'))).toBe(true)
  })

  it('requests nothing while everything is fresh', async () => {
    const { service, sync, plan } = await setUp()
    await sync(catalogue, 'pathways')
    expect(await sync(catalogue, 'pathways')).toMatchObject({ state: 'done', done: 40, total: 40 })
    expect(service.summary().requests).toBe(42)
    expect((await plan()).requestsOfRun).toBe(0)
  })

  it('requests everything again if `refreshDays` is 0', async () => {
    const { service, sync } = await setUp()
    await sync(catalogue, 'pathways', { refreshDays: 0 })
    await sync(catalogue, 'pathways', { refreshDays: 0 })
    expect(service.summary().requests).toBe(84)
  })

  it('reads the list again for whole drugs if only names were requested before', async () => {
    const { service, sync, cachedRows } = await setUp()
    await sync(catalogue, 'names')
    await sync(catalogue, 'list')
    expect(service.summary().requests).toBe(4)
    expect((await cachedRows()).every(({ description }) => description !== null)).toBe(true)
  })

  it('does not treat a drug as fresh if only its name is', async () => {
    const { sync, plan, cachedRows, drugs } = await setUp()
    await sync(catalogue, 'list')
    const old = '2026-01-01T00:00:00.000Z'
    await drugs.query.updateTable('drugs').set({ fetched_at: old, whole_fetched_at: old }).execute()
    await sync(catalogue, 'names', { refreshDays: 0 })
    expect((await cachedRows()).every((row) => row.fetched_at > old && row.whole_fetched_at === old)).toBe(
      true,
    )
    expect((await plan()).oldestFetchedAt).toBe(old)
    await sync(catalogue, 'list', { refreshDays: 0 })
    expect((await plan()).oldestFetchedAt).not.toBe(old)
  })

  it('requests everything again that was cached by a clock ahead of now', async () => {
    const ahead = { ...systemClock, now: () => Date.now() + 400 * 24 * 60 * 60_000 }
    const { service, open, sync, close } = await setUp({}, { clock: ahead })
    await sync(catalogue, 'all')
    await close()
    const before = service.summary().requests
    const again = await open({ clock: systemClock })
    expect(await again.plan()).toMatchObject({ detailed: 0 })
    expect(await again.sync(catalogue, 'all')).toMatchObject({ state: 'done', done: 40, failed: 0 })
    expect(service.summary().requests - before).toBe(82)
    const soon = new Date(Date.now() + 60_000).toISOString()
    for (const row of await again.cachedRows()) {
      expect(row.fetched_at < soon && (row.pathways_fetched_at ?? '') < soon).toBe(true)
      expect((row.details_fetched_at ?? '') < soon).toBe(true)
    }
    expect(await again.plan()).toMatchObject({ detailed: 40, complete: 1 })
    await again.sync(catalogue, 'all')
    expect(service.summary().requests - before).toBe(82)
  })

  it('uses the latest settings if they change while it runs', async () => {
    const { sync, offlineSync, plan, jobs } = await setUp()
    const first = sync(catalogue, 'list')
    const { jobId } = await offlineSync.start({
      scope: catalogue,
      detail: 'all',
      perHour: 9000,
      refreshDays: 30,
    })
    expect(await first).toMatchObject({ jobId, state: 'done' })
    await jobs.finished(jobId)
    expect(await plan()).toMatchObject({ detail: 'all', detailed: 40, perHour: 9000, state: 'done' })
    expect(await offlineSync.list({})).toHaveLength(1)
  })
})

describe('a class', () => {
  it('is made available from its own list', async () => {
    const { service, sync, plan, cachedRows } = await setUp()
    await sync(catalogue, 'list')
    const [{ category } = { category: null }] = await cachedRows()
    const ofClass = (await cachedRows()).filter((row) => row.category === category)
    const before = service.summary().requests
    const job = await sync({ kind: 'category', category: category ?? '' }, 'pathways')
    expect(job).toMatchObject({
      state: 'done',
      total: ofClass.length,
      title: `Drugs offline: class “${category}”`,
    })
    expect(service.summary().requests - before).toBeLessThanOrEqual(2 + ofClass.length)
    expect(await plan()).toMatchObject({ title: null })
  })
})

describe('a list of the user', () => {
  it.each([
    ['list', 3],
    ['pathways', 6],
    ['all', 6],
  ] as const)('is made available drug by drug: %s takes %i requests of 3 drugs', async (detail, requests) => {
    const { service, sync, plan, lists, store, cachedRows, remote } = await setUp()
    const { value } = await remote.searchDrugs({ page: 1, limit: 3 })
    const ids = value.items.map(({ drugId }) => drugId)
    lists.set('s1', { name: 'Mine', drugIds: ids })
    const job = await sync({ kind: 'list', listId: 's1' }, detail)
    expect(job).toMatchObject({ title: 'Drugs offline: list “Mine”', done: 3, total: 3 })
    expect(service.summary().requests).toBe(1 + requests)
    expect(await plan()).toMatchObject({ title: 'Mine', listed: 3, complete: 1, total: 3 })
    expect(await cachedRows()).toHaveLength(3)
    expect((await store.get(ids)).map(({ drug_id }) => drug_id)).toEqual(ids)
  })

  it('with an unknown drug completes except for that drug, which is requested once per run', async () => {
    const { service, sync, plan, lists } = await setUp()
    lists.set('s1', { name: 'Mine', drugIds: ['no-such-drug'] })
    const job = await sync({ kind: 'list', listId: 's1' }, 'all')
    expect(job).toMatchObject({ state: 'done', done: 0, failed: 1, total: 1 })
    expect(service.summary().requests).toBe(1)
    expect(await plan()).toMatchObject({
      state: 'done',
      complete: 0,
      message: expect.stringMatching(/^1 drug could not be fetched/),
    })
  })

  it('that was removed is rejected', async () => {
    const { sync } = await setUp()
    await expect(sync({ kind: 'list', listId: 'gone' }, 'list')).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('pausing', () => {
  /** Starts a slow plan, and waits until it has fetched ten drugs. */
  const startSlowly = async () => {
    const parts = await setUp({ faults: [{ match: { path: '/api/v1/drugs' }, fault: 'delay', delayMs: 5 }] })
    const planSettings = { scope: catalogue, detail: 'pathways', perHour: 9999, refreshDays: 9 } as const
    const started = await parts.offlineSync.start(planSettings)
    while ((parts.jobs.list()[0]?.done ?? 0) < 10) await new Promise((resolve) => setImmediate(resolve))
    return { ...parts, ...started }
  }

  it.each(['pause', 'cancel'] as const)(
    'by %s lasts until the plan is resumed, which continues from there',
    async (how) => {
      const { service, offlineSync, plan, jobs, planId, jobId } = await startSlowly()
      if (how === 'pause') await offlineSync.pause({ planId })
      else jobs.cancel(jobId)
      expect(await jobs.finished(jobId)).toMatchObject({ state: 'cancelled' })
      const paused = await plan()
      expect(paused).toMatchObject({ state: 'paused', message: null, jobId: null, total: 40, etaS: null })
      expect(paused.complete).toBeGreaterThan(0.05)
      await offlineSync.resumeAll()
      expect((await plan()).jobId).toBeNull()
      const again = await offlineSync.resume({ planId })
      expect(await jobs.finished(again.jobId)).toMatchObject({ state: 'done', done: 40, total: 40 })
      expect(service.summary().requests).toBeLessThanOrEqual(42 + 4)
    },
  )

  it('is undone by a resume that arrives with it', async () => {
    const { offlineSync, plan, jobs, planId, jobId } = await startSlowly()
    const [, again] = await Promise.all([offlineSync.pause({ planId }), offlineSync.resume({ planId })])
    jobs.cancel(again.jobId)
    const third = await offlineSync.resume({ planId })
    expect(new Set([jobId, again.jobId, third.jobId]).size).toBe(3)
    expect(await jobs.finished(third.jobId)).toMatchObject({ state: 'done', done: 40 })
    expect((await plan()).state).toBe('done')
  })

  it("remains if a plan's drugs are gone, until the user resumes it", async () => {
    const { service, sync, plan, offlineSync, syncStore } = await setUp()
    await sync(catalogue, 'list')
    await syncStore.forget((await plan()).planId)
    const gone = { state: 'paused', message: expect.stringContaining('no longer cached'), complete: 0 }
    expect(await plan()).toMatchObject(gone)
    await offlineSync.resumeAll()
    expect(await plan()).toMatchObject({ ...gone, jobId: null })
    await offlineSync.forgetAll()
    expect(await plan()).toMatchObject(gone)
    expect(service.summary().requests).toBe(2)
  })

  it('is not a side effect of closing: the next start continues the plan', async () => {
    const first = await startSlowly()
    await first.close()
    expect(await first.jobs.finished(first.jobId)).toMatchObject({ state: 'cancelled' })
    const second = await first.open()
    await second.offlineSync.resumeAll()
    const { jobId: goesOn } = await second.plan()
    expect(goesOn).not.toBeNull()
    expect(await second.jobs.finished(goesOn ?? '')).toMatchObject({ state: 'done', done: 40 })
    expect(first.service.summary().requests).toBeLessThanOrEqual(42 + 4)
  })

  it('for good forgets the plan and keeps the drugs', async () => {
    const { offlineSync, jobs, cachedRows, drugs, planId, jobId } = await startSlowly()
    await offlineSync.remove({ planId })
    expect((await jobs.finished(jobId)).state).toBe('cancelled')
    expect(await offlineSync.list({})).toEqual([])
    expect(await cachedRows()).toHaveLength(40)
    expect(await drugs.query.selectFrom('prefetch_members').selectAll().execute()).toEqual([])
    await expect(offlineSync.resume({ planId })).rejects.toMatchObject({ code: 'notFound' })
  })
})
