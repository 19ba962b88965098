import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** The search follows each letter; the address does not have to. */
const addressAfterMs = 300

/** What stands in the field: it reaches the address a moment later, and another address replaces it. */
export function useSearchText(searched: string, write: (text: string) => void) {
  const [text, setText] = useState(searched)
  const [own, setOwn] = useState(searched)
  const [seen, setSeen] = useState(searched)
  if (searched !== seen) {
    setSeen(searched)
    // A step back or a link; what was written from here comes back while more is being typed, and must not undo it.
    if (searched !== own) {
      setOwn(searched)
      setText(searched)
    }
  }
  const writeSoon = useDebouncedCallback((typed: string) => {
    // Another address came in between, and its text is what counts.
    if (typed !== text) return
    setOwn(typed)
    write(typed)
  }, addressAfterMs)
  return {
    text,
    type: (typed: string) => {
      setText(typed)
      writeSoon(typed)
    },
    /** For who writes the address for another reason, and this text with it. */
    replace: (written: string) => {
      setText(written)
      setOwn(written)
    },
  }
}
