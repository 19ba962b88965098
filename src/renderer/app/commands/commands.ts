import { createSpotlight } from '@mantine/spotlight'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AppCommand,
  type Command,
  commandOf,
  commands,
  isUsable,
  stateOf,
  type Words,
} from '../../../shared/contract/commands.ts'
import type { AppStatus } from '../../../shared/contract/state.ts'
import type { Settings } from '../../../shared/domain/app/settings.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useEvent } from '../../client/useCall.ts'
import { createDialogs, type Dialogs } from '../../state/dialogs.ts'
import { useRecentStudies, useStudyInFront } from '../../state/studyInFront.ts'
import { createShownTables } from '../../state/tables/shownTables.ts'
import { createUndoOffers } from '../../state/undo.tsx'
import { useFailureToast } from '../../state/useFailureToast.ts'
import { createDialogStack } from '../../ui/dialogs/dialogStack.ts'
import { usePageState } from '../../ui/pageState.ts'

/** Whether the palette is open; it may be opened before it is loaded. */
export const [paletteStore, palette] = createSpotlight()

type CommandDeps = {
  go(path: (typeof pathsByCommand)[keyof typeof pathsByCommand]): void
  refresh(): void
  dialogs(): Dialogs
  /** Whether the screen in front has tables of its own to export, and is no view of a study. */
  showsOwnTables(): boolean
  togglePalette(): void
  undo(): void
  change(settings: { offlineSwitch: boolean } | { theme: 'system' | 'light' | 'dark' }): void
}

/** The places that commands lead to; those of a study, to the one in front, else the one that was opened last. */
const pathsByCommand = {
  import: '/import',
  connect: '/connect',
  settings: '/settings',
  home: '/',
  library: '/library',
  activity: '/activity',
  overview: '/study/$studyId',
  samples: '/study/$studyId/samples',
  explore: '/study/$studyId/explore',
  compare: '/study/$studyId/compare',
  drugs: '/study/$studyId/drugs',
  share: '/study/$studyId/share',
  lists: '/library/lists',
  pathways: '/library/pathways',
  offlineDrugs: '/library/offline',
  batches: '/activity/batches',
  screenings: '/activity/screenings',
} as const satisfies Partial<Record<AppCommand, string>>

/** Whether it acts on the screen behind a dialog, where nobody could see what it does. */
export const isBehindDialogs = (command: AppCommand): boolean =>
  command in pathsByCommand || command === 'find' || command === 'export'

