import { type IpcMainInvokeEvent, ipcMain } from 'electron'
import type { PushedEvent } from '../../shared/contract/events.ts'
import type { Dispatch } from '../dispatch.ts'
import { isOwnPage } from './addresses.ts'
import { appWindows } from './window.ts'

/**
 * The one door between pages and main. Only the main frame of one of our own pages is heard; names and inputs are
 * checked by dispatch.
 */
export function registerIpcHandlers(dispatch: Dispatch, devServer?: string): void {
  ipcMain.handle('pathclock:call', (event: IpcMainInvokeEvent, name: unknown, input: unknown) => {
    const frame = event.senderFrame
    if (!frame || frame.parent !== null || !isOwnPage(frame.url, devServer))
      throw new Error('Only pages of the app may call.')
    return dispatch(String(name), input)
  })
}

/** Pushes an event to every window. */
export function pushToWindows({ name, payload }: PushedEvent): void {
  for (const window of appWindows()) window.webContents.send('pathclock:event', name, payload)
}
