import { useState } from 'react'

/** `value`, and while that is null the last one that was not: nothing moves while what it rests on is on its way. */
export function useLastKnown<T extends object>(value: T | null): T | null {
  const [last, setLast] = useState<T | null>(null)
  if (value && value !== last) setLast(value)
  return value ?? last
}
