import { createIpcTransport } from './ipcTransport.ts'
import { createLoopbackTransport } from './loopbackTransport.ts'
import type { Transport } from './transport.ts'

/** The host that served this page; Electron's preload leaves its bridge on the window. */
export const transport: Transport = window.pathclock
  ? createIpcTransport(window.pathclock)
  : createLoopbackTransport()

export const connect = (): Promise<void> => transport.connect()
