import type { Net } from 'electron'
import { requireReady, type World } from './world.ts'

const chromiumNames: Record<string, string> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  UND_ERR_SOCKET: 'ERR_EMPTY_RESPONSE',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
}

/** Node's fetch that fails in Chromium's words, and that ends a redirect nobody follows with an error, as Electron does. */
export function createNet(world: World): Pick<Net, 'fetch' | 'isOnline'> & { online: boolean } {
  return {
    online: true,
    isOnline: () => true,
    fetch: async (input, init) => {
      requireReady(world, 'net module can only be used after app is ready')
      const { bypassCustomProtocolHandlers: _bypass, ...rest } = init ?? {}
      const request = new Request(input, rest)
      const response = await fetch(request, {
        redirect: request.redirect === 'follow' ? 'follow' : 'manual',
      }).catch((error: unknown) => {
        throw inChromiumsWords(error)
      })
      if (request.redirect === 'follow' || response.status < 300 || response.status > 399) return response
      throw new Error(
        request.redirect === 'manual'
          ? 'Redirect was cancelled'
          : "Attempted to redirect, but redirect policy was 'error'",
      )
    },
  }
}

function inChromiumsWords(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (!(error instanceof TypeError)) return error
  return new Error(`net::${chromiumNames[code] ?? 'ERR_FAILED'}`)
}
