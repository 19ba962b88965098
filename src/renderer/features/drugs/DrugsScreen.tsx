import { Box, Button } from '@mantine/core'
import { useCallbackRef, useDebouncedValue } from '@mantine/hooks'
import { IconBookmark, IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type Ref, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/words/message.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { SavedAddresses } from '../../shared/tables/SavedAddresses.tsx'
import { useSearchParams } from '../../state/searchParams.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { usePublishShownTables } from '../../state/tables/shownTables.ts'
import { useSearchText } from '../../state/useSearchText.ts'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { FilterField } from '../../ui/forms/FilterField.tsx'
import { PopoverButton } from '../../ui/forms/PopoverButton.tsx'
import { ToolRow } from '../../ui/panes/ToolRow.tsx'
import { TwoPanes } from '../../ui/panes/TwoPanes.tsx'
import shared from '../../ui/shared.module.css'
import { numberFormatter, useTranslator } from '../../ui/text/formats.tsx'
import classes from './drugs.module.css'
import { DrugPage } from './page/DrugPage.tsx'
import { Facets } from './search/Facets.tsx'
import { Found } from './search/Found.tsx'
import { useDrugSearch } from './search/useDrugSearch.ts'
import { optionId, useHitKeys } from './search/useHitKeys.ts'
import {
  fromAddress,
  noFilters,
  parseView,
  questionOf,
  toAddress,
  toSearch,
  type View,
} from './search/view.ts'
import { useChosen } from './useChosen.ts'

// The service is called only once typing has stopped, because each call counts against its request limit.
const serviceAfterMs = 400
const facetsAfterMs = 150

/** Shows facets, the drugs found, and the page of the selected one. The address holds the query and the open drug. */
export function DrugsScreen() {
  const { t, i18n } = useTranslation('drugs')
  const { view, field, go } = useView()
  const { offlineSwitch, online, profile } = useCall('app.status', {}).data ?? {}
  const question = questionOf(view)
  const { category, pathway, direction } = question
  const cacheOnly = pathway !== undefined || direction !== undefined
  const found = useDrugSearch(question, {
    settled: useDebouncedValue(view.text, serviceAfterMs)[0] === view.text,
    mayCallService: offlineSwitch !== true && !cacheOnly,
    reachable: online !== false,
  })
  const [facetText] = useDebouncedValue(view.text, facetsAfterMs)
  const facets = useCall('drugs.facets', { text: facetText, ...given({ category, pathway, direction }) })
  usePublishShownTables([
    { kind: 'drugs', of: { search: { text: view.text, ...given({ category, pathway, direction }) } } },
  ])
  const choosing = useChosen()
  const input = useRef<HTMLInputElement>(null)
  const keys = useHitKeys({
    found,
    openDrug: (drug) => go({ drug }),
    choose: choosing.toggle,
    toField: () => input.current?.focus(),
    clear: () => field.type(''),
  })
  const retryFacets = useCallbackRef(() => void facets.refetch())
  const readAddress = useCallbackRef(() => toAddress(question))
  const openSaved = useCallbackRef((saved: string) => go({ ...fromAddress(saved), drug: view.drug }))
  const setWide = useCallbackRef((wide: boolean) => go({ wide }))
  const closeWide = useCallbackRef(() => go({ drug: undefined, wide: false }))
  const number = numberFormatter(i18n.language)
  const total = found.total === null ? null : number.format(found.total)
  const shown = number.format(found.hits.length)
  useStatusText(
    total &&
      t(found.totalIsLeast ? 'totalLeast' : 'counted.drugsOf', { shown, total, count: found.total ?? 0 }),
  )

  const page = view.drug !== undefined && (
    <DrugPage
      drugId={view.drug}
      profileId={profile?.id ?? ''}
      mayCallService={offlineSwitch !== true}
      choosing={choosing}
      wide={view.wide}
      setWide={setWide}
      close={view.wide ? closeWide : undefined}
    />
  )
  const isHidden = page !== false && view.wide
  const isNone = found.total === 0 && found.complete && !found.loading && !found.failure
  /** True before the first response, when there is no list yet for the field to control. */
  const isWaiting = found.total === null && found.hits.length === 0 && !found.failure
  return (
    <div className={shared.page}>
      <ToolRow>
        <SearchField
          ref={input}
          text={field.text}
          type={(text) => {
            field.type(text)
            keys.setActiveId(null)
          }}
          list={isNone || isWaiting || isHidden || found.shownKey === null ? null : keys.list}
          activeId={keys.activeId}
          onKeyDown={keys.inField}
        />
        <SavedSearches read={readAddress} open={openSaved} />
      </ToolRow>
      <LoadingBar visible={found.loading} />
      {found.failure && <FailureNotice failure={found.failure} retry={found.again} />}
      <Notices switchedOff={offlineSwitch === true} cacheOnly={cacheOnly} messages={found.notices} />
      {/* Hidden rather than removed, so that the list keeps its scroll position. */}
      <div className={classes.body} hidden={isHidden}>
        <TwoPanes
          left={
            <div className={classes.columns}>
              <Facets
                facets={facets.data}
                failure={facets.failure}
                retry={retryFacets}
                category={category}
                pathway={pathway}
                direction={direction}
                choose={go}
              />
              <Found
                found={found}
                view={view}
                facets={facets.data}
                isNone={isNone}
                isWaiting={isWaiting}
                cacheOnly={offlineSwitch === true || found.fellBack}
                keys={keys}
                choosing={choosing}
                go={go}
                clearText={() => field.type('')}
                clearFilters={() => go(noFilters)}
              />
            </div>
          }
          right={!view.wide && page}
          onCloseRight={() => go({ drug: undefined })}
        />
      </div>
      {view.wide && page && (
        <Box flex={1} mih={0} style={{ overflow: 'auto' }}>
          {page}
        </Box>
      )}
    </div>
  )
}

/** Returns the view from the address with the text being typed, and a function that changes it. */
function useView() {
  const { search, change: changeSearch } = useSearchParams('/library/drugs')
  const address = parseView(search)
  const field = useSearchText(address.text, (text) =>
    changeSearch(toSearch({ ...address, text }), { replace: true }),
  )
  const view: View = { ...address, text: field.text }
  const go = useCallbackRef((change: Partial<View>) => {
    field.replace(change.text ?? field.text)
    changeSearch(toSearch({ ...view, ...change }))
  })
  return { view, field, go }
}

const given = <T extends Record<string, unknown>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

type SearchFieldProps = {
  ref: Ref<HTMLInputElement>
  text: string
  type(text: string): void
  /** The id of the list that the field controls; null while there is none. */
  list: string | null
  activeId: string | null
  onKeyDown(event: KeyboardEvent): void
}

/** A search field that updates while typing. Arrow keys move in the list while the field keeps the focus. */
function SearchField({ ref, text, type, list, activeId, onKeyDown }: SearchFieldProps) {
  const { t } = useTranslation('drugs')
  return (
    <FilterField
      ref={ref}
      flex="1 1 240px"
      maw={420}
      aria-label={t('action.searchDrugs')}
      placeholder={t('searchHint')}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={list !== null}
      aria-controls={list ?? undefined}
      aria-activedescendant={list === null || activeId === null ? undefined : optionId(list, activeId)}
      maxLength={10_000}
      clearLabel={t('noMatch.action')}
      text={text}
      setText={type}
      onKeyDown={onKeyDown}
    />
  )
}

type Props = {
  switchedOff: boolean
  /** True if the query has a filter that only the cache supports. */
  cacheOnly: boolean
  messages: readonly Message[]
}

/** Shows one line about the source of the drugs; nothing if there is nothing to report. */
export function Notices({ switchedOff, cacheOnly, messages }: Props) {
  const { t } = useTranslation('drugs')
  const goOnline = useAction(() => call('settings.set', { offlineSwitch: false }))
  const translate = useTranslator()
  const lines = [
    ...(switchedOff ? [t('notice.switchedOff')] : cacheOnly ? [t('notice.cacheOnly')] : []),
    ...messages.map((message) => translate(message)),
    ...(goOnline.failure ? [translate(goOnline.failure.userMessage)] : []),
  ]
  if (lines.length === 0) return null
  const Icon = switchedOff ? IconPlugConnectedX : IconInfoCircle
  return (
    <div className={classes.notice} role="status">
      <span className={classes.noticeText}>
        <Icon size={14} stroke={1.75} aria-hidden />
        {lines.join(' ')}
      </span>
      {switchedOff && (
        <Button size="compact-xs" variant="subtle" color="gray" {...goOnline.buttonProps()}>
          {t('notice.goOnline')}
        </Button>
      )}
    </div>
  )
}

/** `read`: returns the address of the current search when the popover opens. */
type SavedSearchesProps = { read(): string; open(address: string): void }

/** A drug search is stored as a query string; views of other screens start with a path. */
const isSearch = (address: string): boolean => !address.startsWith('/')

/** Saves the current search under a name; opens, renames and removes saved ones. */
const SavedSearches = memo(function SavedSearches({ read, open }: SavedSearchesProps) {
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
