import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useUndoOffers } from '../../../state/undo.tsx'

/** Returns true if a text field, an open dialog or an earlier listener handles the key. */
const isElsewhere = ({ target, defaultPrevented }: KeyboardEvent): boolean =>
  defaultPrevented ||
  (target instanceof Element && target.closest('input, textarea, [role="dialog"]') !== null)

type Steps = {
  /** Undoes the last change of a cell. Returns false if there is none. */
  undo(): boolean
  redo(): void
}

/** Undoes changes of cells with the Undo command, from a key or the menu, and redoes them with Ctrl+Y or Ctrl+Shift+Z. */
export function useUndoKeys(steps: Steps): void {
  const { setScreenUndo } = useUndoOffers()
  const current = useRef(steps)
  useEffect(() => {
    current.current = steps
  })
  useEffect(() => setScreenUndo(() => current.current.undo()), [setScreenUndo])
  useWindowEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || !isRedo(event) || isElsewhere(event)) return
    event.preventDefault()
    steps.redo()
  })
}

const isRedo = ({ key, shiftKey }: KeyboardEvent): boolean => key.toLowerCase() === (shiftKey ? 'z' : 'y')

/** Moves to the next problem by F8 outside the grid, with Shift to the previous one. */
export function useProblemKeys(step: (way: 1 | -1) => void): void {
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'F8' || isElsewhere(event)) return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  })
}
