import { app, BrowserWindow, dialog } from 'electron'
import { z } from 'zod'
import type { PushedEvent } from '../../shared/contract/events.ts'
import type { Dispatch } from '../dispatch.ts'
import type { AppView } from './appView.ts'
import { hostWords } from './hostWords.ts'
import { createMenu } from './menu.ts'
import { translateMessage } from './translateMessage.ts'
import { appWindows } from './window.ts'
import { zoomWindow } from './zoom.ts'

type AppMenuDeps = {
  appReady: Promise<{ dispatch: Dispatch }>
  view(): AppView
  show(event: PushedEvent): void
}

const fileSchema = z.object({ fileId: z.string(), name: z.string(), sizeBytes: z.number() })

/** The menu of the app, and what its items do. `show` brings the window to the front and tells its page. */
export function createAppMenu({ appReady, view, show }: AppMenuDeps): { show(): void } {
  const dispatchOrReport = async (method: string, input: object, title: string): Promise<unknown> => {
    const reply = await (await appReady).dispatch(method, input)
    if (reply.ok) return reply.value
    const { language } = view()
    return showFailure(
      title,
      await translateMessage(language, reply.failure.message),
      hostWords[language].close,
    )
  }
  const openRecent = async (recentId: string): Promise<void> => {
    const opened = await dispatchOrReport('recent.open', { recentId }, hostWords[view().language].notOpened)
    const file = fileSchema.safeParse(opened)
    if (file.success) show({ name: 'file.received', payload: file.data })
  }
  const openProfile = async (profileId: string): Promise<void> => {
    await dispatchOrReport('profiles.select', { profileId }, hostWords[view().language].notSwitched)
    // The system has turned the mark of what was clicked, whatever came of it.
    menu.show(view(), true)
  }
  const menu = createMenu({
    run: (command) => show({ name: 'command.invoked', payload: { command } }),
    zoom: (step) => {
      const window = BrowserWindow.getFocusedWindow() ?? appWindows()[0]
      if (window) zoomWindow(window, step)
    },
    openRecent: (recentId) => void openRecent(recentId),
    clearRecent: () => void dispatchOrReport('recent.clear', {}, ''),
    openProfile: (profileId) => void openProfile(profileId),
  })
  return { show: () => menu.show(view()) }
}

async function showFailure(message: string, detail: string, close: string): Promise<null> {
  const options = { type: 'error' as const, message, detail, buttons: [close], noLink: true }
  const window = BrowserWindow.getFocusedWindow() ?? appWindows()[0]
  await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options))
  return null
}

/** The system's list of files that were opened last. */
export const recentDocuments = {
  add: (path: string): void => app.addRecentDocument(path),
  clear: (): void => app.clearRecentDocuments(),
}
