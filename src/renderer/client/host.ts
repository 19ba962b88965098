import type { EventName, Events } from '../../shared/contract/events.ts'
import type { Reply } from '../../shared/contract/failures.ts'
import { createLoopbackTransport } from './loopbackTransport.ts'
import type { Transport } from './transport.ts'

/** The connection to the host of this page; in Electron, the preload script provides a bridge. */
export const transport: Transport = window.pathclock
  ? createIpcTransport(window.pathclock)
  : createLoopbackTransport()

export const connect = (): Promise<void> => transport.connect()

/** The only object that the preload script adds to the page. */
type Bridge = {
  call(name: string, input: unknown): Promise<Reply<unknown>>
  listen<N extends EventName>(name: N, listener: (payload: Events[N]) => void): () => void
}

declare global {
  interface Window {
    pathclock?: Bridge
  }
}

function createIpcTransport(bridge: Bridge): Transport {
  return {
    connect: () => Promise.resolve(),
    call: (name, input) => bridge.call(name, input),
    listen: (name, listener) => bridge.listen(name, listener),
    whenDisconnected: () => () => undefined,
    whenReconnected: () => () => undefined,
    // The preload script replaces the File by its path, which the page does not see.
    adopt: (file) => bridge.call('files.adopt', { file }),
    hasOpenDialog: true,
    deliver: () => Promise.resolve(),
  }
}
