/** The clock of a throttle: the services' `Clock` or the page's timers. */
type ThrottleClock = { now(): number; sleep(ms: number): Promise<void> }

type ThrottleOptions = {
  clock: ThrottleClock
  intervalMs: number
  /** Also calls back at the end of an interval in which it was triggered. Default: waits for the next trigger. */
  trailing?: boolean
}

export type Throttle = {
  trigger(): void
  /** Calls back now if a call was held back. */
  flush(): void
}

/** Calls back immediately, then at most once per `intervalMs`. Setting the clock back causes no long wait. */
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
