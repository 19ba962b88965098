import { type IpcMainInvokeEvent, ipcMain, nativeTheme } from 'electron'
import { z } from 'zod'
import { type Dispatch } from '../../ports.ts'
import { isOwnPage, serviceOrigin } from './security/addresses.ts'

/** Receives all calls of pages. Only the main frame of our own pages gets a response; dispatch checks the rest. */
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
  dialect: z
    .object({ sign_in: z.object({ authorization_endpoint: z.string().optional() }).optional() })
    .optional(),
})
const themeSchema = z.object({ theme: z.enum(['system', 'light', 'dark']) })

/**
 * Creates the dispatch for the window. Calls wait until the services are ready. Signing in allows the browser to open
 * the origins of the service and its sign-in, unless it fails. A change of theme updates the window's frame.
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
  const { serviceUrl, authServer, dialect } = signInSchema.safeParse(input).data ?? {}
  const addresses = [serviceUrl, authServer, dialect?.sign_in?.authorization_endpoint]
  return new Set(addresses.flatMap((url) => (url === undefined ? [] : (serviceOrigin(url) ?? []))))
}
