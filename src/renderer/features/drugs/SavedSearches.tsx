import { ActionIcon } from '@mantine/core'
import { IconBookmark, IconPencil, IconTrash } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedSearch } from '../../../shared/domain/drug.ts'
import { call } from '../../client/call.ts'
import { offerUndo } from '../../client/undo.tsx'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { PopoverButton } from '../../ui/PopoverButton.tsx'
import classes from './drugs.module.css'
import { NameForm } from './NameForm.tsx'

/** `read`: the address of the search in front, asked for when the popover opens. */
type Props = { read(): string; open(address: string): void }

/** Searches under a name: saves the one in front, opens, renames and removes those that are kept. */
export const SavedSearches = memo(function SavedSearches({ read, open }: Props) {
  const { t } = useTranslation('drugs')
  return (
    <PopoverButton
      label={t('saved.title')}
      icon={<IconBookmark size={14} stroke={1.5} aria-hidden />}
      size="xs"
      width={320}
    >
      {(close) => (
        <Searches
          address={read()}
          open={(saved) => {
            close()
            open(saved)
          }}
        />
      )}
    </PopoverButton>
  )
})

function Searches({ address, open }: { address: string; open(address: string): void }) {
  const { t } = useTranslation('drugs')
  const searches = useCall('searches.list', {})
  const { refetch } = searches
  const save = useAction(async (name: string, saved: string) => {
    const { replaced } = await call('searches.save', { name, address: saved })
    await refetch()
    if (replaced === null || replaced === saved) return
    const undo = async () => {
      await call('searches.save', { name, address: replaced })
      await refetch()
    }
    offerUndo({ said: t('saved.replaced', { name }), label: t('undo'), undo })
  })
  const rename = useAction(async ({ searchId }: SavedSearch, name: string) => {
    await call('searches.rename', { searchId, name })
    await refetch()
  })
  const remove = useAction(async ({ searchId, name, address: saved }: SavedSearch) => {
    await call('searches.remove', { searchId })
    await refetch()
    const undo = async () => {
      await call('searches.save', { name, address: saved, ifTaken: 'number' })
      await refetch()
    }
    offerUndo({ said: t('saved.removed', { name }), label: t('undo'), undo })
  })
  const failure = save.failure ?? rename.failure ?? remove.failure ?? searches.failure
  const kept = searches.data ?? []
  return (
    <>
      <NameForm
        label={t('saved.name')}
        action={t('saved.save')}
        disabled={address === ''}
        submit={(name) => void save.run(name, address)}
      />
      {address === '' && <p className={classes.savedNote}>{t('saved.nothingToSave')}</p>}
      {failure && <FailureNotice flush failure={failure} />}
      {searches.data && kept.length === 0 && <p className={classes.savedNote}>{t('saved.none')}</p>}
      <ul className={classes.savedList}>
        {kept.map((search) => (
          <Saved
            key={search.searchId}
            search={search}
            open={() => open(search.address)}
            rename={(name) => void rename.run(search, name)}
            remove={() => void remove.run(search)}
          />
        ))}
      </ul>
    </>
  )
}

type SavedProps = { search: SavedSearch; open(): void; rename(name: string): void; remove(): void }

function Saved({ search: { name, address }, open, rename, remove }: SavedProps) {
  const { t } = useTranslation('drugs')
  const [naming, setNaming] = useState(false)
  if (naming)
    return (
      <li>
        <NameForm
          label={t('saved.rename', { name })}
          action={t('saved.save')}
          name={name}
          submit={(given) => {
            setNaming(false)
            rename(given)
          }}
        />
      </li>
    )
  return (
    <li className={classes.savedRow}>
      <button type="button" className={classes.savedOpen} title={address} onClick={open}>
        {name}
      </button>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={t('saved.rename', { name })}
        onClick={() => setNaming(true)}
      >
        <IconPencil size={14} stroke={1.5} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={t('saved.remove', { name })}
        onClick={remove}
      >
        <IconTrash size={14} stroke={1.5} aria-hidden />
      </ActionIcon>
    </li>
  )
}
