import { type IpcMainInvokeEvent, ipcMain, nativeTheme } from 'electron'
import { z } from 'zod'
import { type Dispatch } from '../../ports.ts'
import { isOwnPage, serviceOrigin } from './security/addresses.ts'

/**
 * All calls of pages arrive here. Only the main frame of one of our own pages is answered; dispatch checks names and
 * inputs.
 */
export function registerIpcHandlers(dispatch: Dispatch, devServer?: string): void {
  ipcMain.handle('pathclock:call', (event: IpcMainInvokeEvent, name: unknown, input: unknown) => {
    const frame = event.senderFrame
    if (!frame || frame.parent !== null || !isOwnPage(frame.url, devServer))
      throw new Error('Only pages of the app may call.')
    return dispatch(String(name), input)
  })
}

const signInSchema = z.object({
  serviceUrl: z.string(),
  authServer: z.string().optional(),
  conventions: z.object({ authorization_endpoint: z.string().optional() }).optional(),
})
const themeSchema = z.object({ theme: z.enum(['system', 'light', 'dark']) })

/**
 * Dispatch as the window uses it: calls wait until the services stand, and two of them have a part that is the
 * host's. Signing in lists the service's origin, and those of its sign-in, among those the browser may be sent to, unless it
 * fails; a change of theme reaches the window's frame.
 */
export function createWindowCalls(appReady: Promise<{ dispatch: Dispatch }>, origins: Set<string>): Dispatch {
  const signedIn = new Set<string>()
  const pending = new Set<Set<string>>()
  const updateOrigins = () => {
    origins.clear()
    for (const origin of [signedIn, ...pending].flatMap((some) => [...some])) origins.add(origin)
  }
  const signIn = async (dispatch: Dispatch, input: unknown) => {
    const own = signInOrigins(input)
    pending.add(own)
    updateOrigins()
    const reply = await dispatch('session.connectOAuth', input)
    pending.delete(own)
    if (reply.ok) for (const origin of own) signedIn.add(origin)
    updateOrigins()
    return reply
  }
  return async (name, input) => {
    const { dispatch } = await appReady
    const reply = await (name === 'session.connectOAuth' ? signIn(dispatch, input) : dispatch(name, input))
    if (reply.ok && (name === 'settings.set' || name === 'settings.get')) {
      const settings = themeSchema.safeParse(reply.value)
      if (settings.success) nativeTheme.themeSource = settings.data.theme
    }
    return reply
  }
}

function signInOrigins(input: unknown): Set<string> {
  const { serviceUrl, authServer, conventions } = signInSchema.safeParse(input).data ?? {}
  const addresses = [serviceUrl, authServer, conventions?.authorization_endpoint]
  return new Set(addresses.flatMap((url) => (url === undefined ? [] : (serviceOrigin(url) ?? []))))
}
