import { startTransition, useEffect, useState } from 'react'

/**
 * Whether the frame of something large stands, with the rest of the screen; what fills it, which takes as long again, follows in
 * slices. A deferred value would say so at once where the screen is deferred itself.
 */
export function useAfterwards(): boolean {
  const [isAfterwards, setAfterwards] = useState(false)
  useEffect(() => startTransition(() => setAfterwards(true)), [])
  return isAfterwards
}
