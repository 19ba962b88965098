import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** The search follows each keystroke; the address does not have to. */
const addressAfterMs = 300

/** Returns the text of a search field. It is written to the address after a delay, and a new address replaces it. */
export function useSearchText(searched: string, write: (text: string) => void) {
  const [text, setText] = useState(searched)
  const [own, setOwn] = useState(searched)
  const [seen, setSeen] = useState(searched)
  if (searched !== seen) {
    setSeen(searched)
    // Changed by Back or a link. The field's own write also arrives here while the user types on, and must not replace
    // the text.
    if (searched !== own) {
      setOwn(searched)
      setText(searched)
    }
  }
  const writeSoon = useDebouncedCallback((typed: string) => {
    // Another address arrived in between, and its text wins.
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
    /** Call it if the address is written for another reason and includes this text. */
    replace: (written: string) => {
      setText(written)
      setOwn(written)
    },
  }
}
