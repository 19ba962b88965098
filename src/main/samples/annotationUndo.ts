import { Failure } from '../../shared/contract/failures.ts'
import type { Database, Random } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import { type Replaced, undoChanges } from './annotations.ts'

/** A change is offered to be taken back for seconds only, and one of 100,000 samples is large. */
const maxRemembered = 5

/** Remembers what the last changes of annotations replaced, as long as the app runs and the profile is open. */
export function createAnnotationUndo(deps: { journal: Database<JournalSchema>; random: Random }) {
  const remembered = new Map<string, readonly Replaced[]>()
  return {
    /** Returns the name under which the change is taken back. */
    remember(replaced: readonly Replaced[]): string {
      const undoId = deps.random.id()
      remembered.set(undoId, replaced)
      for (const oldest of [...remembered.keys()].slice(0, -maxRemembered)) remembered.delete(oldest)
      return undoId
    },
    /** Throws `notFound` where it was taken back before, or is not remembered any more. */
    async undo({ undoId }: { undoId: string }): Promise<{ changed: number; left: number }> {
      const replaced = remembered.get(undoId)
      if (!replaced)
        throw new Failure('notFound', 'What the samples had before is not known any more.', {
          what: 'change',
        })
      const outcome = await undoChanges(deps.journal, replaced)
      remembered.delete(undoId)
      return outcome
    },
  }
}
