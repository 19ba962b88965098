import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedRequest = {
  method: string
  /** Path and query. */
  path: string
  headers: IncomingHttpHeaders
  body: string
}
type Answer = {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** Handles the connection directly instead of a normal response. */
  raw?: (response: ServerResponse) => void
}

/** Starts a real HTTP server on 127.0.0.1 with scripted responses that records its requests. */
export async function startScriptedServer(answer: (seen: ReceivedRequest, count: number) => Answer) {
  const seen: ReceivedRequest[] = []
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const received = { method, path: url, headers, body: Buffer.concat(chunks).toString() }
      seen.push(received)
      const { status = 200, headers: extra, body, raw } = answer(received, seen.length)
      if (raw) return raw(response)
      const isText = typeof body === 'string'
      response.writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json', ...extra })
      response.end(isText ? body : body === undefined ? '' : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
