import { nativeTheme } from 'electron'
import { z } from 'zod'
import type { Dispatch } from '../dispatch.ts'
import { serviceOrigin } from './addresses.ts'

const signIn = z.object({
  serviceUrl: z.string(),
  authServer: z.string().optional(),
  conventions: z.object({ authorization_endpoint: z.string().optional() }).optional(),
})
const themed = z.object({ theme: z.enum(['system', 'light', 'dark']) })

/**
 * Dispatch as the window uses it: calls wait until the services stand, and two of them have a part that is the
 * host's. Signing in lists the service's origin, and those of its sign-in, among those the browser may be sent to; a change of theme reaches
 * the window's frame.
 */
export function createWindowCalls(ready: Promise<{ dispatch: Dispatch }>, origins: Set<string>): Dispatch {
  return async (name, input) => {
    if (name === 'session.connectOAuth') {
      const asked = signIn.safeParse(input)
      const { serviceUrl, authServer, conventions } = asked.data ?? {}
      const named = [serviceUrl, authServer, conventions?.authorization_endpoint].filter(
        (url) => url !== undefined,
      )
      for (const origin of named.map(serviceOrigin)) if (origin) origins.add(origin)
    }
    const { dispatch } = await ready
    const reply = await dispatch(name, input)
    if (reply.ok && (name === 'settings.set' || name === 'settings.get')) {
      const settings = themed.safeParse(reply.value)
      if (settings.success) nativeTheme.themeSource = settings.data.theme
    }
    return reply
  }
}
