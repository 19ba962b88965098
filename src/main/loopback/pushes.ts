import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { PushedEvent } from '../../shared/contract/events.ts'
import { isFromOurPage } from './gate.ts'
import type { Launch } from './launch.ts'

const protocolPrefix = 'pathclock.'
const heartbeatMs = 30_000
/** A page that is this far behind is cut off; it connects again and asks anew. */
const maxBehindBytes = 4_000_000

export type Pushes = {
  /** Takes an upgrade to a WebSocket, or closes its connection with 403. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  push(event: PushedEvent): void
  close(): void
}

type Parts = { launch: Launch; port: number }

/** `/events`: pushes to the pages that hold the cookie and, as subprotocol, `pathclock.<headerToken>`. */
export function createPushes({ launch, port }: Parts): Pushes {
  // Pages say nothing here: the small limit ends a connection that does.
  const server = new WebSocketServer({ noServer: true, maxPayload: 64, perMessageDeflate: false })
  const answered = new WeakSet<WebSocket>()

  server.on('connection', (socket) => {
    answered.add(socket)
    socket.on('pong', () => answered.add(socket))
    socket.on('message', () => socket.close(1003, 'pages only listen'))
    socket.on('error', () => socket.terminate())
  })

  const heartbeat = setInterval(() => {
    for (const socket of server.clients) {
      if (!answered.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, heartbeatMs)
  heartbeat.unref()

  const isWelcome = (request: IncomingMessage): boolean => {
    const offered = request.headers['sec-websocket-protocol'] ?? ''
    const token = offered.startsWith(protocolPrefix) ? offered.slice(protocolPrefix.length) : undefined
    return (
      isFromOurPage(request, port) &&
      request.url === '/events' &&
      launch.isSignedIn(request.headers.cookie, token)
    )
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      if (!isWelcome(request)) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      server.handleUpgrade(request, socket, head, (client) => server.emit('connection', client, request))
    },
    push(event) {
      const text = JSON.stringify(event)
      for (const socket of server.clients) {
        if (socket.bufferedAmount > maxBehindBytes) socket.terminate()
        else socket.send(text, () => {})
      }
    },
    close() {
      clearInterval(heartbeat)
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}
