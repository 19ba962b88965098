import { app, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron'
import { commandOf } from '../../../../shared/contract/commands.ts'
import type { PushedEvent } from '../../../../shared/contract/events.ts'
import { messageOf } from '../../../../shared/contract/failures.ts'
import type { Language } from '../../../../shared/words/language.ts'
import type { HostedApp } from '../../../ports.ts'
import { hostWords, translateMessage } from '../language.ts'
import { activeWindow, showMessage } from '../window/dialogs.ts'
import { appWindows, zoomWindow } from '../window/window.ts'
import type { AppView } from './appView.ts'
import { type MenuActions, type MenuState, toMenuTemplate } from './menuTemplate.ts'

type AppMenuDeps = {
  appReady: Promise<Pick<HostedApp, 'call'>>
  view(): AppView
  show(event: PushedEvent): void
}

/** Creates the menu of the app. `show` brings the window to the front and sends an event to its page. */
export function createAppMenu({ appReady, view, show }: AppMenuDeps): { show(): void } {
  const showFailure = async (title: string, error: unknown): Promise<void> => {
    const { language } = view()
    const detail = await translateMessage(language, messageOf(error))
    const buttons = [hostWords[language].close]
    await showMessage({ type: 'error', message: title, detail, buttons, noLink: true })
  }
  const openRecent = async (recentId: string): Promise<void> => {
    const { call } = await appReady
    await call('recent.open', { recentId }).then(
      (payload) => show({ name: 'file.received', payload }),
      (error: unknown) => showFailure(hostWords[view().language].notOpened, error),
    )
  }
  const clearRecent = async (): Promise<void> => {
    const { call } = await appReady
    await call('recent.clear', {}).catch((error: unknown) => showFailure('', error))
  }
  const openProfile = async (profileId: string): Promise<void> => {
    const { call } = await appReady
    await call('profiles.select', { profileId }).catch((error: unknown) =>
      showFailure(hostWords[view().language].notSwitched, error),
    )
    // The system has already moved the mark to the clicked item, so the menu is rebuilt whatever the result.
    showMenu(true)
  }
  const actions: MenuActions = {
    run: (command) => show({ name: 'command.invoked', payload: { command } }),
    zoom: (step) => {
      const window = activeWindow()
      if (window) zoomWindow(window, step)
    },
    openRecent: (recentId) => void openRecent(recentId),
    clearRecent: () => void clearRecent(),
    openProfile: (profileId) => void openProfile(profileId),
  }
  let shownState = ''
  /** Rebuilds the menu if its content changed or `isForced` is set. */
  const showMenu = (isForced = false): void => {
    const { language, profile, readOnly, offline, recent, profiles } = view()
    const state: MenuState = { language, profile, readOnly, offline, recent, profiles }
    const nextState = JSON.stringify(state)
    if (nextState === shownState && !isForced) return
    shownState = nextState
    const mac = process.platform === 'darwin'
    const template = toMenuTemplate(state, { mac, devTools: !app.isPackaged, appName: app.name, actions })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }
  return { show: () => showMenu() }
}

/** The system's list of recently opened files. */
export const recentDocuments = {
  add: (path: string): void => app.addRecentDocument(path),
  clear: (): void => app.clearRecentDocuments(),
}

/** Installs the context menu: editing commands in a field, and Copy for selected text. */
export function installContextMenu(language: () => Language): void {
  app.on('browser-window-created', (_event, window) =>
    window.webContents.on('context-menu', (_pressed, params) => {
      const items = itemsOf(params, language())
      if (items.length > 0 && appWindows().includes(window)) Menu.buildFromTemplate(items).popup({ window })
    }),
  )
}

type ContextMenuTarget = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>
type Item = MenuItemConstructorOptions

function itemsOf({ isEditable, selectionText, editFlags }: ContextMenuTarget, language: Language): Item[] {
  const item = (role: 'cut' | 'copy' | 'paste' | 'selectAll', enabled: boolean): Item => ({
    role,
    label: commandOf(role).words[language],
    enabled,
  })
  if (!isEditable) return selectionText.trim() === '' ? [] : [item('copy', editFlags.canCopy)]
  return [
    item('cut', editFlags.canCut),
    item('copy', editFlags.canCopy),
    item('paste', editFlags.canPaste),
    { type: 'separator' },
    item('selectAll', editFlags.canSelectAll),
  ]
}
