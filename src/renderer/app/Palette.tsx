import { Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import {
  IconDownload,
  IconFileImport,
  IconMoon,
  IconPackage,
  IconPlugConnected,
  IconPlugConnectedX,
  IconRefresh,
  IconSearch,
  IconSettings,
  IconSun,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppCommand } from '../../shared/contract/events.ts'
import type { AppStatus } from '../../shared/contract/state.ts'
import type { Settings } from '../../shared/domain/settings.ts'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'
import { useDialogs } from '../state/dialogs.ts'
import { commandKeys, drugPlaces, spellKeys } from './commands.ts'
import classes from './frame.module.css'
import { isInCapsule, type SectionName, sections } from './sections.ts'

type Props = { run(command: AppCommand): void; status: AppStatus }

/** One field for all: a command by its name, or a search of the drugs. */
export function Palette({ run, status }: Props) {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const openCapsule = useDialogs((state) => state.openCapsule)
  const [query, setQuery] = useState('')
  const { run: change } = useAction((settings: Partial<Settings>) => call('settings.set', settings))
  const text = query.trim()

  const action = (id: string, label: string, Icon: TablerIcon, onClick: () => void): SpotlightActionData => ({
    id,
    label,
    onClick,
    leftSection: <Icon size={18} stroke={1.5} aria-hidden />,
  })
  const command = (id: AppCommand, label: string, Icon: TablerIcon): SpotlightActionData => ({
    ...action(id, label, Icon, () => run(id)),
    rightSection: <kbd className={classes.keys}>{spellKeys(commandKeys[id])}</kbd>,
  })
  const searchDrugs = () => void navigate({ to: '/drugs', search: { text } as never })
  const isHere = (section: SectionName) => !status.profile?.capsule || isInCapsule(section)
  const offline = status.offlineSwitch

  return (
    <Spotlight
      shortcut={null}
      size={560}
      limit={18}
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
      actions={[
        ...(text && isHere('drugs')
          ? [action('search', t('palette.searchDrugs', { text: query }), IconSearch, searchDrugs)]
          : []),
        ...sections
          .filter(({ id }) => isHere(id))
          .map(({ id, icon }) => command(id, t('palette.goTo', { section: t(`section.${id}`) }), icon)),
        ...drugPlaces
          .filter(() => isHere('drugs'))
          .map(({ id, path, icon }) =>
            action(
              id,
              t('palette.goTo', { section: t(`place.${id}`) }),
              icon,
              () => void navigate({ to: path }),
            ),
          ),
        ...(isHere('import') ? [command('import', t('palette.import'), IconFileImport)] : []),
        command('export', t('palette.export'), IconDownload),
        action('capsule', t('palette.capsule'), IconPackage, () => openCapsule()),
        command('find', t('palette.find'), IconSearch),
        command('refresh', t('palette.refresh'), IconRefresh),
        command('settings', t('palette.settings'), IconSettings),
        action(
          'offline',
          t(offline ? 'palette.goOnline' : 'palette.goOffline'),
          offline ? IconPlugConnected : IconPlugConnectedX,
          () => void change({ offlineSwitch: !offline }),
        ),
        action('light', t('palette.light'), IconSun, () => void change({ theme: 'light' })),
        action('dark', t('palette.dark'), IconMoon, () => void change({ theme: 'dark' })),
      ]}
    />
  )
}
