import { IconBookmark } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSaved } from '../../../state/tables/useSaved.ts'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { PopoverButton } from '../../../ui/forms/PopoverButton.tsx'
import { SavedList } from '../../../ui/lists/SavedList.tsx'

/** `read`: returns the address of the current search when the popover opens. */
type Props = { read(): string; open(address: string): void }

/** Saves the current search under a name; opens, renames and removes saved ones. */
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

/** A drug search is stored as a query string; views of other screens start with a path. */
const isSearch = (address: string): boolean => !address.startsWith('/')

function Searches({ address, open }: { address: string; open(address: string): void }) {
  const { t } = useTranslation('drugs')
  const { saved, failure, save, rename, remove } = useSaved({
    isOurs: isSearch,
    words: {
      replaced: (name) => t('saved.replaced', { name }),
      renamed: (name) => t('saved.renamed', { name }),
      removed: (name) => t('saved.removed', { name }),
      undo: t('undo'),
    },
  })
  return (
    <SavedList
      saved={saved}
      titleOf={({ address }) => address}
      disabledReason={address === '' ? t('saved.nothingToSave') : null}
      words={{
        name: t('saved.name'),
        save: t('saved.save'),
        none: t('saved.none'),
        rename: (name) => t('saved.rename', { name }),
        remove: (name) => t('saved.remove', { name }),
      }}
      save={(name) => save(name, address)}
      open={(one) => open(one.address)}
      rename={rename}
      remove={remove}
    >
      {failure && <FailureNotice flush failure={failure} />}
    </SavedList>
  )
}
