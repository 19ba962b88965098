import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { PushedEvent } from '../../shared/contract/events.ts'
import { lazily } from '../../shared/lazily.ts'
import { isFromOurPage } from './gate.ts'
import type { Launch } from './launch.ts'
import type { Sockets } from './sockets.ts'

const protocolPrefix = 'pathclock.'

export type Pushes = {
  /** Takes an upgrade to a WebSocket, or closes its connection with 403. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  push(event: PushedEvent): void
  close(): void
}

type Parts = { launch: Launch; port: number }

/** `/events`: pushes to the pages that hold the cookie and, as subprotocol, `pathclock.<headerToken>`. */
export function createPushes({ launch, port }: Parts): Pushes {
  let open: Sockets | null = null
  let closed = false
  // Loaded with the first page that listens, by when its first calls are under way.
  const sockets = lazily(async () => {
    const made = (await import('./sockets.ts')).createSockets()
    if (closed) made.close()
    open = made
    return made
  })

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
      sockets().then(
        (ready) => (closed ? socket.destroy() : ready.take(request, socket, head)),
        () => socket.destroy(),
      )
    },
    push: (event) => open?.send(JSON.stringify(event)),
    close() {
      closed = true
      open?.close()
    },
  }
}
