import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ListenForRedirect } from '../ports.ts'

const path = '/oauth/callback'

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pathclock</title>
<body><h1>Signed in to Pathclock</h1><p>You can close this window and go back to Pathclock.</p></body></html>`

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
}

/**
 * Waits on 127.0.0.1, on a free port, for the sign-in page to send the browser back (RFC 8252, 7.3).
 * Takes one redirect, on one exact path and for its own address only; logs nothing, since the address holds a code.
 */
export const listenForRedirect: ListenForRedirect = async () => {
  const arrived = Promise.withResolvers<URL>()
  // Nobody may be waiting yet, or any more, when it settles.
  arrived.promise.catch(() => undefined)
  let origin = ''
  let used = false

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', origin)
    const isRedirect =
      request.method === 'GET' &&
      `http://${request.headers.host}` === origin &&
      url.pathname === path &&
      (url.searchParams.has('code') || url.searchParams.has('error'))
    if (used || !isRedirect) {
      response.writeHead(404, headers).end()
      return
    }
    used = true
    response.writeHead(200, headers).end(page, () => arrived.resolve(url))
  }

  const server = createServer((request, response) => {
    try {
      answer(request, response)
    } catch {
      response.writeHead(400, headers).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  origin = `http://127.0.0.1:${port}`

  return {
    redirectUri: `${origin}${path}`,
    received: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        arrived.promise.then(resolve, reject)
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
