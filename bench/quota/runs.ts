import { createSeededRandom } from '../../src/main/testing/seededRandom.ts'
import type { CreateClient } from './clients.ts'
import { createService, type Kind, limit, optimumMs, windowMs } from './limiters.ts'
import { nowMs, runVirtually, sleep } from './virtualTime.ts'

/** `percent` of the clairvoyant optimum; the number of 429s. */
export type BatchFigure = { percent: number; refused: number }

/** Longer than any client that works at all needs. */
const timeoutFactor = 12
const meanPauseMs = 20_000

const untilMs = (count: number): number => (count / limit) * windowMs * timeoutFactor + 5 * windowMs

/** Starts all calls of a batch together. Returns the time from the first to the last one served. */
export async function runBatch(
  create: CreateClient,
  kind: Kind,
  seed: number,
  count: number,
): Promise<BatchFigure> {
  const phase = createSeededRandom(seed)()
  const random = createSeededRandom(seed + 500)
  const service = createService(kind, phase, { nowMs, sleep, random })
  await runVirtually(seed, untilMs(count), async () => {
    const client = await create(service, random)
    await Promise.all(Array.from({ length: count }, () => client.call('batch')))
  })
  const { firstMs, lastMs, refused } = service.seen
  return { percent: (100 * optimumMs(kind, phase, firstMs, count)) / (lastMs - firstMs), refused }
}

/**
 * Signs in, which is one call, then starts a batch and makes interactive calls every 20 s on average while it runs.
 * Returns the time of each interactive call in ms. The first of them may have to wait until one window ends: reserving
 * a slot for it would make the batch miss its target.
 */
export async function runInteractive(
  create: CreateClient,
  kind: Kind,
  seed: number,
  count: number,
): Promise<number[]> {
  const random = createSeededRandom(seed + 700)
  const service = createService(kind, createSeededRandom(seed)(), { nowMs, sleep, random })
  const tookMs: number[] = []
  await runVirtually(seed, untilMs(count), async () => {
    const client = await create(service, random)
    await client.call('interactive')
    let over = false
    const batch = Promise.all(Array.from({ length: count }, () => client.call('batch'))).finally(() => {
      over = true
    })
    const calls: Promise<void>[] = []
    const call = async () => {
      const startMs = nowMs()
      await client.call('interactive')
      tookMs.push(nowMs() - startMs)
    }
    while (!over) {
      await sleep(-Math.log(1 - random()) * meanPauseMs)
      calls.push(call())
    }
    await Promise.all([batch, ...calls])
  })
  return tookMs
}
