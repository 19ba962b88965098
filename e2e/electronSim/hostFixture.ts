import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const source = (path: string): string => resolve(import.meta.dirname, '../../src', path)

/** Minimal services: each method demonstrates one thing that the host provides to the services or does for them. */
const main = `
import { appendFileSync, existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from ${JSON.stringify(pathToFileURL(source('shared/contract/failures.ts')).href)}
import { joinMessages, message } from ${JSON.stringify(pathToFileURL(source('shared/words/message.ts')).href)}
import { runElectronHost } from ${JSON.stringify(pathToFileURL(source('main/hosts/electron/host.ts')).href)}

const folder = import.meta.dirname
const ok = (value) => ({ ok: true, value })
const compose = async (parts) => {
  if (process.env.FIXTURE === 'fails') throw new Failure('file', message('adapters.diskFull'), { reason: 'disk' })
  if (process.env.FIXTURE === 'slow') await sleep(800)
  const { dialogs, createTransport, launchKeychainHelper } = parts
  const transport = createTransport(() => undefined)
  let offlineSwitch = false
  let status = { profile: { id: process.env.FIXTURE === 'otherProfile' ? 'p2' : 'p1' }, profiles: [{ id: 'p1', name: 'Lab' }] }
  let settings = { language: 'system', systemNotices: true }
  let recent = []
  const listeners = []
  const tell = (event) => listeners.forEach((heard) => heard(event))
  const methods = {
    'app.status': () => ({ version: parts.version, dataFolder: parts.dataFolder, offline: parts.offline, offlineSwitch, ...status }),
    'settings.get': () => settings,
    'recent.list': () => recent,
    'recent.clear': () => {
      recent = []
      parts.recentDocuments.clear()
      tell({ name: 'recent.changed', payload: {} })
    },
    'recent.open': ({ recentId }) => {
      if (recentId !== 'r1') throw new Error('It is gone.')
      parts.recentDocuments.add('/lab/kept.csv')
      return { fileId: 'f2', name: 'kept.csv', sizeBytes: 2 }
    },
    'drugLists.change': (change) => {
      ;({ status = status, settings = settings, recent = recent } = change)
      tell({ name: 'status.changed', payload: { offlineSwitch } })
    },
    'figures.copyPng': ({ png }) => dialogs.copyPicture(Buffer.from(png, 'base64')),
    'files.adopt': (input) => input,
    'imports.send': (event) => tell(event),
    'files.chooseOpen': () => dialogs.chooseOpen(),
    'files.chooseSave': ({ suggestedName }) => dialogs.chooseSave(suggestedName),
    'files.reveal': ({ fileId }) => dialogs.reveal(fileId),
    'settings.set': async (input) => {
      if (input.proxy) await parts.useProxy(input.proxy)
      offlineSwitch = input.offlineSwitch ?? offlineSwitch
      tell({ name: 'status.changed', payload: { offlineSwitch } })
      return input
    },
    'session.connectOAuth': async ({ serviceUrl, clientId }) => {
      await dialogs.openExternal(serviceUrl + '/authorize')
      if (clientId === 'refused') throw new Error('The sign-in was refused.')
    },
    'profiles.select': ({ profileId }) => dialogs.openExternal(profileId),
    'drugs.search': async ({ text }) => {
      const response = await transport(text, { redirect: 'manual', method: 'POST', body: 'hello' })
      return { status: response.status, text: await response.text() }
    },
    'figures.savePdf': async ({ svg, ...size }) => Buffer.from(await parts.printPdf(svg, size)).toString('base64'),
    'updates.install': async () => {
      await parts.updater.check('latest')
      await parts.updater.download(() => undefined, new AbortController().signal)
      parts.updater.installNow()
    },
    'jobs.list': () => new Promise((done) => {
      const helper = launchKeychainHelper()
      helper.onMessage((message) => { done(message); helper.kill() })
      helper.send('ping')
    }),
  }
  const call = async (name, input) => (await methods[name](input)) ?? null
  return {
    call,
    dispatch: async (name, input) => {
      try {
        return ok(await call(name, input))
      } catch (error) {
        return { ok: false, failure: { code: error.code ?? 'bug', message: joinMessages([error.message]), details: { proxy: error.proxy } } }
      }
    },
    listen: (listener) => (listeners.push(listener), () => undefined),
    files: { adopt: async (path) => ({ fileId: 'f1', name: path, sizeBytes: 1 }) },
    recordCrash: (where, { message }) => appendFileSync(parts.dataFolder + '/crashes', where + ' ' + message),
    close: async () => {
      appendFileSync(parts.dataFolder + '/closing', '')
      if (process.env.FIXTURE === 'held') while (!existsSync(parts.dataFolder + '/mayClose')) await sleep(20)
      await sleep(100)
      appendFileSync(parts.dataFolder + '/closed', 'closed')
    },
  }
}
runElectronHost({
  entry: { folder, extension: '.mjs' },
  preload: folder + '/preload/index.cjs',
  pages: folder + '/pages',
  compose,
})
`
/**
 * electron-updater's order: it starts the installer, and quits the app after that (out/BaseUpdater.js, `quitAndInstall`).
 * An AppImage starts the new version in place of an installer (out/AppImageUpdater.js).
 */
