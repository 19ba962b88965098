import { type AppCommand, type Command, commands } from '../../shared/contract/commands.ts'
import type { useDialogs } from '../state/dialogs.ts'
import { isMac, isTextInput, matchesKeys } from './keys.ts'

type Dialogs = ReturnType<typeof useDialogs.getState>
type CommandDeps = {
  go(path: string): void
  refresh(): void
  dialogs(): Dialogs
  togglePalette(): void
  change(settings: { offlineSwitch: boolean } | { theme: 'system' | 'light' | 'dark' }): void
}

/** The places that commands lead to. */
const pathsByCommand = {
  import: '/import',
  connect: '/connect',
  settings: '/settings',
  drugs: '/drugs',
  samples: '/samples',
  results: '/results',
  screening: '/screening',
  lists: '/drugs/lists',
  pathways: '/drugs/pathways',
  offlineDrugs: '/drugs/offline',
  batches: '/samples/batches',
  compare: '/results/compare',
} as const satisfies Partial<Record<AppCommand, string>>

/** Whether it acts on the screen behind a dialog, where nobody could see what it does. */
export const isBehindDialogs = (command: AppCommand): boolean =>
  command in pathsByCommand || command === 'find'

/** What each command does, whoever asks for it: the menu of the host, a shortcut, or the palette. */
export function createCommands({ go, refresh, dialogs, togglePalette, change }: CommandDeps) {
  const navigations = Object.entries(pathsByCommand).map(([command, path]) => [command, () => go(path)])
  const actions: Record<Exclude<AppCommand, keyof typeof pathsByCommand>, () => void> = {
    openCapsule: () => dialogs().openCapsule(),
    export: () => dialogs().openExport(),
    goOffline: () => change({ offlineSwitch: true }),
    goOnline: () => change({ offlineSwitch: false }),
    find: focusSearch,
    refresh,
    light: () => change({ theme: 'light' }),
    dark: () => change({ theme: 'dark' }),
    followSystem: () => change({ theme: 'system' }),
    palette: togglePalette,
    help: () => dialogs().openHelp(),
    shortcuts: () => dialogs().showShortcuts(true),
    tour: () => dialogs().startTour(),
    reportProblem: () => dialogs().openProblem(),
  }
  return {
    ...(Object.fromEntries(navigations) as Record<keyof typeof pathsByCommand, () => void>),
    ...actions,
  }
}

/** The command of the page whose keys these are. One that writes a sign is none where text is typed. */
export function commandOfKeys(event: KeyboardEvent, mac = isMac()): (Command & { id: AppCommand }) | null {
  if (event.defaultPrevented || event.isComposing) return null
  const matches = (keys: string): boolean =>
    matchesKeys(keys, event, mac) && (keys.length > 1 || !isTextInput(event.target))
  const found = commands.find(({ by, keys }) => by === 'page' && keys.some(matches))
  return found?.by === 'page' ? found : null
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
