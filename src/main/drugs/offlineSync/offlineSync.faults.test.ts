import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { FaultEntry } from '../../../demoService/http/faults.ts'
import { type ReferenceOptions, startReferenceService } from '../../../demoService/index.ts'
import type { Job } from '../../../shared/contract/state.ts'
import { createNodeTransport } from '../../adapters/network/transport.ts'
import { systemClock } from '../../adapters/system.ts'
import { isFull, printFigure, scale } from '../../testing/faults.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { processFile } from '../../testing/processes/processFile.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { createFastClock } from './testing/fastClock.ts'
import { openOfflineSync } from './testing/openOfflineSync.ts'
import type { SyncTask } from './testing/syncProcess.ts'

const run = promisify(execFile)
const syncProcess = processFile('syncProcess')
const requirement = 'goes on where it stopped'
const catalogue = { kind: 'catalogue' } as const
const planSettings = { scope: catalogue, detail: 'pathways', perHour: 1_000_000, refreshDays: 30 } as const

const start = async (options: ReferenceOptions) => {
  const service = await startReferenceService({ rate: { requests: 1_000_000, windowS: 60 }, ...options })
  onTestFinished(() => service.close())
  return { service, folder: newFolder() }
}

/** Runs a sync in its own process; null if the process was killed. */
async function sync(task: SyncTask): Promise<Job | null> {
  try {
    const { stdout } = await run(process.execPath, [syncProcess, JSON.stringify(task)])
    return JSON.parse(stdout) as Job
  } catch (error) {
    if ((error as { signal?: string }).signal === 'SIGKILL') return null
    throw error
  }
}

describe('a plan that is killed at random times, repeatedly', { timeout: scale(240_000, 1_800_000) }, () => {
  it('ends with every drug and its pathways, and repeats only the requests that were in flight', async () => {
    const drugs = scale(30, 1500)
    const kills = scale(2, 100)
    const { service, folder } = await start({ drugs })
    const random = createSeededRandom(7)
    // Each drug takes two calls and one name lookup; all kills must fit in.
    const maxCalls = Math.floor((2 * 2 * drugs) / kills)
    const shared = { folder, service, scope: catalogue, perHour: 1_000_000 }
    const started = performance.now()
    let died = 0
    for (let attempt = 0; attempt < kills; attempt += 1) {
      const dieAfterCalls = 1 + Math.floor(random() * maxCalls)
      const dieLaterMs = random() * 8
      const job = await sync({ ...shared, dieAfterCalls, dieLaterMs, laterMs: attempt * 300_000 })
      if (!job) died += 1
    }
    const job = await sync({ ...shared, dieAfterCalls: null, dieLaterMs: 0, laterMs: kills * 300_000 })
    const seconds = Math.round((performance.now() - started) / 1000)
    expect(job).toMatchObject({
      state: 'done',
      message: `${drugs} drugs available offline.`,
      done: drugs,
      failed: 0,
    })
    expect(died).toBeGreaterThanOrEqual(kills - 1)

    const later = { ...systemClock, now: () => Date.now() + kills * 300_000 }
    const { drugs: database, plan, close } = await openOfflineSync({ folder, service, clock: later })
    onTestFinished(close)
    const rows = await database.query.selectFrom('drugs').select(['drug_id', 'pathways']).execute()
    expect(new Set(rows.map(({ drug_id }) => drug_id)).size).toBe(drugs)
    expect(rows.filter(({ pathways }) => pathways === null)).toEqual([])
    expect(await plan()).toMatchObject({ state: 'done', complete: 1, listed: drugs, detailed: drugs })
    const ideal = Math.ceil(drugs / 100) + drugs
    const { requests } = service.summary()
    printFigure(requirement, 'SIGKILL', { drugs, kills: died, requests, ideal, seconds })
    expect(requests).toBeLessThanOrEqual(ideal + died * (4 + 1))
  })
})

