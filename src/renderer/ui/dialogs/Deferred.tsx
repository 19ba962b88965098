import { type ReactNode, Suspense, useState } from 'react'

/** Draws what is loaded when `when` first holds, and from then on, so that a dialog closes as it opened. */
export function Deferred({ when, children }: { when: boolean; children: ReactNode }) {
  const [hasHeld, setHasHeld] = useState(when)
  if (when && !hasHeld) setHasHeld(true)
  return hasHeld && <Suspense fallback={null}>{children}</Suspense>
}
