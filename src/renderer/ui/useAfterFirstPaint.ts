import { startTransition, useEffect, useState } from 'react'

/**
 * True once the frame of something large is on the screen. Its content, which takes as long again, then renders in
 * slices. A deferred value would not wait if the screen itself is deferred.
 */
export function useAfterFirstPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => startTransition(() => setPainted(true)), [])
  return isPainted
}
