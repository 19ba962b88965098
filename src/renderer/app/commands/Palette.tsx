import { Spotlight, type SpotlightActionData } from '@mantine/spotlight'
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
  IconPlaneDeparture,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPlus,
  IconRefresh,
  IconScale,
  IconSearch,
  IconSettings,
  IconSun,
  IconTestPipe,
  IconUsers,
  IconVectorTriangle,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
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
import { useEscape, useIsStacked } from '../../ui/dialogs/Dialog.tsx'
import classes from '../frame/frame.module.css'
import { useOpenFile } from '../useOpenFile.ts'
import { formatKeys, isBehindDialogs, isMac, useLocalize } from './commands.ts'

type Props = { run(command: AppCommand): void; status: AppStatus }

/** One field for all: a command by its name, a file or a profile, or a search of the drugs. */
export function Palette({ run, status }: Props) {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const [opened, setOpened] = useState(false)
  const escape = useEscape(opened)
  const state = stateOf(status)
  const text = query.trim()
  // Above another dialog it leads nowhere else: what is typed there would be left behind.
  const isStacked = useIsStacked()
  const listed = useCommandActions(run, state, isStacked)
  const files = useFileActions(status)
  const profiles = useProfileActions(status)
  const actions = isStacked ? listed : [...listed, ...files, ...profiles]
  const searchDrugs = () => void navigate({ to: '/library/drugs', search: { text } })
  return (
    <Spotlight
      {...escape}
      onSpotlightOpen={() => {
        setOpened(true)
        // The text of last time goes when the palette has faded out: it may be opened again before.
        setQuery('')
      }}
      onSpotlightClose={() => setOpened(false)}
      shortcut={null}
      // Its name for a screen reader; what is drawn of it is hidden in global.css.
      title={t('searchOrCommand')}
      size={560}
      limit={60}
      scrollable
      maxHeight={480}
      overlayProps={{ backgroundOpacity: 0.25, blur: 0 }}
      highlightQuery
      query={query}
      onQueryChange={setQuery}
      nothingFound={t('palette.nothing')}
      searchProps={{
        placeholder: t('palette.placeholder'),
        'aria-label': t('searchOrCommand'),
        leftSection: <IconSearch size={18} stroke={1.5} aria-hidden />,
      }}
      actions={
        text && !state.readOnly && !isStacked
          ? withSearch(
              actions,
              toAction('search', t('palette.searchDrugs', { text: query }), IconSearch, searchDrugs),
              text,
            )
          : actions
      }
    />
  )
}

/** The search comes first, unless a command has the text in its name: Enter does then what was named. */
function withSearch(
  actions: SpotlightActionData[],
  search: SpotlightActionData,
  text: string,
): SpotlightActionData[] {
  const isNamed = actions.some(({ label = '' }) => label.toLowerCase().includes(text.toLowerCase()))
  return isNamed && text.length > 1 ? [...actions, search] : [search, ...actions]
}

const toAction = (id: string, label: string, Icon: TablerIcon, onClick: () => void): SpotlightActionData => ({
  id,
  label,
  onClick,
  leftSection: <Icon size={18} stroke={1.5} aria-hidden />,
})

/** The palette itself, and Undo, which there undoes what is typed. */
const isLeftOut = (id: Command['id']): boolean => id === 'palette' || id === 'undo'

/** Places first: that is what most look for. */
function useCommandActions(
  run: Props['run'],
  state: CommandState,
  isStacked: boolean,
): SpotlightActionData[] {
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
      const label = menu === 'go' ? t('palette.goTo', { section: localize(words) }) : localize(words)
      const [keys] = keysOf(command, mac)
      const action = toAction(id, label, commandIcons[id], () => run(id))
      if (!keys) return [action]
      return [{ ...action, rightSection: <kbd className={classes.keys}>{formatKeys(keys, mac)}</kbd> }]
    })
}

/** Files that were opened before; a browser keeps none. */
function useFileActions({ host }: AppStatus): SpotlightActionData[] {
  const { t } = useTranslation('app')
  const openFile = useOpenFile()
  const recent = useCall('recent.list', {}, { enabled: host === 'electron' }).data ?? []
  const { run, failure } = useAction(async (recentId: string) =>
    openFile(await call('recent.open', { recentId })),
  )
  useFailureToast(failure)
  return recent.map(({ recentId, name }) =>
    toAction(`recent ${recentId}`, t('palette.openFile', { name }), IconFile, () => void run(recentId)),
  )
}

function useProfileActions({ profiles, profile }: AppStatus): SpotlightActionData[] {
  const { t } = useTranslation('app')
  const { run, failure } = useAction((profileId: string) => call('profiles.select', { profileId }))
  useFailureToast(failure)
  return profiles
    .filter(({ id }) => id !== profile?.id)
    .map(({ id, name }) =>
      toAction(`profile ${id}`, t('palette.switchTo', { name }), IconUsers, () => void run(id)),
    )
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
  compare: IconScale,
  help: IconHelp,
  shortcuts: IconKeyboard,
  tour: IconCompass,
  reportProblem: IconBug,
}
