import { describe, expect, it, onTestFinished } from 'vitest'
import { type ReferenceOptions, startReferenceService } from '../../../demoService/index.ts'
import { Failure } from '../../../shared/contract/failures.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { startScriptedServer } from '../../api/testing/scriptedServer.ts'
import type { Clock } from '../../ports.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { createPlans } from './plans.ts'
import { createFastClock } from './testing/fastClock.ts'
import { openOfflineSync } from './testing/openOfflineSync.ts'

type World = Parameters<typeof openOfflineSync>[0]

async function openAt(service: World['service'], more: Partial<World> = {}) {
  const folder = newFolder()
  const open = async (changes: Partial<World> = {}) => {
    const parts = await openOfflineSync({ folder, service, clock: createFastClock(), ...more, ...changes })
    onTestFinished(parts.close)
    return parts
  }
  return { open, ...(await open()) }
}

/** Opens a service that the test scripts; `query` holds the parameters of the request. */
async function openScripted(
  answer: (query: URLSearchParams, path: string) => ReturnType<Parameters<typeof startScriptedServer>[0]>,
  { basePath = '', ...more }: { basePath?: string } & Partial<World> = {},
) {
  const requests: URLSearchParams[] = []
  const server = await startScriptedServer(({ path }) => {
    const query = new URL(path, 'http://x').searchParams
    requests.push(query)
    return answer(query, path)
  })
  onTestFinished(server.close)
  return { requests, ...(await openAt({ url: `${server.url}${basePath}`, apiKey: 'k' }, more)) }
}

async function openReference(options: ReferenceOptions) {
  const service = await startReferenceService({ rate: { requests: 9999, windowS: 60 }, ...options })
  onTestFinished(() => service.close())
  return service
}

const ids = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => ({
    drug_id: `D-${String(from + at).padStart(4, '0')}`,
  }))
const pageOf = (query: URLSearchParams) => Number(query.get('page'))

describe('a list', () => {
  it('of a service that cannot sort is read unsorted, with a note to the user', async () => {
    const { requests, sync, plan } = await openScripted((query) =>
      query.has('sort')
        ? { status: 400, body: { code: 400, message: 'sort is not known' } }
        : {
            body: {
              code: 200,
              data: { items: ids(pageOf(query) * 100 - 100, Math.min(150, pageOf(query) * 100)), total: 150 },
            },
          },
    )
    expect(await sync()).toMatchObject({ state: 'done', done: 150, total: 150 })
    expect(requests).toHaveLength(3)
    expect(await plan()).toMatchObject({ state: 'done', message: expect.stringContaining('does not sort') })
  })

  it('of a service that rejects `fields` is read with all fields', async () => {
    const { requests, sync } = await openScripted((query) =>
      query.has('fields') ? { status: 400, body: {} } : { body: { code: 200, data: ids(0, 30) } },
    )
    expect(await sync({ detail: 'names' })).toMatchObject({ state: 'done', done: 30 })
    expect(requests.map((query) => [query.has('sort'), query.has('fields')])).toEqual([
      [true, true],
      [false, true],
      [false, false],
      [false, false],
    ])
  })

  it('of a service that always returns 20 drugs is read to its end', async () => {
    const { requests, sync } = await openScripted((query) => ({
      body: { code: 200, data: ids(pageOf(query) * 20 - 20, Math.min(87, pageOf(query) * 20)) },
    }))
    expect(await sync()).toMatchObject({ state: 'done', done: 87, total: 87 })
    expect(requests).toHaveLength(6)
  })

  it('of a service without pages ends at the first repetition', async () => {
    const { requests, sync } = await openScripted(() => ({ body: { code: 200, data: ids(0, 100) } }))
    expect(await sync()).toMatchObject({ state: 'done', done: 100, total: 100 })
    expect(requests).toHaveLength(2)
  })

  it('with short pages in between is read up to the reported total', async () => {
    const { requests, sync } = await openScripted((query) => {
      const page = pageOf(query)
      const items = ids(page * 100 - 100, page * 100).filter((_, at) => at % 7 !== page)
      return { body: { code: 200, data: { items: page > 3 ? [] : items, total: 300 } } }
    })
    expect(await sync()).toMatchObject({ state: 'done', done: 257, total: 300 })
    expect(requests).toHaveLength(4)
  })

  it('without a total ends when the page after a full one does not exist', async () => {
    const { sync } = await openScripted((query) =>
      pageOf(query) > 2
        ? { status: 404, body: { code: 404, message: 'no such page' } }
        : { body: { code: 200, data: ids(pageOf(query) * 100 - 100, pageOf(query) * 100) } },
    )
    expect(await sync()).toMatchObject({ state: 'done', done: 200, total: 200 })
  })

  it('with a repeated drug counts it once and keeps the reported total', async () => {
    const { sync } = await openScripted(() => ({
      body: { code: 200, data: { items: [...ids(0, 30), ...ids(10, 20)], total: 40 } },
    }))
    expect(await sync()).toMatchObject({ state: 'done', done: 30, total: 40 })
  })

  it('that is empty is done', async () => {
    const { sync, plan } = await openScripted(() => ({ body: { code: 200, data: { items: [], total: 0 } } }))
    expect(await sync()).toMatchObject({ state: 'done', done: 0, total: 0 })
    expect(await plan()).toMatchObject({ complete: 1, total: 0 })
  })
})

