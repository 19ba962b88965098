import '@mantine/spotlight/styles.layer.css'
import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  useSpotlight,
} from '@mantine/spotlight'
import {
  IconActivity,
  IconAdjustments,
  IconArrowBackUp,
  IconBooks,
  IconBug,
  IconChartDots3,
  IconCompass,
  IconDeviceDesktop,
  IconDownload,
  IconFile,
  IconFileImport,
  IconFileText,
  IconFlask2,
  IconHelp,
  IconHistory,
  IconHome,
  IconKeyboard,
  IconList,
  IconMoon,
  IconPackage,
  IconPill,
  IconPlaneDeparture,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPlus,
  IconRefresh,
  IconScale,
  IconSearch,
  IconSettings,
  IconShare,
  IconStack2,
  IconSun,
  IconTestPipe,
  IconUsers,
  IconVectorTriangle,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AppCommand,
  type CommandState,
  isUsable,
  keysOf,
  stateOf,
} from '../../../shared/contract/commands.ts'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { matchOf, type SearchHit } from '../../../shared/domain/app/search.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { findSettings, toNotOffered } from '../../features/settings/settingsIndex.ts'
import { exploreViews } from '../../state/cohort/exploreViews.ts'
import { useCurrentStudyId, useRecentStudies } from '../../state/currentStudy.ts'
import { useFailureToast } from '../../state/useFailureToast.ts'
import { useEscape, useIsStacked } from '../../ui/dialogs/dialogStack.ts'
import classes from '../frame.module.css'
import { useOpenFile } from '../useOpenFile.ts'
import { formatKeys, isBehindDialogs, isMac, pageCommands, paletteStore, useLocalize } from './commands.ts'
import { type PaletteEntry, type PaletteGroup, rankEntries } from './paletteEntries.ts'

type Props = { run(command: AppCommand): void; status: AppStatus }

/**
 * One search field for everything: studies, samples, pathways, drugs, views, settings, commands, files and profiles.
 */
export function Palette({ run, status }: Props) {
  const { t } = useTranslation('app')
  const [query, setQuery] = useState('')
  const { opened } = useSpotlight(paletteStore)
  const escape = useEscape(opened)
  const text = query.trim()
  // Above another dialog it does not navigate, because that would lose the dialog's input.
  const isStacked = useIsStacked()
  const commandEntries = useCommandEntries(run, stateOf(status), isStacked)
  const files = useFileEntries(status)
  const profiles = useProfileEntries(status)
  const found = useSearchEntries(opened && !isStacked ? text : '', { status, isOpen: opened && !isStacked })
  const listed = isStacked ? commandEntries : [...commandEntries, ...files, ...profiles]
  const actions =
    text === ''
      ? listed.map(({ action }) => action)
      : rankEntries([...found.entries, ...listed], text, (group) => t(`palette.groups.${group}`))
  const holdEnter = useFirstSelected(actions, opened && found.isPending)
  return (
    <Spotlight
      {...escape}
      store={paletteStore}
      // Cleared on opening, because the palette may be opened again before it has faded out.
      onSpotlightOpen={() => setQuery('')}
      shortcut={null}
      // The name for screen readers; global.css hides the title.
      title={t('searchOrCommand')}
      size={560}
      limit={60}
      scrollable
      maxHeight={480}
      overlayProps={{ backgroundOpacity: 0.25, blur: 0 }}
      highlightQuery
      query={query}
      onQueryChange={setQuery}
      filter={(_query, all) => all}
      nothingFound={t('term.nothingNamed')}
      scrollAreaProps={{ id: listId }}
      searchProps={{
        placeholder: t('palette.placeholder'),
        'aria-label': t('searchOrCommand'),
        // Runs before the palette handles the key.
        onKeyDownCapture: holdEnter,
        leftSection: <IconSearch size={18} stroke={1.5} aria-hidden />,
      }}
      actions={actions}
    />
  )
}

const listId = 'palette-actions'

/**
 * Selects the first action for Enter even if it arrived after the text; the palette selects it only when the text
 * changes. Enter waits while results are pending.
 */
function useFirstSelected(
  actions: readonly (SpotlightActionData | SpotlightActionGroupData)[],
  isPending: boolean,
): (event: KeyboardEvent) => void {
  const isEntered = useRef(false)
  const key = actions.map((one) => ('actions' in one ? one.actions.map(({ id }) => id) : one.id)).join()
  useEffect(() => {
    const [first, ...others] = document.querySelectorAll<HTMLElement>(`#${listId} [data-action]`)
    for (const other of others) other.removeAttribute('data-selected')
    first?.setAttribute('data-selected', 'true')
    if (isPending || !isEntered.current) return
    isEntered.current = false
    first?.click()
  }, [key, isPending])
  return (event) => {
    isEntered.current = isPending && event.key === 'Enter' && !event.nativeEvent.isComposing
    if (!isEntered.current) return
    event.preventDefault()
    event.stopPropagation()
  }
}

