import { type IpcMainInvokeEvent, ipcMain, nativeTheme } from 'electron'
import { z } from 'zod'
import type { PushedEvent } from '../../../shared/contract/events.ts'
import { type Dispatch } from '../../ports.ts'
import { isOwnPage, serviceOrigin } from './security/addresses.ts'
import { appWindows } from './window/window.ts'

/**
 * The one door between pages and main. Only the main frame of one of our own pages is heard; names and inputs are
 * checked by dispatch.
 */
export function registerIpcHandlers(dispatch: Dispatch, devServer?: string): void {
  ipcMain.handle('pathclock:call', (event: IpcMainInvokeEvent, name: unknown, input: unknown) => {
    const frame = event.senderFrame
    if (!frame || frame.parent !== null || !isOwnPage(frame.url, devServer))
      throw new Error('Only pages of the app may call.')
    return dispatch(String(name), input)
  })
}

/** Pushes an event to every window. */
export function pushToWindows({ name, payload }: PushedEvent): void {
  for (const window of appWindows()) window.webContents.send('pathclock:event', name, payload)
}

const signInSchema = z.object({
  serviceUrl: z.string(),
  authServer: z.string().optional(),
  conventions: z.object({ authorization_endpoint: z.string().optional() }).optional(),
})
const themeSchema = z.object({ theme: z.enum(['system', 'light', 'dark']) })

/**
 * Dispatch as the window uses it: calls wait until the services stand, and two of them have a part that is the
 * host's. Signing in lists the service's origin, and those of its sign-in, among those the browser may be sent to; a change of theme reaches
 * the window's frame.
 */
export function createWindowCalls(appReady: Promise<{ dispatch: Dispatch }>, origins: Set<string>): Dispatch {
  return async (name, input) => {
    if (name === 'session.connectOAuth') {
      const parsed = signInSchema.safeParse(input)
      const { serviceUrl, authServer, conventions } = parsed.data ?? {}
      const addresses = [serviceUrl, authServer, conventions?.authorization_endpoint].filter(
        (url) => url !== undefined,
      )
      for (const origin of addresses.map(serviceOrigin)) if (origin) origins.add(origin)
    }
    const { dispatch } = await appReady
    const reply = await dispatch(name, input)
    if (reply.ok && (name === 'settings.set' || name === 'settings.get')) {
      const settings = themeSchema.safeParse(reply.value)
      if (settings.success) nativeTheme.themeSource = settings.data.theme
    }
    return reply
  }
}