const updater = `
import { existsSync, writeFileSync } from 'node:fs'
import { EventEmitter } from 'node:events'
import { app } from 'electron'
class Updater extends EventEmitter {
  checkForUpdates = async () => ({ isUpdateAvailable: true, updateInfo: { version: '2.0.0' } })
  downloadUpdate = async () => []
  quitAndInstall() {
    const folder = app.getPath('userData')
    if (process.env.FIXTURE === 'noInstaller') return this.emit('error', new Error('No update filepath provided'))
    const seen = { closed: existsSync(folder + '/closed'), locked: app.hasSingleInstanceLock() }
    writeFileSync(folder + '/installed', JSON.stringify(seen))
    setImmediate(() => app.quit())
  }
}
export class CancellationToken { cancel() {} }
const autoUpdater = new Updater()
export default { autoUpdater, CancellationToken }
`
const helper = `
process.parentPort.on('message', ({ data }) => process.parentPort.postMessage({ heard: data, env: Object.keys(process.env) }))
`
const page = `<!doctype html><meta charset="utf-8"><meta name="pathclock-host" content="__PATHCLOCK_HOST__">
<title>Host</title><link rel="icon" href="data:,"><body><a id="out" href="https://example.org/" target="_blank">out</a></body>`

export type HostFixture = {
  main: string
  preload: string
  newDataFolder(): Promise<string>
  remove(): Promise<void>
}

/** Builds the real host and preload with minimal services and one page. */
export async function createHostFixture(): Promise<HostFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'electron-sim-host-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: join(folder, 'preload'),
      lib: { entry: source('preload/index.ts'), formats: ['cjs'] },
      rolldownOptions: { external: ['electron'], output: { entryFileNames: '[name].cjs' } },
    },
  })
  await mkdir(join(folder, 'pages'))
  await writeFile(join(folder, 'package.json'), '{"name":"host","version":"1.2.3"}')
  await writeFile(join(folder, 'source.mjs'), main)
  await writeFile(join(folder, 'updater.mjs'), updater)
  // The host looks for updates if this file, which names a server, was packed with it.
  await writeFile(join(folder, 'app-update.yml'), '')
  // Bundled, so that a start reads one file instead of hundreds of sources.
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { 'electron-updater': join(folder, 'updater.mjs') } },
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: join(folder, 'source.mjs'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: { external: ['electron'], output: { entryFileNames: 'main.mjs' } },
    },
  })
  await mkdir(join(folder, 'threads'))
  await writeFile(join(folder, 'threads/keychainHelper.mjs'), helper)
  await writeFile(join(folder, 'pages/index.html'), page)
  return {
    main: join(folder, 'main.mjs'),
    preload: join(folder, 'preload/index.cjs'),
    newDataFolder: () => mkdtemp(join(folder, 'data-')),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
