import { useEffect, useRef } from 'react'

type Way = 'undo' | 'redo'

/** Hears the keys that take a change back or do it again, but in a field, which undoes its own text. */
export function useUndoKeys(step: (way: Way) => void): void {
  const newest = useRef(step)
  useEffect(() => {
    newest.current = step
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const way = event.ctrlKey || event.metaKey ? wayOf(event) : null
      if (!way || (event.target instanceof Element && event.target.closest('input, textarea'))) return
      event.preventDefault()
      newest.current(way)
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}

function wayOf({ key, shiftKey }: KeyboardEvent): Way | null {
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' ? 'redo' : null
}
