import { EventEmitter } from 'node:events'
import type { IpcMain } from 'electron'
import { createCodec } from '../codec.ts'
import type { FrameInfo, InvokeAnswer } from '../messages.ts'
import { frameOf } from './webContents.ts'
import type { World } from './world.ts'

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

/**
 * Handles `ipcRenderer.invoke`: errors of the handler, and values that cannot be cloned, return as Electron's messages.
 */
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
