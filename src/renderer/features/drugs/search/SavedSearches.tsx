import { IconBookmark } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { SavedAddresses } from '../../../shared/tables/SavedAddresses.tsx'
import { PopoverButton } from '../../../ui/forms/PopoverButton.tsx'

/** `read`: returns the address of the current search when the popover opens. */
type Props = { read(): string; open(address: string): void }

/** A drug search is stored as a query string; views of other screens start with a path. */
const isSearch = (address: string): boolean => !address.startsWith('/')

/** Saves the current search under a name; opens, renames and removes saved ones. */
export const SavedSearches = memo(function SavedSearches({ read, open }: Props) {
  const { t } = useTranslation('drugs')
  return (
    <PopoverButton
      label={t('saved.search.title')}
      icon={<IconBookmark size={14} stroke={1.5} aria-hidden />}
      size="xs"
      width={320}
    >
      {(close) => (
        <SavedAddresses
          kind="search"
          address={read()}
          disabledReason={read() === '' ? t('saved.nothingToSave') : null}
          isOurs={isSearch}
          open={(saved) => {
            close()
            open(saved)
          }}
        />
      )}
    </PopoverButton>
  )
})
