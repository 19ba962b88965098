import { IconList, IconPlaneDeparture, IconVectorTriangle, type TablerIcon } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import type { AppCommand } from '../../shared/contract/events.ts'
import { useDialogs } from '../state/dialogs.ts'
import type { SectionName } from './sections.ts'

/** The keys of each command, as the host's menu has them; `mod` is Ctrl, or Cmd on a Mac. */
export const commandKeys: Record<AppCommand, string> = {
  import: 'mod+O',
  export: 'mod+E',
  find: 'mod+F',
  settings: 'mod+,',
  drugs: 'mod+1',
  samples: 'mod+2',
  results: 'mod+3',
  screening: 'mod+4',
  refresh: 'F5',
}

/** Places within a section that the palette leads to; they have no keys of their own. */
export const drugPlaces = [
  { id: 'lists', path: '/drugs/lists', icon: IconList },
  { id: 'pathways', path: '/drugs/pathways', icon: IconVectorTriangle },
  { id: 'offline', path: '/drugs/offline', icon: IconPlaneDeparture },
] as const satisfies readonly { id: string; path: string; icon: TablerIcon }[]

/** The keys as a person reads them: "⌘O" on a Mac, "Ctrl O" elsewhere. */
export const spellKeys = (keys: string, mac = /mac/i.test(navigator.userAgent)): string =>
  keys.replace('mod+', mac ? '⌘' : 'Ctrl ')

/** What each command does, whoever asks for it: the menu of the host, a shortcut, or the palette. */
export function createCommands(go: (section: SectionName) => void, queries: QueryClient) {
  return (command: AppCommand): void => {
    if (command === 'export') return useDialogs.getState().openExport()
    if (command === 'find') return focusSearch()
    if (command === 'refresh') return void queries.invalidateQueries()
    go(command)
  }
}

/** Puts the cursor into the search field of the screen in front. */
function focusSearch(): void {
  const main = document.querySelector('main')
  const field =
    main?.querySelector<HTMLInputElement>('input[type="search"], [role="search"] input') ??
    main?.querySelector<HTMLInputElement>('input[type="text"], input:not([type])')
  field?.focus()
  field?.select()
}