describe('a failure that waiting does not fix pauses the plan and is reported', () => {
  it.each([
    [401, 'notSignedIn', /Sign in again/],
    [403, 'forbidden', /not allowed/],
  ] as const)('%i', async (status, code, message) => {
    const { sync, plan, requests } = await openScripted(() => ({ status, body: { code: status } }))
    expect(await sync()).toMatchObject({ state: 'failed', failureCode: code })
    expect(requests.length).toBeLessThanOrEqual(2)
    expect(await plan()).toMatchObject({
      state: 'paused',
      jobId: null,
      message: expect.stringMatching(message),
    })
  })

  it('until the user signs in if that is missing, even after a restart', async () => {
    let status = 401
    const { open, sync, plan, offlineSync, jobs } = await openScripted(() =>
      status === 200 ? { body: { code: 200, data: ids(0, 31) } } : { status, body: { code: status } },
    )
    await sync()
    expect(await plan()).toMatchObject({ state: 'paused', message: expect.stringMatching(/Sign in again/) })
    await offlineSync.resumeAll()
    await jobs.finished((await plan()).jobId ?? '')
    expect(await plan()).toMatchObject({ state: 'paused', message: expect.stringMatching(/Sign in again/) })
    status = 200
    const again = await open()
    await again.offlineSync.resumeAll()
    await again.jobs.finished((await again.plan()).jobId ?? '')
    expect(await again.plan()).toMatchObject({ state: 'done', message: null })
  })

  it('for good if the user paused the plan in the meantime', async () => {
    const { requests, offlineSync, sync, plan } = await openScripted(() => ({
      status: 401,
      body: { code: 401 },
    }))
    await sync()
    await offlineSync.pause({ planId: (await plan()).planId })
    const before = requests.length
    await offlineSync.resumeAll()
    expect(await plan()).toMatchObject({ state: 'paused', jobId: null, message: null })
    expect(requests).toHaveLength(before)
  })

  it('for good if the user pauses it while earlier plans are resumed', async () => {
    const listRead = Promise.withResolvers<void>()
    let isHeldUp = false
    const { lists, offlineSync, sync } = await openScripted(() => ({ status: 401, body: { code: 401 } }), {
      changeDeps: (parts) => ({
        ...parts,
        async findDrugList(listId) {
          if (isHeldUp) await listRead.promise
          return parts.findDrugList(listId)
        },
      }),
    })
    lists.set('list-1', { name: 'Mine', drugIds: ['D-0001'] })
    await sync({ scope: { kind: 'list', listId: 'list-1' } })
    await sync()
    const planId = (await offlineSync.list({}))[1]?.planId ?? ''
    isHeldUp = true
    const resumed = offlineSync.resumeAll()
    const paused = offlineSync.pause({ planId })
    // Leaves time for a faulty pause that does not wait for its turn.
    await Promise.race([paused, new Promise((resolve) => setTimeout(resolve, 100))])
    listRead.resolve()
    await Promise.all([resumed, paused])
    const plan = (await offlineSync.list({})).find((one) => one.planId === planId)
    expect(plan).toMatchObject({ state: 'paused', jobId: null, message: null })
  })

  it('such as a full disk', async () => {
    const service = await openReference({ drugs: 120 })
    let full = true
    const { sync, plan } = await openAt(service, {
      changeDeps: (parts) => ({
        ...parts,
        store: {
          ...parts.store,
          cacheDrugs: async (drugs, details) => {
            if (full)
              throw new Failure('file', joinMessages([`The disk is full. Make room on it.`]), {
                name: 'drugs.db',
              })
            await parts.store.cacheDrugs(drugs, details)
          },
        },
      }),
    })
    expect(await sync()).toMatchObject({ state: 'failed', failureCode: 'file' })
    expect(await plan()).toMatchObject({
      state: 'paused',
      message: 'The disk is full. Make room on it.',
      listed: 0,
    })
    full = false
    expect(await sync()).toMatchObject({ state: 'done', done: 120 })
    expect(await plan()).toMatchObject({ state: 'done', message: null })
  })

  it('such as a disk so full that the failure itself cannot be stored', async () => {
    const service = await openReference({ drugs: 20 })
    const refuse = () => {
      throw new Failure('file', joinMessages([`The disk is full. Make room on it.`]), { name: 'drugs.db' })
    }
    const { sync, plan } = await openAt(service, {
      changeDeps: (parts) => ({
        ...parts,
        store: { ...parts.store, cacheDrugs: async () => refuse() },
        journal: {
          ...parts.journal,
          query: new Proxy(parts.journal.query, {
            get(target, name) {
              if (name === 'updateTable') return refuse
              const found: unknown = Reflect.get(target, name)
              return typeof found === 'function' ? found.bind(target) : found
            },
          }),
        },
      }),
    })
    expect(await sync()).toMatchObject({ state: 'failed', failureCode: 'file' })
    expect(await plan()).toMatchObject({ state: 'paused', jobId: null })
  })

  it.each([
    ['offline', 'offline'],
    ['without a service', 'offline'],
  ])('such as being %s, if the process does not wait indefinitely', async (how, failureCode) => {
    const { sync, switches, plan } = await openAt(
      { url: 'http://127.0.0.1:9', apiKey: 'k' },
      { retriesIndefinitely: false },
    )
    switches.offline = how === 'offline'
    expect(await sync()).toMatchObject({ state: 'failed', failureCode })
    expect(await plan()).toMatchObject({ state: 'paused', message: expect.stringMatching(/./) })
  })
})

