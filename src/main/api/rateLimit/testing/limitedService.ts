import { createLimiter } from '../../../../demoService/http/limiters.ts'
import type { LimiterName } from '../../../../demoService/options.ts'
import type { Clock } from '../../../ports.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'

export const limit = 100
export const windowMs = 60_000

export type Reply = { refused: boolean; retryAfterMs: number | null }

type Options = {
  clock: Clock
  kind: LimiterName
  seed: number
  /** The round-trip time. Default: 20 to 400 ms. */
  roundTripMs?: [least: number, most: number]
}

/** Creates the reference service's limiters behind a network, in virtual time. */
export function createLimitedService({ clock, kind, seed, roundTripMs = [20, 400] }: Options) {
  const limiter = createLimiter(kind, { requests: limit, windowMs })
  const random = createSeededRandom(seed)
  const [least, most] = roundTripMs
  const travel = () => clock.sleep((least + random() * (most - least)) / 2)
  const accepted: number[] = []
  const refusals: number[] = []
  /** Handles a request on arrival. Other clients of the credential call it directly, without network delay. */
  const arrive = (): Reply => {
    const waitMs = limiter.take(clock.now())
    if (waitMs === 0) accepted.push(clock.now())
    else refusals.push(clock.now())
    return { refused: waitMs > 0, retryAfterMs: waitMs > 0 ? Math.ceil(waitMs / 1000) * 1000 : null }
  }
  return {
    accepted,
    refusals,
    arrive,
    async request(): Promise<Reply> {
      await travel()
      const reply = arrive()
      await travel()
      return reply
    },
  }
}