/** What each command does, whoever asks for it: the menu of the host, a shortcut, or the palette. */
export function createCommands(deps: CommandDeps) {
  const { go, refresh, dialogs, showsOwnTables, togglePalette, undo, change } = deps
  const navigations = Object.entries(pathsByCommand).map(([command, path]) => [command, () => go(path)])
  const actions: Record<Exclude<AppCommand, keyof typeof pathsByCommand>, () => void> = {
    openCapsule: () => dialogs().openCapsule(),
    export: () => {
      if (!showsOwnTables()) go(pathsByCommand.share)
      dialogs().openExport()
    },
    goOffline: () => change({ offlineSwitch: true }),
    goOnline: () => change({ offlineSwitch: false }),
    undo,
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

/** The command of the page whose keys these are. In a field, a key that writes a sign and Undo are the field's own. */
export function commandOfKeys(event: KeyboardEvent, mac = isMac()): (Command & { id: AppCommand }) | null {
  if (event.defaultPrevented || event.isComposing) return null
  const isTyping = isTextInput(event.target)
  const found = commands.find(
    ({ id, by, keys }) =>
      by === 'page' &&
      keys.some((one) => matchesKeys(one, event, mac) && !(isTyping && (one.length === 1 || id === 'undo'))),
  )
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

type Run = (command: AppCommand) => void

/**
 * Runs a command where it is usable, and listens for it: from the host's menu, and by its shortcut. While a dialog is
 * open those two leave the screen behind it as it is.
 */
export function useCommands(status: AppStatus | undefined): Run {
  const navigate = useNavigate()
  const inFront = useStudyInFront()
  const [recent = allSamplesId] = useRecentStudies(status?.profile?.id ?? '')
  const studyId = inFront ?? recent
  const queries = useQueryClient()
  const { run: change, failure } = useAction((settings: Partial<Settings>) => call('settings.set', settings))
  useFailureToast(failure)
  const page = usePageState()
  const actions = useMemo(
    () =>
      createCommands({
        go: (to) => void navigate({ to, params: { studyId } }),
        refresh: () => void queries.invalidateQueries(),
        dialogs: page.get(createDialogs).getState,
        showsOwnTables: () => inFront === null && page.get(createShownTables).getState().tables.length > 0,
        togglePalette: palette.toggle,
        undo: () => {
          // On a Mac the menu hears the keys of a field too.
          if (isTextInput(document.activeElement)) document.execCommand('undo')
          else if (page.get(createDialogStack).open.getState().length === 0)
            page.get(createUndoOffers).undoLast()
        },
        change: (settings) => void change(settings),
      }),
    [navigate, inFront, studyId, queries, page, change],
  )
  const state = useMemo(() => (status ? stateOf(status) : null), [status])
  const run = useMemo<Run>(
    () => (command) => {
      if (state && isUsable(commandOf(command), state)) actions[command]()
    },
    [actions, state],
  )
  const runUnlessBehindDialog = useMemo<Run>(
    () => (command) => {
      const isDialogOpen = page.get(createDialogStack).open.getState().length > 0
      if (!isDialogOpen || !isBehindDialogs(command)) run(command)
    },
    [page, run],
  )
  useEvent('command.invoked', ({ command }) => runUnlessBehindDialog(command))
  useShortcuts(runUnlessBehindDialog)
  return run
}

function useShortcuts(run: Run): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const command = commandOfKeys(event)
      if (!command) return
      // The browser would do its own with them, and the menu of the installed app the same once more.
      event.preventDefault()
      run(command.id)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [run])
}

/** Says words that come in both languages in the one that is shown. */
export function useLocalize(): (words: Words) => string {
  const { language } = useTranslation().i18n
  return useCallback((words) => words[language === 'zh-CN' ? 'zh-CN' : 'en'], [language])
}

/** Whether the keyboard at hand has a Cmd key in the place of Ctrl. */
export const isMac = (): boolean => /mac/i.test(navigator.userAgent)

const macSymbols: Record<string, string> = { mod: '⌘', shift: '⇧', ctrl: '⌃', alt: '⌥' }
const modifierNames: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', ctrl: 'Ctrl', alt: 'Alt' }
const keySymbols: Record<string, string> = { Plus: '+', '-': '−' }

/** The keys as a person reads them: "⌘O" on a Mac, "Ctrl O" elsewhere. */
export function formatKeys(keys: string, mac = isMac()): string {
  const parts = keys.split('+')
  const key = parts.pop() ?? ''
  const last = keySymbols[key] ?? key
  return mac
    ? parts.map((part) => macSymbols[part] ?? part).join('') + last
    : [...parts.map((part) => modifierNames[part] ?? part), last].join(' ')
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether these keys are the ones that were pressed. */
function matchesKeys(keys: string, event: KeyPress, mac = isMac()): boolean {
  const parts = keys.split('+')
  const key = parts.pop() ?? ''
  const mod = parts.includes('mod')
  const [modPressed, otherModPressed] = mac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey]
  if (event.altKey || modPressed !== mod || otherModPressed) return false
  // A sign lies where the keyboard has it, with or without Shift.
  if (/^[a-z\d]$/i.test(key) && event.shiftKey !== parts.includes('shift')) return false
  // Where digits need Shift, as in French, the key of the digit counts, unless it writes a sign with a command of its own.
  if (/^\d$/.test(key) && event.code === `Digit${key}` && !/^[-+=,/\d]$/.test(event.key)) return true
  return event.key.toLowerCase() === (keySymbols[key] ?? key).toLowerCase()
}

/** Whether what is typed there goes into a text. */
const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))
