import { useState } from 'react'

/** Whether this was so at any time: what is loaded when it is first opened stays, to close as softly as it came. */
export function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}