describe('a service that asks for a longer wait than the usual pauses', () => {
  it('gets no request for that time', async () => {
    const clock = createFastClock()
    let requestCount = 0
    const { sync } = await openScripted(
      () => {
        requestCount += 1
        return requestCount === 1
          ? { status: 503, headers: { 'Retry-After': '600' }, body: { code: 503 } }
          : { body: { code: 200, data: ids(0, 30) } }
      },
      { clock },
    )
    expect(await sync()).toMatchObject({ state: 'done', done: 30 })
    expect(requestCount).toBe(3)
    expect(Math.max(...clock.sleeps)).toBeGreaterThan(599_000)
  })
})

describe("the requests that look up the service's base path", () => {
  it('count towards the hourly limit', async () => {
    const answer = (_query: URLSearchParams, path: string) => {
      if (path.startsWith('/v1/users/me')) return { body: { code: 200, data: { user_id: 'u-1' } } }
      if (path.startsWith('/v1/drugs')) return { body: { code: 200, data: ids(0, 30) } }
      return { status: 404, body: { code: 404, message: 'no' } }
    }
    const { sync, plan, requests } = await openScripted(answer, { basePath: '/v1', settings: {} })
    expect(await sync()).toMatchObject({ state: 'done', done: 30 })
    expect(requests).toHaveLength(5)
    expect(await plan()).toMatchObject({ requestsLastHour: 5, requestsOfRun: 5 })
  })
})

