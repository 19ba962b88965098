import { createSpotlight } from '@mantine/spotlight'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AppCommand,
  commandOf,
  commands,
  isUsable,
  stateOf,
  type Words,
} from '../../../shared/contract/commands.ts'
import type { AppStatus } from '../../../shared/contract/state.ts'
import type { Settings } from '../../../shared/domain/app/settings.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { call, useAction, useEvent } from '../../client/call.ts'
import { useCurrentStudyId, useRecentStudies } from '../../state/currentStudy.ts'
import { createDialogs, type Dialogs } from '../../state/dialogs.ts'
import { createShownTables } from '../../state/tables/shownTables.ts'
import { createUndoOffers } from '../../state/undo.tsx'
import { useFailureToast } from '../../state/useFailureToast.ts'
import { createDialogStack } from '../../ui/dialogs/dialogStack.ts'
import { usePageState } from '../../ui/pageState.ts'

/** The store of the palette, which may be opened before the palette is loaded. */
export const [paletteStore, palette] = createSpotlight()

type CommandDeps = {
  go(path: (typeof pathsByCommand)[keyof typeof pathsByCommand]): void
  refresh(): void
  dialogs(): Dialogs
  /** True if the current screen has tables to export and is not a view of a study. */
  showsOwnTables(): boolean
  togglePalette(): void
  undo(): void
  change(settings: { offlineSwitch: boolean } | { theme: 'system' | 'light' | 'dark' }): void
}

/** The places that commands navigate to; study views use the current study, or else the most recent one. */
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

/** True if the command acts on the screen behind a dialog, where the user could not see the effect. */
export const isBehindDialogs = (command: AppCommand): boolean =>
  command in pathsByCommand || command === 'find' || command === 'export'

/** Creates the action of each command, for the host's menu, the shortcuts and the palette. */
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
    shortcuts: () => dialogs().openShortcuts(),
    tour: () => dialogs().startTour(),
    reportProblem: () => dialogs().openProblem(),
  }
  return {
    ...(Object.fromEntries(navigations) as Record<keyof typeof pathsByCommand, () => void>),
    ...actions,
  }
}

export const pageCommands = commands.filter((command) => command.by === 'page')

/** Returns the page command for a key press. Inside a field, typing keys and Undo belong to the field. */
export function commandOfKeys(event: KeyboardEvent, mac = isMac()) {
  if (event.defaultPrevented || event.isComposing) return null
  const isTyping = isTextInput(event.target)
  const found = pageCommands.find(({ id, keys }) =>
    keys.some((one) => matchesKeys(one, event, mac) && !(isTyping && (one.length === 1 || id === 'undo'))),
  )
  return found ?? null
}

/** Focuses the search field of the current screen. */
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
 * Returns a function that runs a command if it is usable, and listens to the host's menu and to shortcuts. While a
 * dialog is open, those two do not affect the screen behind it.
 */
export function useCommands(status: AppStatus | undefined): Run {
  const navigate = useNavigate()
  const currentStudyId = useCurrentStudyId()
  const [recent = allSamplesId] = useRecentStudies(status?.profile?.id ?? '')
  const studyId = currentStudyId ?? recent
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
        showsOwnTables: () =>
          currentStudyId === null && page.get(createShownTables).getState().tables.length > 0,
        togglePalette: palette.toggle,
        undo: () => {
          // On a Mac the menu also receives the keys of a field.
          if (isTextInput(document.activeElement)) document.execCommand('undo')
          else if (page.get(createDialogStack).open.getState().length === 0)
            page.get(createUndoOffers).undoLast()
        },
        change: (settings) => void change(settings),
      }),
    [navigate, currentStudyId, studyId, queries, page, change],
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
      // Prevents the browser's own action, and a second run by the menu of the installed app.
      event.preventDefault()
      run(command.id)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [run])
}

/** Returns a function that chooses the current language of a text with both. */
export function useLocalize(): (words: Words) => string {
  const { language } = useTranslation().i18n
  return useCallback((words) => words[language === 'zh-CN' ? 'zh-CN' : 'en'], [language])
}

/** True if the keyboard has a Cmd key. */
export const isMac = (): boolean => /mac/i.test(navigator.userAgent)

const macSymbols: Record<string, string> = { mod: '⌘', shift: '⇧', ctrl: '⌃', alt: '⌥' }
const modifierNames: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', ctrl: 'Ctrl', alt: 'Alt' }
const keySymbols: Record<string, string> = { Plus: '+', '-': '−' }

/** Formats keys for the user: "⌘O" on a Mac, "Ctrl O" elsewhere. */
export function formatKeys(keys: string, mac = isMac()): string {
  const parts = keys.split('+')
  const key = parts.pop() ?? ''
  const last = keySymbols[key] ?? key
  return mac
    ? parts.map((part) => macSymbols[part] ?? part).join('') + last
    : [...parts.map((part) => modifierNames[part] ?? part), last].join(' ')
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

function matchesKeys(keys: string, event: KeyPress, mac = isMac()): boolean {
  const parts = keys.split('+')
  const key = parts.pop() ?? ''
  const mod = parts.includes('mod')
  const [modPressed, otherModPressed] = mac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey]
  if (event.altKey || modPressed !== mod || otherModPressed) return false
  // Signs match with or without Shift, depending on the keyboard.
  if (/^[a-z\d]$/i.test(key) && event.shiftKey !== parts.includes('shift')) return false
  // On keyboards that need Shift for digits, such as French ones, the digit's key counts, unless it types a sign with a
  // command of its own.
  if (/^\d$/.test(key) && event.code === `Digit${key}` && !/^[-+=,/\d]$/.test(event.key)) return true
  return event.key.toLowerCase() === (keySymbols[key] ?? key).toLowerCase()
}

/** True if the element accepts typed text. */
const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))
