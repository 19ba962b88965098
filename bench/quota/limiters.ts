/** The ways in which services count "100 per 60 s"; the documentation does not name the one our service uses. */

export const limit = 100
export const windowMs = 60_000

/**
 * Returns the ms until a request may pass, 0 if it passes now. `isDryRun`: only checks. `phase`: the start of the
 * service's windows.
 */
type Limiter = (nowMs: number, isDryRun?: boolean) => number

const bucket = (capacity: number) => (): Limiter => {
  let tokens = capacity
  let last = 0
  return (nowMs, isDryRun) => {
    const now = Math.min(capacity, tokens + ((nowMs - last) * limit) / windowMs)
    const waitMs = now >= 1 ? 0 : ((1 - now) * windowMs) / limit
    if (isDryRun) return waitMs
    tokens = waitMs === 0 ? now - 1 : now
    last = nowMs
    return waitMs
  }
}

const slidingLog = (refusedCount: boolean) => (): Limiter => {
  const log: number[] = []
  return (nowMs, isDryRun) => {
    while (log[0] !== undefined && log[0] <= nowMs - windowMs) log.shift()
    const passes = log.length < limit
    if (!isDryRun && (passes || refusedCount)) log.push(nowMs)
    const oldest = log[Math.max(0, log.length - limit)] ?? nowMs
    return passes ? 0 : oldest + windowMs - nowMs
  }
}

const twoWindow = (phase: number): Limiter => {
  let window = -2
  let current = 0
  let previous = 0
  return (nowMs, isDryRun) => {
    const at = nowMs + phase * windowMs
    const index = Math.floor(at / windowMs)
    if (index !== window) {
      previous = index === window + 1 ? current : 0
      current = 0
      window = index
    }
    const excess = previous * (1 - (at / windowMs - index)) + current + 1 - limit
    if (excess > 0) return Math.max(50, (excess / Math.max(1, previous)) * windowMs)
    if (!isDryRun) current += 1
    return 0
  }
}

const fixed = (phase: number): Limiter => {
  let window = -1
  let count = 0
  return (nowMs, isDryRun) => {
    const at = nowMs + phase * windowMs
    const index = Math.floor(at / windowMs)
    if (index !== window) {
      window = index
      count = 0
    }
    if (count >= limit) return (index + 1) * windowMs - at
    if (!isDryRun) count += 1
    return 0
  }
}

const limiters = {
  'bucket 100': bucket(limit),
  'bucket, burst 10': bucket(10),
  'sliding log': slidingLog(false),
  'sliding, rejects count': slidingLog(true),
  'two-window counter': twoWindow,
  fixed,
} satisfies Record<string, (phase: number) => Limiter>

export type Kind = keyof typeof limiters
export const kinds = Object.keys(limiters) as Kind[]

const oracleStepMs = 5

/**
 * Returns the least possible ms from the first to the last of `count` requests, for a client that knows the limiter's
 * internals.
 */
export function optimumMs(kind: Kind, phase: number, firstMs: number, count: number): number {
  const limiter = limiters[kind](phase)
  let passed = 0
  for (let now = firstMs; ; now += oracleStepMs) {
    while (passed < count && limiter(now, true) === 0) {
      limiter(now)
      passed += 1
    }
    if (passed >= count) return now - firstMs
  }
}

/** A service behind a network of 40 to 160 ms each way. */
export function createService(
  kind: Kind,
  phase: number,
  deps: { nowMs: () => number; sleep: (ms: number) => Promise<void>; random: () => number },
) {
  const limiter = limiters[kind](phase)
  const stats = { firstMs: Number.NaN, lastMs: 0, refused: 0 }
  const networkDelay = () => deps.sleep(40 + deps.random() * 120)
  return {
    seen: stats,
    /** `retryAfterMs`: null when the request was served; whole seconds, as the header has it. */
    async request(): Promise<{ retryAfterMs: number | null }> {
      await networkDelay()
      const now = deps.nowMs()
      if (Number.isNaN(stats.firstMs)) stats.firstMs = now
      const waitMs = limiter(now)
      if (waitMs > 0) stats.refused += 1
      else stats.lastMs = now
      await networkDelay()
      return { retryAfterMs: waitMs > 0 ? Math.ceil(waitMs / 1000) * 1000 : null }
    },
  }
}

export type Service = ReturnType<typeof createService>
