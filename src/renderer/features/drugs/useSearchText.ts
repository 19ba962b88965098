import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** What is asked follows each letter; the address does not have to. */
const addressAfterMs = 300

/** What stands in the field: it reaches the address a moment later, and another address replaces it. */
export function useSearchText(asked: string, write: (text: string) => void) {
  const [text, setText] = useState(asked)
  const [own, setOwn] = useState(asked)
  const [seen, setSeen] = useState(asked)
  if (asked !== seen) {
    setSeen(asked)
    // A step back or a link; what was written from here comes back while more is being typed, and must not undo it.
    if (asked !== own) {
      setOwn(asked)
      setText(asked)
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
    /** For who writes the address for another reason: the text goes with it. */
    takeAlong: () => setOwn(text),
  }
}
