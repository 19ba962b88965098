import { app, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron'
import { z } from 'zod'
import { commandOf } from '../../../../shared/contract/commands.ts'
import type { PushedEvent } from '../../../../shared/contract/events.ts'
import type { Language } from '../../../../shared/words/language.ts'
import { type Dispatch } from '../../../ports.ts'
import { hostWords, translateMessage } from '../language.ts'
import { activeWindow, showMessage } from '../window/dialogs.ts'
import { appWindows, zoomWindow } from '../window/window.ts'
import type { AppView } from './appView.ts'
import { type MenuActions, type MenuState, toMenuTemplate } from './menuTemplate.ts'

/** Creates the application menu. `show` rebuilds it only if its content changed or `isForced` is set. */
function createMenu(actions: MenuActions): { show(state: MenuState, isForced?: boolean): void } {
  let shownState = ''
  return {
    show({ language, profile, readOnly, offline, recent, profiles }, isForced = false) {
      const state = { language, profile, readOnly, offline, recent, profiles }
      const nextState = JSON.stringify(state)
      if (nextState === shownState && !isForced) return
      shownState = nextState
      const mac = process.platform === 'darwin'
      const template = toMenuTemplate(state, { mac, devTools: !app.isPackaged, appName: app.name, actions })
      Menu.setApplicationMenu(Menu.buildFromTemplate(template))
    },
  }
}

type AppMenuDeps = {
  appReady: Promise<{ dispatch: Dispatch }>
  view(): AppView
  show(event: PushedEvent): void
}

const fileSchema = z.object({ fileId: z.string(), name: z.string(), sizeBytes: z.number() })

/** Creates the menu of the app. `show` brings the window to the front and sends an event to its page. */
export function createAppMenu({ appReady, view, show }: AppMenuDeps): { show(): void } {
  const dispatchOrReport = async (method: string, input: object, title: string): Promise<unknown> => {
    const reply = await (await appReady).dispatch(method, input)
    if (reply.ok) return reply.value
    const { language } = view()
    const detail = await translateMessage(language, reply.failure.message)
    const buttons = [hostWords[language].close]
    await showMessage({ type: 'error', message: title, detail, buttons, noLink: true })
    return null
  }
  const openRecent = async (recentId: string): Promise<void> => {
    const opened = await dispatchOrReport('recent.open', { recentId }, hostWords[view().language].notOpened)
    const file = fileSchema.safeParse(opened)
    if (file.success) show({ name: 'file.received', payload: file.data })
  }
  const openProfile = async (profileId: string): Promise<void> => {
    await dispatchOrReport('profiles.select', { profileId }, hostWords[view().language].notSwitched)
    // The system has already moved the mark to the clicked item, so the menu is rebuilt whatever the result.
    menu.show(view(), true)
  }
  const menu = createMenu({
    run: (command) => show({ name: 'command.invoked', payload: { command } }),
    zoom: (step) => {
      const window = activeWindow()
      if (window) zoomWindow(window, step)
    },
    openRecent: (recentId) => void openRecent(recentId),
    clearRecent: () => void dispatchOrReport('recent.clear', {}, ''),
    openProfile: (profileId) => void openProfile(profileId),
  })
  return { show: () => menu.show(view()) }
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
