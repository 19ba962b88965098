import { startTransition, useEffect, useState } from 'react'
import { inOwnTask } from './ownTask.ts'

/**
 * What takes long to compute of `input`, in a task of its own: once, though React may begin a rendering several times. `of`: what
 * the result is of, the former input while that of the latest is not there. Keep both the same between renders.
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
