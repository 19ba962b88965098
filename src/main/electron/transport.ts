import { net } from 'electron'
import type { Transport } from '../ports.ts'
import { addProxyHost } from './proxyRouter.ts'

/**
 * Chromium's network stack: the way that is set for its session and the system's certificates count. No cookie or cached answer goes along.
 * Electron ends an unfollowed redirect with an error; here it becomes the answer that Node's fetch gives for one, so
 * that the client tells a redirect from a broken connection on every host. `onSend` is told of each request as it leaves.
 */
export const createElectronTransport =
  (onSend: () => void = () => undefined): Transport =>
  async (url, init = {}) => {
    onSend()
    try {
      return await net.fetch(url, {
        ...init,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        bypassCustomProtocolHandlers: true,
      })
    } catch (error) {
      if (error instanceof Error && /redirect was cancell?ed/i.test(error.message))
        return new Response(null, { status: 302 })
      throw await addProxyHost(error, url)
    }
  }
