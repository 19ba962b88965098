import { useState } from 'react'

/**
 * Returns `value`, or the last non-null value while it is null, so that the screen does not change while data loads.
 */
export function useLastKnown<T extends object>(value: T | null): T | null {
  const [last, setLast] = useState<T | null>(null)
  if (value && value !== last) setLast(value)
  return value ?? last
}