describe('a plan that another process runs', () => {
  it('is followed to its end without any requests', async () => {
    const faults = [{ match: { path: '/api/v1/drugs' }, fault: 'delay', delayMs: 20 }] as const
    const service = await openReference({ drugs: 60, faults })
    // The second process uses the system's time, as two real processes would.
    const first = await openAt(service, { clock: { ...createFastClock(), now: () => Date.now() } })
    const second = await first.open()
    const ours = first.sync({ detail: 'pathways' })
    while (service.summary().requests < 5) await new Promise((resolve) => setTimeout(resolve, 5))
    const followed = second.sync({ detail: 'pathways' })
    while ((await second.plan()).message === null) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await second.plan()).toMatchObject({
      state: 'running',
      message: expect.stringContaining('Another Pathclock'),
      etaS: null,
    })
    expect(await ours).toMatchObject({ state: 'done', done: 60 })
    expect(await followed).toMatchObject({
      state: 'done',
      message: expect.stringContaining('Another Pathclock'),
    })
    expect(service.summary().requests).toBe(62)
  })
})

describe('a plan whose process was killed', () => {
  it('is taken over within 20 s, although its lease was not released', async () => {
    const service = await openReference({ drugs: 60 })
    const clock = createFastClock()
    const { journal, sync, plan } = await openAt(service, { clock })
    await sync()
    await journal.query
      .updateTable('prefetch_plans')
      .set({ state: 'running', lease_owner: 'killed', lease_until_ms: clock.now() })
      .execute()
    // Restores the lease as the killed process last renewed it.
    const renewed = await createPlans(journal, () => clock.now()).renewLease((await plan()).planId, 'killed')
    expect(renewed?.isLeased).toBe(true)
    const killedAtMs = clock.now()
    expect(await sync()).toMatchObject({ state: 'done' })
    expect(clock.now() - killedAtMs).toBeLessThan(20_000)
  })
})

describe('responses that have become old', () => {
  it('are requested again at the next start', async () => {
    const service = await openReference({ drugs: 60 })
    const fastClock = createFastClock()
    let laterMs = 0
    const clock: Clock = { ...fastClock, now: () => fastClock.now() + laterMs }
    const { sync, offlineSync, plan, jobs } = await openAt(service, { clock })
    await sync({ detail: 'pathways' })
    const dayMs = 24 * 60 * 60_000
    laterMs = 29 * dayMs
    await offlineSync.resumeAll()
    expect(await plan()).toMatchObject({ state: 'done', jobId: null })
    laterMs = 31 * dayMs
    await offlineSync.resumeAll()
    const { jobId } = await plan()
    expect(await jobs.finished(jobId ?? '')).toMatchObject({ state: 'done', done: 60, total: 60 })
    expect(service.summary().requests).toBe(2 * 62)
    expect(Date.parse((await plan()).oldestFetchedAt ?? '')).toBeGreaterThan(Date.now() + 30 * dayMs)
  })
})

describe('events', () => {
  it('report progress at most five times a second and new drugs every two seconds', async () => {
    const service = await openReference({ drugs: 120 })
    const { sync, events } = await openAt(service)
    await sync({ detail: 'pathways' })
    const spanMs = (events.at(-1)?.atMs ?? 0) - (events[0]?.atMs ?? 0)
    const count = (name: string) => events.filter((event) => event.name === name).length
    // The beginning and the end are always reported.
    expect(count('offlineSync.changed')).toBeLessThanOrEqual(spanMs / 200 + 4)
    expect(count('drugs.changed')).toBeLessThanOrEqual(spanMs / 2000 + 2)
    expect(count('drugs.changed')).toBeGreaterThan(0)
  })
})