describe('a service that fails now and then', () => {
  const drugs = scale(50, 130)
  const faults: Record<string, FaultEntry[]> = {
    '429 with Retry-After': [
      {
        match: { path: '/api/v1/drugs' },
        fault: 'status',
        status: 429,
        headers: { 'Retry-After': '7' },
        every: 9,
      },
    ],
    '429 without a word': [{ match: { path: '/api/v1/drugs' }, fault: 'status', status: 429, every: 9 }],
    '503 now and then': [{ match: { path: '/api/v1/drugs' }, fault: 'status', status: 503, every: 3 }],
    'an outage of 30 answers': [
      { match: { path: '/api/v1/drugs' }, fault: 'status', status: 500, times: 30 },
    ],
    'half answers': [{ match: { path: '/api/v1/drugs' }, fault: 'partial-body', every: 4 }],
    'answers that break off': [{ match: { path: '/api/v1/drugs' }, fault: 'wrong-json', every: 5 }],
    'cut connections': [{ match: { path: '/api/v1/drugs' }, fault: 'reset-before-commit', every: 4 }],
    'pages of a proxy': [{ match: { path: '/api/v1/drugs' }, fault: 'html', status: 502, every: 5 }],
  }

  /** The quick run tries one fault with a wait time, one without and one with cut connections. */
  const tried = isFull
    ? Object.keys(faults)
    : ['429 with Retry-After', 'an outage of 30 answers', 'cut connections']
  it.each(tried)('is retried until it recovers: %s', async (name) => {
    const { service, folder } = await start({ drugs, faults: faults[name] ?? [] })
    const clock = createFastClock()
    const parts = await openOfflineSync({ folder, service, clock })
    onTestFinished(parts.close)
    expect({ ...(await parts.sync(planSettings)), bugs: parts.bugs }).toMatchObject({
      state: 'done',
      done: drugs,
      failed: 0,
      message: `${drugs} drugs available offline.`,
      bugs: [],
    })
    const rows = await parts.drugs.query.selectFrom('drugs').select(['pathways']).execute()
    expect(rows).toHaveLength(drugs)
    expect(rows.filter(({ pathways }) => pathways === null)).toEqual([])
    const { requests } = service.summary()
    // Requests that the client itself retries count as well.
    expect((await parts.plan()).requestsOfRun).toBe(requests)
    const longestMs = Math.max(...clock.sleeps)
    expect(longestMs).toBeLessThanOrEqual(301_000)
    printFigure('waits for a failing service', name, { drugs, requests, longestMs })
  })

  it.each([['bare-arrays'], ['camel-case'], ['other-envelope'], ['error-in-200', 'problem-json']])(
    'or has another dialect is supported: %s',
    async (...variants) => {
      // The drugs fill two pages.
      const drugs = 130
      const { service, folder } = await start({ drugs, variants })
      const parts = await openOfflineSync({ folder, service, clock: createFastClock() })
      onTestFinished(parts.close)
      const job = await parts.sync({ ...planSettings, detail: 'names' })
      expect(job).toMatchObject({ state: 'done', done: drugs, total: drugs })
    },
  )

  /** Fetches everything from a service that fails at the pathways of one drug while it serves the others. */
  const getWithOneFailing = async (fault: Pick<FaultEntry, 'fault' | 'status' | 'times'>) => {
    const { service, folder } = await start({ drugs })
    const { remote, ...parts } = await openOfflineSync({ folder, service, clock: createFastClock() })
    const { value } = await remote.searchDrugs({ limit: 3, sort: 'drug_id', order: 'asc' })
    await parts.close()
    const path = `/api/v1/drugs/${value.items.at(-1)?.drugId ?? ''}/pathways`
    const other = await start({ drugs, faults: [{ match: { path }, ...fault }] })
    const again = await openOfflineSync({ ...other, clock: createFastClock() })
    onTestFinished(again.close)
    return again.sync(planSettings)
  }

  it('at one drug permanently is skipped for that drug only', async () => {
    const job = await getWithOneFailing({ fault: 'status', status: 500 })
    expect(job).toMatchObject({ state: 'done', done: drugs - 1, failed: 1 })
  })

  it('at one drug temporarily is tried once more after all others', async () => {
    const job = await getWithOneFailing({ fault: 'wrong-json', times: 6 })
    expect(job).toMatchObject({ state: 'done', done: drugs, failed: 0 })
  })
})

describe('the offline switch', () => {
  it('stops the sync without another request, and continues it when turned off', async () => {
    const { service, folder } = await start({ drugs: 60 })
    const send = createNodeTransport()
    let sentCount = 0
    const transport: typeof send = (url, init) => {
      sentCount += 1
      return send(url, init)
    }
    const parts = await openOfflineSync({ folder, service, clock: createFastClock(), transport })
    onTestFinished(parts.close)
    const { offlineSync, jobs, switches, plan } = parts
    const { jobId } = await offlineSync.start(planSettings)
    while ((jobs.list()[0]?.done ?? 0) < 15) await new Promise((resolve) => setImmediate(resolve))
    switches.offline = true
    const before = sentCount
    while ((await plan()).message === null) await new Promise((resolve) => setImmediate(resolve))
    expect(await plan()).toMatchObject({ state: 'paused', jobId, etaS: null })
    // Lasts for many checks of the switch on its fast clock.
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(sentCount).toBe(before)
    expect((await plan()).requestsLastHour).toBeLessThanOrEqual(sentCount)
    switches.offline = false
    expect(await jobs.finished(jobId)).toMatchObject({ state: 'done', done: 60 })
    printFigure('offline switch', 'on during a sync', { sentBefore: before, sentWhileOn: 0 })
  })
})
