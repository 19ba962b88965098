import { execFile } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startReferenceService } from '../../../../demoService/index.ts'
import type { Drug } from '../../../../shared/domain/drugs/drug.ts'
import { createVirtualClock } from '../../../api/testing/virtualClock.ts'
import type { DrugPage, ServiceResponse } from '../../../ports.ts'
import { isFull, printFigure, scale } from '../../../testing/faults.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import { processFile } from '../../../testing/processes/processFile.ts'
import type { OfflineSyncDeps } from '../runningPlan.ts'
import { openOfflineSync } from '../testing/openOfflineSync.ts'
import type { SyncTask } from '../testing/syncProcess.ts'
import { createOfflineSyncStore } from './offlineSyncStore.ts'

const requirement = 'never more than allowed per hour'
const hourMs = 60 * 60_000

type Time = ReturnType<typeof createVirtualClock>

/** Creates a service of any size that records when each request is sent. Each response takes 40 ms of the clock. */
function createEndless({ clock }: Time, sent: number[]): OfflineSyncDeps['remote'] {
  const answer = async <T>(
    value: T,
    onLeave: (() => Promise<void>) | undefined,
  ): Promise<ServiceResponse<T>> => {
    await onLeave?.()
    sent.push(clock.now())
    await clock.sleep(40)
    const fetchedAt = new Date(clock.now()).toISOString()
    return { value, raw: {}, fetchedAt, service: 'https://s.example', requestId: null, synthetic: true }
  }
  const drug = (drugId: string): Drug => ({
    drugId,
    name: drugId,
    synonyms: [],
    category: null,
    description: null,
  })
  return {
    searchDrugs: ({ page = 1, limit = 100, category = 'all' }, options) => {
      const items: Drug[] = Array.from({ length: limit }, (_, at) =>
        drug(`${category}-${(page - 1) * limit + at}`),
      )
      const value: DrugPage = {
        items,
        raws: items,
        total: 1_000_000,
        page,
        limit,
        skipped: 0,
        next: null,
        more: false,
      }
      return answer(value, options?.beforeSend)
    },
    drug: (drugId, options) => answer(drug(drugId), options?.beforeSend),
    drugPathways: (_drugId, options) => answer([], options?.beforeSend),
  }
}

/** Returns the times of requests in three hours in which two contexts work on their own plans. */
async function threeHours(
  perHour: number,
  changeDeps: (parts: OfflineSyncDeps) => OfflineSyncDeps = (parts) => parts,
) {
  const folder = newFolder()
  const time = createVirtualClock()
  const sent: number[] = []
  const remote = createEndless(time, sent)
  const service = { url: 'http://127.0.0.1:9', apiKey: '' }
  // One connection serves both: waiting for another connection's lock would take real time, which this clock does not
  // count.
  const first = await openOfflineSync({ folder, service, clock: time.clock })
  onTestFinished(first.close)
  const open = (own: OfflineSyncDeps): OfflineSyncDeps =>
    changeDeps({
      ...own,
      remote,
      store: { cacheDrugs: async () => {}, cachePathways: async () => {} },
      syncStore: createOfflineSyncStore(first.drugs),
    })
  const contexts = []
  for (const category of ['a', 'b']) {
    const parts = await openOfflineSync({ folder, service, clock: time.clock, changeDeps: open })
    onTestFinished(parts.close)
    await parts.offlineSync.start({
      scope: { kind: 'category', category },
      detail: 'list',
      perHour,
      refreshDays: 30,
    })
    contexts.push(parts)
  }
  await time.advance(3 * hourMs)
  for (const { jobs } of contexts) await time.finish(jobs.close())
  return sent
}

/** Returns the most requests within any hour; `sent` is sorted. */
function maxInHour(sent: readonly number[]): number {
  let from = 0
  return sent.reduce((most, atMs, index) => {
    while ((sent[from] ?? atMs) <= atMs - hourMs) from += 1
    return Math.max(most, index - from + 1)
  }, 0)
}

describe('requests of two contexts in three hours', () => {
  const perHour = scale(60, 400)

  it('stay within the limit in any hour, and come close to it', async () => {
    const sent = await threeHours(perHour)
    printFigure(requirement, 'two contexts, 3 h', { perHour, mostInHour: maxInHour(sent), sent: sent.length })
    expect(maxInHour(sent)).toBeLessThanOrEqual(perHour)
    expect(sent.length).toBeGreaterThanOrEqual(3 * perHour)
  })

  it.runIf(isFull)('exceed the limit in a mutant that counts each context alone', async () => {
    const sent = await threeHours(perHour, (parts) => {
      const own: number[] = []
      const claim = async (atMs: number, allowed: number) => {
        const oldest = own.at(-allowed)
        if (oldest !== undefined && oldest > atMs - hourMs) return oldest + hourMs - atMs
        own.push(atMs)
        return 0
      }
      return { ...parts, syncStore: { ...parts.syncStore, claim } }
    })
    expect(maxInHour(sent)).toBe(2 * perHour)
  })
})

describe('two processes at once', () => {
  it('together send exactly the allowed number', async () => {
    const service = await startReferenceService({ drugs: 260, rate: { requests: 100_000, windowS: 60 } })
    onTestFinished(() => service.close())
    const folder = newFolder()
    const { drugs } = await openOfflineSync({ folder, service, clock: createVirtualClock().clock })
    onTestFinished(() => drugs.close())
    const perHour = 40
    const children = [
      { kind: 'catalogue' } as const,
      { kind: 'category', category: 'mTOR inhibitor' } as const,
    ].map((scope) => {
      const plan = { folder, service, scope, perHour }
      const task: SyncTask = { ...plan, dieAfterCalls: null, dieLaterMs: 0, laterMs: 0 }
      return execFile(process.execPath, [processFile('syncProcess'), JSON.stringify(task)])
    })
    while (service.summary().requests < perHour) await new Promise((resolve) => setTimeout(resolve, 50))
    // Long enough for many more requests.
    await new Promise((resolve) => setTimeout(resolve, scale(500, 1500)))
    for (const child of children) child.kill('SIGKILL')
    expect(service.summary().requests).toBe(perHour)
    printFigure(requirement, 'two processes', { perHour, requests: service.summary().requests })
  })
})
