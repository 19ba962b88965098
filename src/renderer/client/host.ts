import type { EventName, Events } from '../../shared/contract/events.ts'
import type { Reply } from '../../shared/contract/failures.ts'
import { createLoopbackTransport } from './loopbackTransport.ts'
import type { Transport } from './transport.ts'

/** The host that served this page; Electron's preload leaves its bridge on the window. */
export const transport: Transport = window.pathclock
  ? createIpcTransport(window.pathclock)
  : createLoopbackTransport()

export const connect = (): Promise<void> => transport.connect()

/** What the preload script puts on the page, and nothing else. */
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
    // The preload swaps the File for its path; the page never sees it.
    adopt: (file) => bridge.call('files.adopt', { file }),
    hasOpenDialog: true,
    deliver: () => Promise.resolve(),
  }
}
