import { EventEmitter } from 'node:events'
import { app } from 'electron'
import { expect, it, vi } from 'vitest'
import type { Job } from '../../../../shared/contract/state.ts'
import { guardQuit } from './quit.ts'

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events')
  return {
    app: Object.assign(new EventEmitter(), { quit: vi.fn<() => void>(), whenReady: async () => {} }),
    powerMonitor: new EventEmitter(),
  }
})
vi.mock('../window/window.ts', () => ({ appWindows: () => [] }))
vi.mock('../window/dialogs.ts', () => ({ showMessage: async () => 1 }))

it('asks again on the next quit if the page canceled a confirmed quit', async () => {
  const upload = { done: 1, total: 2 } as Job
  const launch = { dataFolder: '/data', offline: false, files: [], link: null }
  guardQuit(
    new Promise(() => {}),
    () => [upload],
    () => 'en',
    launch,
  )
  const window = Object.assign(new EventEmitter(), { webContents: new EventEmitter() })
  const events: EventEmitter = app
  events.emit('browser-window-created', {}, window)
  const asks = () => {
    const preventDefault = vi.fn<() => void>()
    events.emit('before-quit', { preventDefault })
    return preventDefault.mock.calls.length > 0
  }
  expect(asks()).toBe(true)
  await vi.waitFor(() => expect(app.quit).toHaveBeenCalledOnce())
  expect(asks()).toBe(false)
  window.webContents.emit('will-prevent-unload', {})
  expect(asks()).toBe(true)
})