type Action = Pick<SpotlightActionData, 'description' | 'rightSection'> & {
  id: string
  label: string
  onClick(): void
}

/** `found`: the names to match with the text, or how well the entry matches it. */
const toEntry = (
  group: PaletteGroup,
  Icon: TablerIcon,
  action: Action,
  found: Pick<PaletteEntry, 'names' | 'match'>,
): PaletteEntry => ({
  ...found,
  group,
  action: { ...action, leftSection: <Icon size={18} stroke={1.5} aria-hidden /> },
})

/** The palette itself, and Undo, which inside the palette undoes typing. */
const leftOut: readonly AppCommand[] = ['palette', 'undo']

/** Lists places first, because they are the most common target. */
function useCommandEntries(run: Props['run'], state: CommandState, isStacked: boolean): PaletteEntry[] {
  const { t } = useTranslation('app')
  const localize = useLocalize()
  const mac = isMac()
  return pageCommands
    .filter((command) => !leftOut.includes(command.id) && isUsable(command, state))
    .filter(({ id }) => !isStacked || !isBehindDialogs(id))
    .toSorted((a, b) => Number(b.menu === 'go') - Number(a.menu === 'go'))
    .map((command) => {
      const { id, menu, words } = command
      const name = localize(words)
      const label = menu === 'go' ? t('palette.goTo', { section: name }) : name
      const [keys] = keysOf(command, mac)
      const rightSection = keys && <kbd className={classes.keys}>{formatKeys(keys, mac)}</kbd>
      const action = { id, label, rightSection, onClick: () => run(id) }
      const group = menu === 'go' ? 'views' : 'commands'
      return toEntry(group, commandIcons[id], action, { names: [name, label] })
    })
}

/** Returns recently opened files; a browser has none. */
function useFileEntries({ host }: AppStatus): PaletteEntry[] {
  const { t } = useTranslation('app')
  const openFile = useOpenFile()
  const recent = useCall('recent.list', {}, { enabled: host === 'electron' }).data ?? []
  const { run, failure } = useAction(async (recentId: string) =>
    openFile(await call('recent.open', { recentId })),
  )
  useFailureToast(failure)
  return recent.map(({ recentId, name }) => {
    const label = t('palette.openFile', { name })
    const action = { id: `recent ${recentId}`, label, onClick: () => void run(recentId) }
    return toEntry('files', IconFile, action, { names: [name] })
  })
}

function useProfileEntries({ profiles, profile }: AppStatus): PaletteEntry[] {
  const { t } = useTranslation('app')
  const { run, failure } = useAction((profileId: string) => call('profiles.select', { profileId }))
  useFailureToast(failure)
  return profiles
    .filter(({ id }) => id !== profile?.id)
    .map(({ id, name }) => {
      const label = t('palette.switchTo', { name })
      const action = { id: `profile ${id}`, label, onClick: () => void run(id) }
      return toEntry('profiles', IconUsers, action, { names: [name] })
    })
}

const commandIcons: Record<AppCommand, TablerIcon> = {
  undo: IconArrowBackUp,
  import: IconFileImport,
  openCapsule: IconPackage,
  export: IconDownload,
  connect: IconPlus,
  goOffline: IconPlugConnectedX,
  goOnline: IconPlugConnected,
  settings: IconSettings,
  find: IconSearch,
  refresh: IconRefresh,
  light: IconSun,
  dark: IconMoon,
  followSystem: IconDeviceDesktop,
  palette: IconSearch,
  home: IconHome,
  library: IconBooks,
  activity: IconActivity,
  overview: IconFileText,
  samples: IconTestPipe,
  explore: IconChartDots3,
  lists: IconList,
  pathways: IconVectorTriangle,
  offlineDrugs: IconPlaneDeparture,
  batches: IconHistory,
  screenings: IconFlask2,
  drugs: IconPill,
  share: IconShare,
  compare: IconScale,
  help: IconHelp,
  shortcuts: IconKeyboard,
  tour: IconCompass,
  reportProblem: IconBug,
}

const maxSettings = 5

/**
 * Returns the matches of a text besides commands: search hits of the main process, views and settings. `isPending`: the
 * main process has not answered for this text yet; until then the previous hits that also match this text are shown.
 */
