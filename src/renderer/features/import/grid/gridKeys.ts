import { useWindowEvent } from '@mantine/hooks'

type Way = 'undo' | 'redo'

/** Whether a key is another's: a field undoes its own text, a dialog stands before the grid, and one was heard. */
const isElsewhere = ({ target, defaultPrevented }: KeyboardEvent): boolean =>
  defaultPrevented ||
  (target instanceof Element && target.closest('input, textarea, [role="dialog"]') !== null)

/** Hears the keys that take a change back or do it again. */
export function useUndoKeys(step: (way: Way) => void): void {
  useWindowEvent('keydown', (event) => {
    const way = event.ctrlKey || event.metaKey ? wayOf(event) : null
    if (!way || isElsewhere(event)) return
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
    if (event.key !== 'F8' || isElsewhere(event)) return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  })
}
