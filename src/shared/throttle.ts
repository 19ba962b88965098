/** What a throttle needs of a clock: of the services' own, or of the page's timers. */
type ThrottleClock = { now(): number; sleep(ms: number): Promise<void> }

type ThrottleOptions = {
  clock: ThrottleClock
  intervalMs: number
  /** Also calls back when the interval is over, if something came meanwhile. Default: what came waits for the next trigger. */
  trailing?: boolean
}

export type Throttle = {
  trigger(): void
  /** Calls back now, if something was held back. */
  flush(): void
}

/** Calls back at once, and then at most once in `intervalMs`. A clock that is set back does not hold anything up. */
export function createThrottle(
  { clock, intervalMs, trailing = false }: ThrottleOptions,
  callback: () => void,
): Throttle {
  let lastCallAtMs = Number.NEGATIVE_INFINITY
  let isPending = false
  let isScheduled = false
  const flush = (): void => {
    if (!isPending) return
    isPending = false
    lastCallAtMs = clock.now()
    callback()
  }
  const flushAfter = (ms: number): void => {
    isScheduled = true
    clock.sleep(ms).then(
      () => {
        isScheduled = false
        flush()
      },
      () => undefined,
    )
  }
  return {
    trigger() {
      isPending = true
      if (isScheduled) return
      const waitMs = intervalMs - Math.abs(clock.now() - lastCallAtMs)
      if (waitMs <= 0) flush()
      else if (trailing) flushAfter(waitMs)
    },
    flush,
  }
}
