import { useUndoOffers } from '../../state/undo.tsx'

type Change = { message: string | null; make(): Promise<unknown>; undo(): Promise<unknown> }

/** Changes a drug list, then offers to undo that if there is a `message`. Calls `changed` after both. */
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
