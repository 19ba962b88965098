import { useTranslation } from 'react-i18next'
import type { DrugSet, DrugSetMember } from '../../../shared/domain/drug.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { createUndoOffer } from '../../state/undo.tsx'

/** Takes drugs out of a list, and offers to put them back as they were in it. */
export function useRemoveMembers({ setId, name }: DrugSet, changed: () => void) {
  const { t } = useTranslation('lists')
  return useAction(async (members: readonly DrugSetMember[]) => {
    const offerUndo = createUndoOffer()
    await call('sets.change', { setId, remove: members.map(({ drugId }) => drugId) })
    changed()
    const undo = async () => {
      const add = members.map(({ drugId, name: known, addedAt }) => ({ drugId, name: known, addedAt }))
      await call('sets.change', { setId, add })
      changed()
    }
    offerUndo({ message: t('takenOut', { count: members.length, name }), label: t('undo'), undo })
  })
}
