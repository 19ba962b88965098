import { useUndoOffers } from '../../state/undo.tsx'

type Change = { message: string | null; make(): Promise<unknown>; undo(): Promise<unknown> }

/**
 * Changes a drug list and offers to undo that if `message` is set. Calls `changed` after the change and after an undo.
 */
export function useChangeWithUndo(changed: () => unknown): (change: Change) => Promise<void> {
  const undoOffers = useUndoOffers()
  return async ({ message, make, undo }) => {
    const offerUndo = undoOffers.create()
    await make()
    await changed()
    if (message === null) return
    const undoAndReload = async () => {
      await undo()
      await changed()
    }
    offerUndo({ message, undo: undoAndReload })
  }
}
