import type { Random } from '../ports.ts'

type Backoff = {
  initialMs: number
  /** The factor from one wait to the next. Default: 2. */
  factor?: number
  maxMs?: number
}

/** Returns the ms to wait before retry number `attempt`, from 0. */
export const backoffMs = (
  attempt: number,
  { initialMs, factor = 2, maxMs = Number.POSITIVE_INFINITY }: Backoff,
): number => Math.min(maxMs, initialMs * factor ** attempt)

/** Multiplies `ms` by a random factor, so that clients or tasks that started together do not retry together. */
export const withJitter = (ms: number, [least, most]: readonly [number, number], random: Random): number =>
  ms * (least + (most - least) * random.next())
