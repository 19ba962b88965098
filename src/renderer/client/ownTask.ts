import { startTransition, useEffect, useState } from 'react'

/** Runs long work in its own task if the browser supports that, to keep the calling task short. */
export const inOwnTask = async <T>(work: () => T | Promise<T>): Promise<T> =>
  'scheduler' in window ? window.scheduler.postTask(work) : work()

/**
 * Computes something slow from `input` in its own task: only once, even if React starts a render several times. `of` is
 * the input of the result, which is the former input until the latest result is ready. Both arguments must stay the
 * same between renders.
 */
export function useComputed<I extends object, R>(input: I | null, compute: (input: I) => R) {
  const [computed, setComputed] = useState<{ of: I; result: R } | null>(null)
  useEffect(() => {
    let isLatest = true
    if (input)
      void inOwnTask(() => {
        if (!isLatest) return
        const next = { of: input, result: compute(input) }
        startTransition(() => setComputed(next))
      })
    return () => {
      isLatest = false
    }
  }, [input, compute])
  return computed
}
