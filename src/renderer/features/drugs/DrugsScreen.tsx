import { useCallbackRef, useDebouncedValue } from '@mantine/hooks'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { usePublishShownTables } from '../../state/shownTables.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { DrugViews } from '../../ui/DrugViews.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { numberFormatter } from '../../ui/formats.ts'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { ToolRow } from '../../ui/ToolRow.tsx'
import { TwoPanes } from '../../ui/TwoPanes.tsx'
import { DrugPage } from './DrugPage.tsx'
import classes from './drugs.module.css'
import { Facets } from './Facets.tsx'
import { Found } from './Found.tsx'
import { Notices } from './Notices.tsx'
import { SavedSearches } from './SavedSearches.tsx'
import { SearchField } from './SearchField.tsx'
import { useChosen } from './useChosen.ts'
import { useDrugSearch } from './useDrugSearch.ts'
import { useHitKeys } from './useHitKeys.ts'
import { useSearchText } from './useSearchText.ts'
import { fromAddress, noFilters, parseView, questionOf, toAddress, toSearch, type View } from './view.ts'

// Typing goes on; the service's limit is for questions that a person has finished asking.
const serviceAfterMs = 400
const facetsAfterMs = 150

/** Facets, the drugs found, and the page of the chosen one. The address holds what is asked and what is open. */
export function DrugsScreen() {
  const { t, i18n } = useTranslation('drugs')
  const { view, field, go } = useView()
  const { offlineSwitch, online, profile } = useCall('app.status', {}).data ?? {}
  const question = questionOf(view)
  const { category, pathway, direction } = question
  const onlyKept = pathway !== undefined || direction !== undefined
  const found = useDrugSearch(question, {
    settled: useDebouncedValue(view.text, serviceAfterMs)[0] === view.text,
    askService: offlineSwitch !== true && !onlyKept,
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
  useStatusText(total && t(found.totalIsLeast ? 'totalLeast' : 'total', { shown, total }))

  const page = view.drug !== undefined && (
    <DrugPage
      drugId={view.drug}
      profileId={profile?.id ?? ''}
      askService={offlineSwitch !== true}
      choosing={choosing}
      wide={view.wide}
      setWide={setWide}
      close={view.wide ? closeWide : undefined}
    />
  )
  const isHidden = page !== false && view.wide
  const isNone = found.total === 0 && found.complete && !found.loading && !found.failure
  /** Nothing has come yet, so there is no list that the field could lead into. */
  const isWaiting = found.total === null && found.hits.length === 0 && !found.failure
  return (
    <div className={classes.page}>
      <ToolRow>
        <DrugViews current="search" />
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
      <Notices switchedOff={offlineSwitch === true} onlyKept={onlyKept} said={found.notices} />
      {/* Out of sight the list keeps its place. */}
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
      {view.wide && page && <div className={classes.wide}>{page}</div>}
    </div>
  )
}

/** What the address says with what is being typed, and the way to change it. */
function useView() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const address = parseView(useSearch({ strict: false }))
  const write = (view: View, replace: boolean) =>
    void navigate({ to: '/drugs', search: toSearch(view) as never, replace })
  const field = useSearchText(address.text, (text) => {
    // Typed a moment before leaving: the text comes too late to call anyone back.
    if (history.location.pathname === '/drugs') write({ ...address, text }, true)
  })
  const view: View = { ...address, text: field.text }
  const go = useCallbackRef((change: Partial<View>) => {
    if (change.text === undefined) field.takeAlong()
    write({ ...view, ...change }, false)
  })
  return { view, field, go }
}

const given = <T extends Record<string, unknown>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
