import { IconBookmark } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { TableLayout } from '../../../shared/domain/app/appData.ts'
import { useReadOnly } from '../../state/appStatus.tsx'
import { createCohort, useCohort } from '../../state/cohort/cohort.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { toLayoutSearch } from '../../state/tables/useTableLayout.ts'
import { PopoverButton } from '../../ui/forms/PopoverButton.tsx'
import { usePageState } from '../../ui/pageState.ts'
import { SavedAddresses } from './SavedAddresses.tsx'

type StudyView = 'samples' | 'explore' | 'compare'

type Props = {
  /** The study views that saved views of this place open. */
  views: readonly StudyView[]
  /** The layout of the current table; left out if there is none. */
  layout?: TableLayout
  /** Search parameters that are not part of the view, such as the open row. */
  excludedParams?: readonly string[]
  /** Shows the icon only, for a crowded row. */
  compact?: boolean
  /** True if the address would not work on another day. */
  isUnsavable?: boolean
}

/** The named views of a place: their search, columns and order, as in the address. */
export function ViewsButton(props: Props) {
  const { t } = useTranslation('ui')
  if (useReadOnly()) return null
  return (
    <PopoverButton
      label={t('saved.view.title')}
      icon={<IconBookmark size={14} stroke={1.5} aria-hidden />}
      size={props.compact ? 'icon' : 'xs'}
      width={320}
    >
      {(close) => <Views {...props} close={close} />}
    </PopoverButton>
  )
}

const maxAddressLength = 20_000

function Views({ views, isUnsavable = false, close, ...of }: Props & { close(): void }) {
  const { t } = useTranslation('state')
  const navigate = useNavigate()
  const address = useAddress(of)
  const studyId = useStudyId()
  const router = useRouter()
  const path = router.buildLocation({ to: '/study/$studyId', params: { studyId } }).pathname
  const isTooLong = isUnsavable || address === null || address.length > maxAddressLength
  return (
    <SavedAddresses
      kind="view"
      address={address ?? ''}
      disabledReason={isTooLong ? t('saved.tooLong') : null}
      isOurs={(one) => views.some((view) => one.startsWith(`${path}/${view}`))}
      open={(href) => {
        close()
        void navigate({ href })
      }}
    />
  )
}

/**
 * Returns the current address, always with the columns, so that a saved view restores them. Null if there are too many
 * columns.
 */
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

/** The named result views: samples, values, columns and order. */
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
