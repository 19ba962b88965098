import { EventEmitter } from 'node:events'
import type { CustomScheme, IpcMain, Protocol } from 'electron'
import { createCodec } from '../codec.ts'
import type { FrameInfo, InvokeAnswer, PageRequest, PageResponse } from '../messages.ts'
import { frameOf } from './webContents.ts'
import { type ProtocolHandler, requireReady, type World } from './world.ts'

const codec = createCodec()

export class SimulatedIpcMain extends EventEmitter implements Pick<IpcMain, 'removeHandler'> {
  private readonly world: World
  constructor(world: World) {
    super()
    this.world = world
  }
  handle(channel: string, listener: (event: unknown, ...args: unknown[]) => unknown): void {
    if (this.world.ipcHandlers.has(channel))
      throw this.world.fault(`Attempted to register a second handler for '${channel}'`)
    this.world.ipcHandlers.set(channel, listener)
  }
  removeHandler(channel: string): void {
    this.world.ipcHandlers.delete(channel)
  }
}

type InvokeCall = { windowId: number; frame: FrameInfo; channel: string; args: string }

export function eventOf(world: World, { windowId, frame }: Pick<InvokeCall, 'windowId' | 'frame'>): object {
  const sender = world.windows.get(windowId)?.webContents
  const senderFrame = frameOf(frame, sender?.getURL() ?? '')
  return {
    type: 'frame',
    sender,
    senderFrame,
    frameId: senderFrame.routingId,
    processId: senderFrame.processId,
  }
}

/** `ipcRenderer.invoke` as it arrives: what the handler throws, and what cannot be cloned, goes back in Electron's words. */
export async function answerInvoke(world: World, call: InvokeCall): Promise<InvokeAnswer> {
  const failed = (reason: string): InvokeAnswer => ({
    ok: false,
    message: `Error invoking remote method '${call.channel}': ${reason}`,
  })
  const handler = world.ipcHandlers.get(call.channel)
  if (!handler) return failed(`Error: No handler registered for '${call.channel}'`)
  let value: unknown
  try {
    value = await handler(eventOf(world, call), ...(codec.decode(call.args) as unknown[]))
  } catch (error) {
    return failed(String(error))
  }
  try {
    return { ok: true, value: codec.encode(value) }
  } catch (error) {
    world.fault(`the answer of '${call.channel}': ${error instanceof Error ? error.message : String(error)}`)
    return failed(String(error))
  }
}

/** `handlers`: those of the session that it belongs to. */
export function createProtocol(world: World, handlers = world.protocolHandlers) {
  let registered = false
  return {
    registerSchemesAsPrivileged: (schemes: CustomScheme[]): void => {
      if (world.ready)
        throw world.fault('protocol.registerSchemesAsPrivileged should be called before app is ready')
      if (registered) throw world.fault('protocol.registerSchemesAsPrivileged can be called only once')
      registered = true
      for (const { scheme, privileges } of schemes)
        world.schemes.push({ scheme, privileges: { ...privileges } as Record<string, boolean> })
    },
    handle: (scheme: string, handler: ProtocolHandler): void => {
      requireReady(world, 'Session can only be received when app is ready')
      if (handlers.has(scheme)) throw world.fault(`Failed to register protocol: ${scheme}`)
      handlers.set(scheme, handler)
    },
    isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
    unhandle: (scheme: string): void => void handlers.delete(scheme),
  } satisfies Record<string, unknown> & Pick<Protocol, 'handle' | 'isProtocolHandled' | 'unhandle'>
}

/** A request of a page, answered by the app's own handler for its scheme. */
export async function answerRequest(world: World, request: PageRequest): Promise<PageResponse> {
  const session = world.windows.get(request.windowId)?.webContents.session
  if (session && !session.mayRequest(request.url)) {
    world.recorded.blockedRequests.push(request.url)
    throw new Error('ERR_BLOCKED_BY_CLIENT')
  }
  const handlers = session?.protocolHandlers ?? world.protocolHandlers
  const handler = handlers.get(new URL(request.url).protocol.slice(0, -1))
  if (!handler) throw world.fault(`ERR_UNKNOWN_URL_SCHEME (-302) loading '${request.url}'`)
  const { method, headers, url } = request
  const body = request.body ? { body: new Uint8Array(request.body) } : {}
  try {
    const response = await handler(new Request(url, { method, headers, ...body }))
    const answer = { status: response.status, headers: Object.fromEntries(response.headers) }
    world.recorded.responses.push({ url, ...answer })
    return { ...answer, body: new Uint8Array(await response.arrayBuffer()) }
  } catch (error) {
    throw world.fault(`the protocol handler failed for ${url}: ${String(error)}`)
  }
}
