import type { PushedEvent } from '../../../../shared/contract/events.ts'
import { pushToWindows } from '../ipc.ts'
import { appWindows, openWindow, type WindowOptions } from './window.ts'

export function focusWindow(options: WindowOptions): void {
  const window = appWindows()[0] ?? openWindow(options)
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Menus and notices stand on macOS even without a window: one is opened, and told when it is loaded. */
export function showInWindow(event: PushedEvent, options: WindowOptions): void {
  focusWindow(options)
  sendWhenLoaded(event)
}

/** Tells the page once it is loaded. */
export function sendWhenLoaded(event: PushedEvent): void {
  void whenPageLoaded().then(() => pushToWindows(event))
}

export async function whenPageLoaded(): Promise<void> {
  const contents = appWindows()[0]?.webContents
  if (!contents?.isLoading()) return
  await new Promise<void>((done) => contents.once('did-finish-load', () => done()))
}
