import { type ReactNode, Suspense, useState } from 'react'

/**
 * Renders its children from the first time `when` is true, and keeps them, so that a dialog can close with its
 * animation.
 */
export function Deferred({ when, children }: { when: boolean; children: ReactNode }) {
  const [hasHeld, setHasHeld] = useState(when)
  if (when && !hasHeld) setHasHeld(true)
  return hasHeld && <Suspense fallback={null}>{children}</Suspense>
}
