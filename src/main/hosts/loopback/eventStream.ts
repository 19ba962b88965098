import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import type { PushedEvent } from '../../../shared/contract/events.ts'
import { lazy } from '../../../shared/lazy.ts'
import { isFromOwnPage, type LaunchSession } from './access.ts'

const tokenPrefix = 'pathclock.'
const countPrefix = 'after.'
/** The number of stored pushes. A page connects some milliseconds after it signed in. */
const maxStored = 100

export type EventStream = {
  /** Accepts an upgrade to a WebSocket, or closes its connection with 403. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Returns the number of pushes so far. */
  count(): number
  push(event: PushedEvent): void
  close(): void
}

/**
 * Creates `/events`, which pushes to pages with the cookie and the subprotocol `pathclock.<headerToken>`. With the
 * subprotocol `after.<count>`, it first sends the pushes after the first `<count>`.
 */
export function createEventStream({ launch, port }: { launch: LaunchSession; port: number }): EventStream {
  let openSockets: Sockets | null = null
  let closed = false
  let count = 0
  const latest: string[] = []
  // The library is loaded when the first page connects, which by then has sent its first calls.
  const sockets = lazy(async () => {
    const { WebSocketServer: Server } = await import('ws')
    // Pages send no data, and the small limit closes a connection that does.
    const created = createSockets(new Server({ noServer: true, maxPayload: 64, perMessageDeflate: false }))
    if (closed) created.close()
    openSockets = created
    return created
  })

  const isAuthorized = (request: IncomingMessage): boolean => {
    return (
      isFromOwnPage(request, port) &&
      request.url === '/events' &&
      launch.isSignedIn(request.headers.cookie, readOffer(request, tokenPrefix))
    )
  }

  /** Returns the missed pushes. Null if they are not stored any more. */
  const pushedSince = (request: IncomingMessage): readonly string[] | null => {
    const missed = count - Number(readOffer(request, countPrefix) ?? count)
    return missed >= 0 && missed <= latest.length ? latest.slice(latest.length - missed) : null
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      if (!isAuthorized(request)) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      sockets().then(
        (openedSockets) =>
          closed ? socket.destroy() : openedSockets.accept(request, socket, head, pushedSince),
        () => socket.destroy(),
      )
    },
    count: () => count,
    push(event) {
      const text = JSON.stringify(event)
      count += 1
      latest.push(text)
      if (latest.length > maxStored) latest.shift()
      openSockets?.send(text)
    },
    close() {
      closed = true
      openSockets?.close()
    },
  }
}

/** Returns the value of the subprotocol with this prefix. */
const readOffer = ({ headers }: IncomingMessage, prefix: string): string | undefined =>
  headers['sec-websocket-protocol']
    ?.split(',')
    .map((offer) => offer.trim())
    .find((offer) => offer.startsWith(prefix))
    ?.slice(prefix.length)

const heartbeatMs = 30_000
/** The limit of unsent data. A page this far behind is disconnected; it then reconnects and reads all data again. */
const maxBufferedBytes = 4_000_000

/** The WebSockets of connected pages. */
type Sockets = {
  /** Accepts a connection and sends the `missed` pushes; if null, closes it, so that the page reads all data again. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    missed: (request: IncomingMessage) => readonly string[] | null,
  ): void
  send(text: string): void
  close(): void
}

function createSockets(server: WebSocketServer): Sockets {
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
    accept: (request, socket, head, missed) =>
      server.handleUpgrade(request, socket, head, (client) => {
        server.emit('connection', client, request)
        const pushes = missed(request)
        if (!pushes) client.close(1013, 'too many pushes were missed')
        for (const text of pushes ?? []) client.send(text, () => {})
      }),
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
