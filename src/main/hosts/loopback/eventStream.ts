import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { PushedEvent } from '../../../shared/contract/events.ts'
import { lazy } from '../../../shared/lazy.ts'
import { isFromOwnPage, type LaunchSession } from './access.ts'
import type { Sockets } from './sockets.ts'

const protocolPrefix = 'pathclock.'

export type EventStream = {
  /** Takes an upgrade to a WebSocket, or closes its connection with 403. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  push(event: PushedEvent): void
  close(): void
}

type EventStreamDeps = { launch: LaunchSession; port: number }

/** `/events`: pushes to the pages that hold the cookie and, as subprotocol, `pathclock.<headerToken>`. */
export function createEventStream({ launch, port }: EventStreamDeps): EventStream {
  let openSockets: Sockets | null = null
  let closed = false
  // Loaded with the first page that listens, by when its first calls are under way.
  const sockets = lazy(async () => {
    const created = (await import('./sockets.ts')).createSockets()
    if (closed) created.close()
    openSockets = created
    return created
  })

  const isAuthorized = (request: IncomingMessage): boolean => {
    const offered = request.headers['sec-websocket-protocol'] ?? ''
    const token = offered.startsWith(protocolPrefix) ? offered.slice(protocolPrefix.length) : undefined
    return (
      isFromOwnPage(request, port) &&
      request.url === '/events' &&
      launch.isSignedIn(request.headers.cookie, token)
    )
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      if (!isAuthorized(request)) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      sockets().then(
        (openedSockets) => (closed ? socket.destroy() : openedSockets.accept(request, socket, head)),
        () => socket.destroy(),
      )
    },
    push: (event) => openSockets?.send(JSON.stringify(event)),
    close() {
      closed = true
      openSockets?.close()
    },
  }
}
