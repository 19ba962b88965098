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

/** Hears F8 outside of the grid, which hears it itself: on to the next problem, with Shift to the one before. */
export function useProblemKeys(step: (way: 1 | -1) => void): void {
  useWindowEvent('keydown', (event) => {
    const isElsewhere =
      event.target instanceof Element && event.target.closest('input, textarea, [role="dialog"]')
    if (event.key !== 'F8' || event.defaultPrevented || isElsewhere) return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  })
}
