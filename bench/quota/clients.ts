/** Ours and its peers, each with the same face. Imported after virtual time is installed. */
import Bottleneck from 'bottleneck'
import PQueue from 'p-queue'
import { createRateLimiter } from '../../src/main/api/rateLimit/rateLimiter.ts'
import { createMemoryRateLimitStore, type RateLimitStore } from '../../src/main/store/rateLimitStore.ts'
import { limit, type Service, windowMs } from './limiters.ts'
import { sleep, virtualClock } from './virtualTime.ts'

export type Client = {
  /** Resolves when a request was served, however often it was refused before. */
  call(priority: 'interactive' | 'batch'): Promise<void>
}
export type CreateClient = (service: Service, random: () => number) => Promise<Client>

const concurrency = 10

/** A peer's caller: sends again after the wait that the service requested. */
async function untilServed(
  send: () => Promise<{ retryAfterMs: number | null }>,
  random: () => number,
): Promise<void> {
  for (;;) {
    const { retryAfterMs } = await send()
    if (retryAfterMs === null) return
    await sleep(retryAfterMs + random() * 200)
  }
}

const pQueueStrict: CreateClient = async (service, random) => {
  const queue = new PQueue({ intervalCap: limit, interval: windowMs, concurrency, strict: true })
  return {
    call: (priority) =>
      untilServed(
        () => queue.add(() => service.request(), { priority: priority === 'interactive' ? 1 : 0 }),
        random,
      ),
  }
}

const bottleneckReservoir: CreateClient = async (service, random) => {
  const limiter = new Bottleneck({
    reservoir: limit,
    reservoirRefreshAmount: limit,
    reservoirRefreshInterval: windowMs,
    maxConcurrent: concurrency,
  })
  return {
    call: (priority) =>
      untilServed(
        () => limiter.schedule({ priority: priority === 'interactive' ? 0 : 5 }, () => service.request()),
        random,
      ),
  }
}

async function createOurs(
  service: Service,
  store: RateLimitStore = createMemoryRateLimitStore(),
): Promise<Client> {
  const quota = await createRateLimiter({
    limit: () => limit,
    windowMs,
    clock: virtualClock,
    store,
    changed: () => {},
  })
  return {
    async call(priority) {
      for (;;) {
        const { retryAfterMs } = await quota.run(priority, undefined, async (slot) => {
          const answer = await service.request()
          if (answer.retryAfterMs !== null) slot.markRateLimited(answer.retryAfterMs)
          return answer
        })
        if (retryAfterMs === null) return
      }
    },
  }
}

export const clients = {
  'p-queue strict': pQueueStrict,
  'bottleneck reservoir': bottleneckReservoir,
  ours: (service) => createOurs(service),
} satisfies Record<string, CreateClient>

/** Ours as two processes on one book: the batch in one, the person in the other. */
export const oursInTwoProcesses: CreateClient = async (service) => {
  const store = { ...createMemoryRateLimitStore(), shared: true }
  const batch = await createOurs(service, store)
  const person = await createOurs(service, store)
  return { call: (priority) => (priority === 'batch' ? batch : person).call(priority) }
}
