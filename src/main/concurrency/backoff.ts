import type { Random } from '../ports.ts'

type Backoff = {
  initialMs: number
  /** How much longer each wait is than the one before it. Default: twice. */
  factor?: number
  maxMs?: number
}

/** ms to wait before retry number `attempt`, which counts from 0. */
export const backoffMs = (
  attempt: number,
  { initialMs, factor = 2, maxMs = Number.POSITIVE_INFINITY }: Backoff,
): number => Math.min(maxMs, initialMs * factor ** attempt)

/** `ms` times a random factor, so that clients or tasks that began together do not come back together. */
export const withJitter = (ms: number, [least, most]: readonly [number, number], random: Random): number =>
  ms * (least + (most - least) * random.next())