function useSearchEntries(
  text: string,
  { status, isOpen }: { status: AppStatus; isOpen: boolean },
): { entries: PaletteEntry[]; isPending: boolean } {
  // Runs before the user types, so that the first search is prepared.
  const { data, isPreviousData, failure } = useCall('search.everything', { text }, { enabled: isOpen })
  const isPending = text !== '' && !failure && (data === undefined || isPreviousData)
  const toEntry = useHitEntry()
  const isCapsule = status.profile?.signIn === 'capsule'
  const views = useViewEntries(status, isCapsule)
  const settings = useSettingEntries(text, status)
  const search = useDrugSearch(text)
  if (text === '') return { entries: [], isPending: false }
  const hits = (failure ? [] : (data ?? []))
    // A capsule has no library.
    .filter(({ kind }) => !isCapsule || kind === 'study' || kind === 'sample')
    .filter(({ name, id }) => !isPreviousData || matchOf(text, [name, id]) !== null)
  return { entries: [...hits.map(toEntry), ...(isCapsule ? [] : [search]), ...views, ...settings], isPending }
}

const kinds: Record<SearchHit['kind'], { group: PaletteGroup; icon: TablerIcon }> = {
  study: { group: 'studies', icon: IconStack2 },
  sample: { group: 'samples', icon: IconTestPipe },
  pathway: { group: 'pathways', icon: IconVectorTriangle },
  drug: { group: 'drugs', icon: IconPill },
}

function useHitEntry(): (hit: SearchHit) => PaletteEntry {
  const { t } = useTranslation('state')
  const navigate = useNavigate()
  const currentStudyId = useCurrentStudyId()
  const { run: openSample, failure } = useAction(async (sampleId: string) => {
    // Opens the sample in the current study if it belongs to it, so that the user stays there.
    const studies = await call('studies.ofSample', { sampleId })
    const own = studies.find((one) => one.studyId === currentStudyId) ?? studies[0]
    const studyId = currentStudyId === allSamplesId ? allSamplesId : (own?.studyId ?? allSamplesId)
    await navigate({ to: '/study/$studyId/samples', params: { studyId }, search: { sample: sampleId } })
  })
  useFailureToast(failure)
  const open: Record<SearchHit['kind'], (id: string) => void> = {
    study: (studyId) => void navigate({ to: '/study/$studyId', params: { studyId } }),
    sample: (sampleId) => void openSample(sampleId),
    pathway: (pathway) => void navigate({ to: '/library/pathways', search: { pathway } }),
    drug: (drug) => void navigate({ to: '/library/drugs', search: { drug } }),
  }
  return ({ kind, id, name, detail, match }) => {
    const label = kind === 'study' && id === allSamplesId ? t('everySample') : name
    const description = detail === null ? {} : { description: detail }
    const action = { id: `${kind} ${id}`, label, ...description, onClick: () => open[kind](id) }
    return toEntry(kinds[kind].group, kinds[kind].icon, action, { names: [], match })
  }
}

/** Returns entries without a command: the views of Explore and the drug list of the library. */
function useViewEntries({ profile }: AppStatus, isCapsule: boolean): PaletteEntry[] {
  const { t } = useTranslation(['app', 'state'])
  const navigate = useNavigate()
  const currentStudyId = useCurrentStudyId()
  const [recent = allSamplesId] = useRecentStudies(profile?.id ?? '')
  const params = { studyId: currentStudyId ?? recent }
  const goTo = (section: string) => t('palette.goTo', { section })
  const explore = exploreViews.map(({ id, to }) => {
    const name = t(`exploreTabs.${id}`, { ns: 'state' })
    const action = { id: `view ${id}`, label: goTo(name), onClick: () => void navigate({ to, params }) }
    return toEntry('views', IconChartDots3, action, { names: [name] })
  })
  if (isCapsule) return explore
  const drugs = t('term.drugs')
  const openDrugs = () => void navigate({ to: '/library/drugs' })
  const action = { id: 'view drugs', label: goTo(drugs), onClick: openDrugs }
  return [...explore, toEntry('views', IconPill, action, { names: [drugs] })]
}

function useSettingEntries(text: string, status: AppStatus): PaletteEntry[] {
  const { t, i18n } = useTranslation('settings')
  const navigate = useNavigate()
  const updates = useCall('updates.status', {}, { enabled: text !== '' }).data
  const language = i18n.language === 'zh-CN' ? 'zh-CN' : 'en'
  return findSettings(text, toNotOffered(status, updates), language)
    .slice(0, maxSettings)
    .map(({ setting, tab, names }) => {
      const label = names[language]
      const onClick = () => void navigate({ to: '/settings', search: { tab } })
      const action = { id: `setting ${setting}`, label, description: t(`tabs.${tab}`), onClick }
      // The setting may have been found by a synonym.
      const match = matchOf(text, [label]) ?? 'elsewhere'
      return toEntry('settings', IconAdjustments, action, { names: [], match })
    })
}

function useDrugSearch(text: string): PaletteEntry {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const onClick = () => void navigate({ to: '/library/drugs', search: { text } })
  const action = { id: 'search', label: t('palette.searchDrugs', { text }), onClick }
  return toEntry('drugs', IconSearch, action, { names: [], match: 'always' })
}
