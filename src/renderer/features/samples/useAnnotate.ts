import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { offerUndo } from '../../client/undo.tsx'
import type { AnnotationChange } from './annotation.ts'

/** Changes what was added to samples, and offers to give each of them back what it had; throws `Failure`. */
export function useAnnotate() {
  const { t } = useTranslation('samples')
  return async (sampleIds: string[], change: AnnotationChange): Promise<void> => {
    const { changed, undoId } = await call('samples.annotate', { sampleIds, change })
    const undo = async () => {
      const { left } = await call('samples.undoAnnotate', { undoId })
      if (left > 0) notifications.show({ message: t('annotateMany.left', { count: left }) })
    }
    offerUndo({ said: t('annotateMany.done', { count: changed }), label: t('annotateMany.undo'), undo })
  }
}
