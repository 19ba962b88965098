import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

const heartbeatMs = 30_000
/** A page that is this far behind is cut off; it connects again and asks anew. */
const maxBufferedBytes = 4_000_000

/** The WebSockets of pages that listen. */
export type Sockets = {
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void
  send(text: string): void
  close(): void
}

export function createSockets(): Sockets {
  // Pages say nothing here: the small limit ends a connection that does.
  const server = new WebSocketServer({ noServer: true, maxPayload: 64, perMessageDeflate: false })
  const responsive = new WeakSet<WebSocket>()

  server.on('connection', (socket) => {
    responsive.add(socket)
    socket.on('pong', () => responsive.add(socket))
    socket.on('message', () => socket.close(1003, 'pages only listen'))
    socket.on('error', () => socket.terminate())
  })

  const heartbeat = setInterval(() => {
    for (const socket of server.clients) {
      if (!responsive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, heartbeatMs)
  heartbeat.unref()

  return {
    accept: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (client) => server.emit('connection', client, request)),
    send(text) {
      for (const socket of server.clients) {
        if (socket.bufferedAmount > maxBufferedBytes) socket.terminate()
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
