import { useWindowEvent } from '@mantine/hooks'

type Way = 'undo' | 'redo'

/** Hears the keys that take a change back or do it again, but in a field, which undoes its own text. */
export function useUndoKeys(step: (way: Way) => void): void {
  useWindowEvent('keydown', (event) => {
    const way = event.ctrlKey || event.metaKey ? wayOf(event) : null
    if (!way || (event.target instanceof Element && event.target.closest('input, textarea'))) return
    event.preventDefault()
    step(way)
  })
}

function wayOf({ key, shiftKey }: KeyboardEvent): Way | null {
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' ? 'redo' : null
}
