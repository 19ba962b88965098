import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { createUndoOffer } from '../../state/undo.tsx'
import type { AnnotationChange } from './annotation.ts'

/**
 * Changes what was added to samples, and offers to give each of them back what it had. Throws `Failure`, where a part was
 * changed with the same offer for that part.
 */
export function useAnnotate() {
  const { t } = useTranslation('samples')
  const offer = (
    offerUndo: ReturnType<typeof createUndoOffer>,
    changed: number,
    undoIds: readonly string[],
  ): void => {
    // Where an error ends it, the next press goes on with those that are left.
    const waiting = [...undoIds]
    let left = 0
    const undo = async () => {
      for (let [undoId] = waiting; undoId !== undefined; [undoId] = waiting) {
        left += (await call('samples.undoAnnotate', { undoId })).left
        waiting.shift()
      }
      if (left > 0) notifications.show({ message: t('annotateMany.left', { count: left }) })
    }
    offerUndo({ message: t('annotateMany.done', { count: changed }), label: t('annotateMany.undo'), undo })
  }
  return async (sampleIds: string[], change: AnnotationChange): Promise<void> => {
    const offerUndo = createUndoOffer()
    const undoIds: string[] = []
    let rest = [...new Set(sampleIds)]
    try {
      do {
        const { undoId, left } = await call('samples.annotate', { sampleIds: rest, change })
        undoIds.push(undoId)
        rest = left === 0 ? [] : rest.slice(-left)
      } while (rest.length > 0)
    } finally {
      if (undoIds.length > 0) offer(offerUndo, new Set(sampleIds).size - rest.length, undoIds)
    }
  }
}
