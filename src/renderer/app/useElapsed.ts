import { useEffect, useState } from 'react'

const tickMs = 1000

/**
 * How many ms have passed since `key` became what it is, counted in ticks of 1 s. The clock stops once `untilMs` is
 * over: what no longer counts down has no reason to be drawn again.
 */
export function useElapsed(key: string, untilMs: number): number {
  const [elapsed, setElapsed] = useState({ told: key, ms: 0 })
  useEffect(() => {
    if (untilMs <= 0) return
    const since = performance.now()
    const timer = setInterval(() => {
      const ms = performance.now() - since
      setElapsed({ told: key, ms })
      if (ms >= untilMs) clearInterval(timer)
    }, tickMs)
    return () => clearInterval(timer)
  }, [key, untilMs])
  return elapsed.told === key ? elapsed.ms : 0
}
