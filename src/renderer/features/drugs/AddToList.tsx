import { Box, Group } from '@mantine/core'
import { IconPlaylistAdd } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call, useAction, useCall } from '../../client/call.ts'
import { useUndoOffers } from '../../state/undo.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { NameForm } from '../../ui/forms/NameForm.tsx'
import { PopoverButton } from '../../ui/forms/PopoverButton.tsx'
import savedClasses from '../../ui/lists/SavedList.module.css'
import shared from '../../ui/shared.module.css'
import type { Chosen } from './useChosen.ts'

export function AddToList({ drugs }: { drugs: readonly Chosen[] }) {
  const { t } = useTranslation('drugs')
  return (
    <PopoverButton
      label={t('lists.add')}
      icon={<IconPlaylistAdd size={14} stroke={1.5} aria-hidden />}
      size="compact-sm"
      width={280}
    >
      {(close) => <Lists drugs={drugs} close={close} />}
    </PopoverButton>
  )
}

function Lists({ drugs, close }: { drugs: readonly Chosen[]; close(): void }) {
  const undoOffers = useUndoOffers()
  const { t } = useTranslation('drugs')
  const sets = useCall('drugLists.list', {})
  const { refetch } = sets
  const named = drugs.map(({ drugId, name }) => ({ drugId, name }))
  const add = useAction(async (listId: string, name: string) => {
    const offerUndo = undoOffers.create()
    const { drugs: before } = await call('drugLists.show', { listId })
    const known = new Set(before.map(({ drugId }) => drugId))
    await call('drugLists.change', { listId, add: named })
    await refetch()
    close()
    // Drugs that were in the list before stay there on undo.
    const remove = drugs.map(({ drugId }) => drugId).filter((drugId) => !known.has(drugId))
    const undo = () => call('drugLists.change', { listId, remove }).then(() => refetch())
    offerUndo({ message: t('lists.added', { count: drugs.length, list: name }), undo })
  })
  const create = useAction(async (name: string) => {
    const offerUndo = undoOffers.create()
    const { listId } = await call('drugLists.create', { name, drugs: named })
    await refetch()
    close()
    const undo = () => call('drugLists.remove', { listId }).then(() => refetch())
    offerUndo({ message: t('lists.added', { count: drugs.length, list: name }), undo })
  })
  const failure = add.failure ?? create.failure ?? sets.failure
  const own = (sets.data ?? []).filter(({ kind }) => kind === 'list')
  return (
    <>
      {failure && <FailureNotice flush failure={failure} />}
      <ul className={savedClasses.list}>
        {own.map(({ listId, name, count }) => (
          <Group key={listId} component="li" gap="xs" wrap="nowrap">
            <button type="button" className={savedClasses.open} onClick={() => void add.run(listId, name)}>
              {name}
            </button>
            <span className={shared.count}>{count}</span>
          </Group>
        ))}
      </ul>
      <Box mt="sm">
        <NameForm
          label={t('lists.newName')}
          action={t('lists.create')}
          submit={(name) => void create.run(name)}
        />
      </Box>
    </>
  )
}
