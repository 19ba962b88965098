import { IconBookmark } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { TableLayout } from '../../../shared/domain/app/appData.ts'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { PopoverButton } from '../../ui/forms/PopoverButton.tsx'
import { SavedList } from '../../ui/lists/SavedList.tsx'
import { usePageState } from '../../ui/pageState.ts'
import { useReadOnly } from '../appStatus.tsx'
import { createCohort } from '../cohort/cohort.ts'
import { useCohort } from '../cohort/useCohort.ts'
import { useStudyId } from '../studyInFront.ts'
import { useSaved } from './useSaved.ts'
import { toLayoutSearch } from './useTableLayout.ts'

type StudyView = 'samples' | 'explore' | 'compare'

type Props = {
  /** The views of the study in front that those of this place lead to. */
  views: readonly StudyView[]
  /** How the table in front is arranged; left out: there is none. */
  layout?: TableLayout
  /** What an address says beside the view, such as which row is open. */
  excludedParams?: readonly string[]
  /** Where the row is full. */
  compact?: boolean
  /** The address would not mean the same on another day. */
  isUnsavable?: boolean
}

/** Views of a place under a name: what is asked for, columns and order, as the address says them. */
export function ViewsButton(props: Props) {
  const { t } = useTranslation('state')
  const readOnly = useReadOnly()
  if (readOnly) return null
  return (
    <PopoverButton
      label={t('saved.title')}
      icon={<IconBookmark size={14} stroke={1.5} aria-hidden />}
      size={props.compact ? 'icon' : 'xs'}
      width={320}
    >
      {(close) => <Views {...props} close={close} />}
    </PopoverButton>
  )
}

/** As long as an address may be that is saved. */
const maxAddressLength = 20_000

function Views({ views, isUnsavable = false, close, ...of }: Props & { close(): void }) {
  const { t } = useTranslation('state')
  const navigate = useNavigate()
  const address = useAddress(of)
  const studyId = useStudyId()
  const router = useRouter()
  const path = router.buildLocation({ to: '/study/$studyId', params: { studyId } }).pathname
  const { saved, failure, save, rename, remove } = useSaved({
    isOurs: (one) => views.some((view) => one.startsWith(`${path}/${view}`)),
    words: {
      replaced: (name) => t('saved.replaced', { name }),
      renamed: (name) => t('saved.renamed', { name }),
      removed: (name) => t('saved.removed', { name }),
      undo: t('saved.undo'),
    },
  })
  const isTooLong = isUnsavable || address === null || address.length > maxAddressLength
  return (
    <SavedList
      saved={saved}
      titleOf={({ address }) => address}
      disabledReason={isTooLong ? t('saved.tooLong') : null}
      words={{
        name: t('saved.name'),
        save: t('saved.save'),
        none: t('saved.none'),
        rename: (name) => t('saved.rename', { name }),
        remove: (name) => t('saved.remove', { name }),
      }}
      save={(name) => save(name, address ?? '')}
      open={(one) => {
        close()
        void navigate({ href: one.address })
      }}
      rename={rename}
      remove={remove}
    >
      {failure && <FailureNotice flush failure={failure} />}
    </SavedList>
  )
}

/** The address in front, with the columns in any case: a view shows them as they were. null: there are too many. */
function useAddress({
  layout,
  excludedParams = [],
}: Pick<Props, 'layout' | 'excludedParams'>): string | null {
  const router = useRouter()
  const { pathname, search } = router.state.location
  const columns = layout && toLayoutSearch(layout)
  if (columns && columns.layout === undefined) return null
  const viewSearch = Object.fromEntries(
    Object.entries({ ...search, ...columns }).filter(([name]) => !excludedParams.includes(name)),
  )
  return router.buildLocation({ to: pathname, search: viewSearch }).href
}

const results = ['explore', 'compare'] as const

/** Views of the results under a name: samples, values, columns and order. */
export function SavedViews({ layout, compact = false }: { layout?: TableLayout; compact?: boolean }) {
  const { isSavable } = usePageState().get(createCohort)
  const { selection } = useCohort()
  return (
    <ViewsButton
      views={results}
      compact={compact}
      isUnsavable={!isSavable(selection)}
      {...(layout && { layout })}
    />
  )
}
