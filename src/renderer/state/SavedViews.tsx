import { IconBookmark } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSaved } from '../client/useSaved.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { PopoverButton } from '../ui/PopoverButton.tsx'
import { SavedList } from '../ui/SavedList.tsx'
import { canBeKept } from './cohort.ts'
import { useCohort } from './useCohort.ts'
import { useReadOnly } from './useReadOnly.ts'

/** Views of the results under a name: samples, values, columns and order, as the address says them. */
export function SavedViews() {
  const { t } = useTranslation('state')
  const readOnly = useReadOnly()
  if (readOnly) return null
  return (
    <PopoverButton
      label={t('saved.title')}
      icon={<IconBookmark size={14} stroke={1.5} aria-hidden />}
      size="xs"
      width={320}
    >
      {(close) => <Views close={close} />}
    </PopoverButton>
  )
}

const isOfResults = (address: string): boolean => address.startsWith('/results')
/** As long as an address may be that is kept. */
const mostCharacters = 20_000

function Views({ close }: { close(): void }) {
  const { t } = useTranslation('state')
  const navigate = useNavigate()
  const { history } = useRouter()
  const { selection } = useCohort()
  const { pathname, search } = history.location
  const address = `${pathname}${search}`
  const { saved, failure, save, rename, remove } = useSaved({
    isOurs: isOfResults,
    words: {
      replaced: (name) => t('saved.replaced', { name }),
      removed: (name) => t('saved.removed', { name }),
      undo: t('saved.undo'),
    },
  })
  const isTooLong = !canBeKept(selection) || address.length > mostCharacters
  return (
    <SavedList
      saved={saved}
      whyNot={isTooLong ? t('saved.tooLong') : null}
      words={{
        name: t('saved.name'),
        save: t('saved.save'),
        none: t('saved.none'),
        rename: (name) => t('saved.rename', { name }),
        remove: (name) => t('saved.remove', { name }),
      }}
      save={(name) => save(name, address)}
      open={(one) => {
        close()
        void navigate({ href: one.address } as never)
      }}
      rename={rename}
      remove={remove}
    >
      {failure && <FailureNotice flush failure={failure} />}
    </SavedList>
  )
}
