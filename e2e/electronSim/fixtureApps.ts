import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const page = '<!doctype html><title>Fixture</title><link rel="icon" href="data:,"><p>Hello</p>'

/** A minimal app that registers the scheme, serves one page and opens a window with the preload script. */
const usualMain = `
import { app, BrowserWindow, ipcMain, protocol } from 'electron'
import { join } from 'node:path'
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
app.whenReady().then(async () => {
  protocol.handle('app', () => new Response(${JSON.stringify(page)}, { headers: { 'content-type': 'text/html' } }))
  ipcMain.handle('echo', (_event, value) => value)
  ipcMain.handle('who', ({ senderFrame }) => ({ url: senderFrame.url, main: senderFrame.parent === null }))
  ipcMain.handle('function', () => () => 1)
  ipcMain.handle('throws', () => { throw new TypeError('as it is') })
  const preload = join(import.meta.dirname, 'preload.cjs')
  const window = new BrowserWindow({ webPreferences: { preload, sandbox: true, contextIsolation: true } })
  await window.loadURL('app://fixture/index.html')
  EXTRA
})
`
const usualPreload = `
const { contextBridge, ipcRenderer, webUtils } = require('electron')
contextBridge.exposeInMainWorld('bridge', {
  invoke: (channel, value) => ipcRenderer.invoke(channel, value),
  pathOf: (file) => webUtils.getPathForFile(file),
  listen: (listener) => { ipcRenderer.on('push', (_event, value) => listener(value)) },
})
`

export type Fixture = { main: string; remove(): Promise<void> }

/** Writes a tiny app: `main` as given, or the usual one with `extra`, which runs when its page is loaded. */
export async function writeFixture(
  given: { main?: string; extra?: string; preload?: string } = {},
): Promise<Fixture> {
  const folder = await mkdtemp(join(tmpdir(), 'electron-sim-fixture-'))
  await mkdir(folder, { recursive: true })
  const main = join(folder, 'main.mjs')
  await writeFile(join(folder, 'package.json'), '{"name":"fixture","version":"1.2.3"}')
  await writeFile(main, given.main ?? usualMain.replace('EXTRA', given.extra ?? ''))
  await writeFile(join(folder, 'preload.cjs'), given.preload ?? usualPreload)
  return { main, remove: () => rm(folder, { recursive: true, force: true }) }
}
