import '@mantine/spotlight/styles.layer.css'
import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  useSpotlight,
} from '@mantine/spotlight'
import {
  IconActivity,
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
  IconSun,
  IconTestPipe,
  IconUsers,
  IconVectorTriangle,
  type TablerIcon,
} from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AppCommand,
  type Command,
  type CommandState,
  commands,
  isUsable,
  keysOf,
  stateOf,
} from '../../../shared/contract/commands.ts'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { useFailureToast } from '../../state/useFailureToast.ts'
import { useEscape, useIsStacked } from '../../ui/dialogs/dialogStack.ts'
import classes from '../frame.module.css'
import { useOpenFile } from '../useOpenFile.ts'
import { formatKeys, isBehindDialogs, isMac, paletteStore, useLocalize } from './commands.ts'
import { type PaletteEntry, rankEntries } from './paletteEntries.ts'
import { useSearchEntries } from './useSearchEntries.tsx'

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
  const found = useSearchEntries(opened && !isStacked ? text : '', {
    status,
    isOpen: opened && !isStacked,
  })
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

const toAction = (id: string, label: string, Icon: TablerIcon, onClick: () => void): SpotlightActionData => ({
  id,
  label,
  onClick,
  leftSection: <Icon size={18} stroke={1.5} aria-hidden />,
})

/** The palette itself, and Undo, which inside the palette undoes typing. */
const isLeftOut = (id: Command['id']): boolean => id === 'palette' || id === 'undo'

/** Lists places first, because they are the most common target. */
function useCommandEntries(run: Props['run'], state: CommandState, isStacked: boolean): PaletteEntry[] {
  const { t } = useTranslation('app')
  const localize = useLocalize()
  const mac = isMac()
  return commands
    .filter((command) => command.by === 'page' && !isLeftOut(command.id) && isUsable(command, state))
    .filter((command) => !isStacked || command.by !== 'page' || !isBehindDialogs(command.id))
    .toSorted((a, b) => Number(b.menu === 'go') - Number(a.menu === 'go'))
    .flatMap((command) => {
      if (command.by !== 'page') return []
      const { id, menu, words } = command
      const name = localize(words)
      const label = menu === 'go' ? t('palette.goTo', { section: name }) : name
      const [keys] = keysOf(command, mac)
      const action = toAction(id, label, commandIcons[id], () => run(id))
      const shown = keys
        ? { ...action, rightSection: <kbd className={classes.keys}>{formatKeys(keys, mac)}</kbd> }
        : action
      return [
        {
          group: menu === 'go' ? ('views' as const) : ('commands' as const),
          names: [name, label],
          action: shown,
        },
      ]
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
  return recent.map(({ recentId, name }) => ({
    group: 'files',
    names: [name],
    action: toAction(
      `recent ${recentId}`,
      t('palette.openFile', { name }),
      IconFile,
      () => void run(recentId),
    ),
  }))
}

function useProfileEntries({ profiles, profile }: AppStatus): PaletteEntry[] {
  const { t } = useTranslation('app')
  const { run, failure } = useAction((profileId: string) => call('profiles.select', { profileId }))
  useFailureToast(failure)
  return profiles
    .filter(({ id }) => id !== profile?.id)
    .map(({ id, name }) => ({
      group: 'profiles',
      names: [name],
      action: toAction(`profile ${id}`, t('palette.switchTo', { name }), IconUsers, () => void run(id)),
    }))
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
