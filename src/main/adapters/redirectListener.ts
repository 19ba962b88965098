import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure } from '../../shared/contract/failures.ts'
import type { ListenForRedirect, RedirectOutcome } from '../ports.ts'
import { redirectPage } from './redirectPage.ts'

// An import of it would load all that Node has for fetch too, which takes longer than the rest of a start.
const { createServer } = process.getBuiltinModule('node:http')

const defaultUri = 'http://127.0.0.1/oauth/callback'

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
}

const statuses: Record<RedirectOutcome, number> = {
  'signed-in': 200,
  refused: 200,
  failed: 200,
  foreign: 400,
}

/**
 * Waits on this computer for the sign-in page to send the browser back (RFC 8252, 7.3), unless another address was
 * registered on 127.0.0.1 and a free port. Takes what comes on one exact path and for its own address only; whether it
 * is the answer that was waited for is not decided here. Logs nothing, since the address holds a code.
 */
export const listenForRedirect: ListenForRedirect = async (onRedirect, registeredUri = defaultUri) => {
  const registered = new URL(registeredUri)
  const { hostname, pathname: path } = registered
  const pending = new Set<Promise<unknown>>()
  let origin = ''
  let isUsed = false

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin)
    const isRedirect =
      request.method === 'GET' &&
      `http://${request.headers.host}` === origin &&
      url.pathname === path &&
      (url.searchParams.has('code') || url.searchParams.has('error'))
    if (isUsed || !isRedirect) return void response.writeHead(404, headers).end()
    const outcome = await onRedirect(url)
    isUsed ||= outcome !== 'foreign'
    const page = redirectPage(outcome, request.headers['accept-language'])
    response.writeHead(statuses[outcome], headers).end(page)
  }

  const server = createServer((request, response) => {
    // A browser that went away closes the response too, so that nobody waits for it.
    const closed = once(response, 'close')
    const handled = answer(request, response).catch(() => response.destroy())
    const exchange = Promise.all([handled, closed]).finally(() => pending.delete(exchange))
    pending.add(exchange)
  })
  server.listen(Number(registered.port), hostname === '[::1]' ? '::1' : '127.0.0.1')
  await once(server, 'listening').catch((error: unknown) => {
    throw portTakenFailure(registered.port, error)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  origin = `http://${hostname}:${port}`

  return {
    redirectUri: `${origin}${path}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      await Promise.allSettled(pending)
      server.closeAllConnections()
      await closed
    },
  }
}

function portTakenFailure(port: string, cause: unknown): Failure {
  const message = `The browser cannot be sent back to port ${port} of this computer: another program uses it, or this account may not. Close that program, or set another redirect address that is registered with your provider.`
  return new Failure('rejected', message, { problems: [{ field: 'redirectUri', message }] }, { cause })
}
