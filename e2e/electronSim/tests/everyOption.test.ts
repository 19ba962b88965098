import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeFixture } from '../fixtureApps.ts'
import { createHostFixture, type HostFixture } from '../hostFixture.ts'
import { type ElectronSim, launchElectronSim } from '../index.ts'
import type { Recorded, RecordedMenuItem } from '../messages.ts'

let fixture: HostFixture
let app: ElectronSim
let recorded: Recorded

type Bridge = { pathclock: { call(name: string, input: unknown): Promise<unknown> } }
const call = (name: string, input: unknown = {}) =>
  app.page.evaluate(([method, given]) => (window as unknown as Bridge).pathclock.call(method, given), [
    name,
    input,
  ] as const)

/** Does everything once that the host does with Electron. */
beforeAll(async () => {
  fixture = await createHostFixture()
  app = await launchElectronSim({
    main: fixture.main,
    dataFolder: await fixture.newDataFolder(),
    env: { PATHCLOCK_API_KEY: 'secret', ELECTRON_RUN_AS_NODE: '' },
  })
  await call('app.status')
  await app.answerOpenDialog('/lab/cohort.csv')
  await call('files.chooseOpen')
  await app.answerSaveDialog('/lab/results.csv')
  await call('files.chooseSave', { suggestedName: 'results.csv' })
  await call('files.reveal', { fileId: '/lab/results.csv' })
  await call('session.connectOAuth', { serviceUrl: 'https://service.example' })
  await call('jobs.list')
  await call('figures.savePdf', { svg: '<p>Ages</p>', widthMm: 85, heightMm: 60 })
  await call('settings.set', { offlineSwitch: true })
  recorded = await app.recorded()
})
afterAll(async () => {
  await app?.close()
  await fixture?.remove()
})

const shut = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
  navigateOnDragDrop: false,
  devTools: false,
}
const insideOnly = ['will-attach-webview', 'will-frame-navigate', 'will-navigate', 'will-redirect']
const session = {
  permissionRequestHandler: true,
  permissionCheckHandler: true,
  devicePermissionHandler: true,
  displayMediaRequestHandler: false,
  listeners: [],
  protocolHandlers: ['app'],
  spellChecker: false,
}

const rolesOf = (items: readonly RecordedMenuItem[]): string[] =>
  items.flatMap(({ role, submenu }) => [...(role ? [role] : []), ...rolesOf(submenu)])

/** The reviewed list of Electron's names that the host may use. */
const usable = `
BrowserWindow.destroy BrowserWindow.getAllWindows BrowserWindow.getFocusedWindow BrowserWindow.isDestroyed
BrowserWindow.loadURL BrowserWindow.on BrowserWindow.once BrowserWindow.show BrowserWindow.webContents
Menu.buildFromTemplate Menu.setApplicationMenu
WebFrameMain.parent WebFrameMain.url
app.commandLine app.configureHostResolver app.enableSandbox app.getPath app.getPreferredSystemLanguages app.getVersion
app.isPackaged app.name app.on app.requestSingleInstanceLock app.setAboutPanelOptions app.setAppUserModelId app.setName
app.setPath app.whenReady
dialog.showOpenDialog dialog.showSaveDialog
ipcMain.handle
nativeTheme.shouldUseDarkColors nativeTheme.themeSource
powerMonitor.on
protocol.handle protocol.registerSchemesAsPrivileged
screen.getAllDisplays
session.closeAllConnections session.defaultSession session.fromPartition session.protocol session.protocol.handle
session.setDevicePermissionHandler session.setPermissionCheckHandler session.setPermissionRequestHandler
session.setSpellCheckerEnabled session.setUserAgent session.webRequest session.webRequest.onBeforeRequest
shell.openExternal shell.showItemInFolder
utilityProcess.fork utilityProcess.kill utilityProcess.on utilityProcess.postMessage
webContents.isLoading webContents.on webContents.once webContents.printToPDF webContents.send webContents.session
webContents.setWebRTCIPHandlingPolicy webContents.setWindowOpenHandler webContents.setZoomFactor
`
  .trim()
  .split(/\s+/)

describe('every option passed to Electron', () => {
  it('of the window is in this list', () => {
    expect(recorded.windows.map(({ options }) => options)).toEqual([
      {
        width: 1280,
        height: 820,
        minWidth: 900,
        minHeight: 600,
        title: 'Pathclock',
        show: false,
        backgroundColor: '#ffffff',
        webPreferences: { ...shut, preload: fixture.preload },
      },
    ])
  })

  it('of the printing window is in this list', () => {
    expect(recorded.prints.map(({ window }) => window.options)).toEqual([
      { show: false, webPreferences: { ...shut, partition: 'print', javascript: false } },
    ])
  })

  it('of the two sessions is in this list', () => {
    expect(recorded.sessions).toEqual([
      expect.objectContaining({
        ...session,
        partition: 'default',
        userAgent: '',
        hasBeforeRequestHandler: false,
      }),
      expect.objectContaining({
        ...session,
        partition: 'print',
        userAgent: 'Pathclock',
        hasBeforeRequestHandler: true,
      }),
    ])
  })

  it('of the helper process is in this list, and its environment contains no key', () => {
    expect(recorded.helpers).toEqual([
      {
        modulePath: expect.stringMatching(/keychainHelper\.mjs$/),
        args: [],
        serviceName: 'Pathclock keychain',
        options: { stdio: 'ignore' },
        env: expect.not.arrayContaining(['PATHCLOCK_API_KEY']),
      },
    ])
  })

  it('of the app is in this list', () => {
    const { switches, secureDnsMode, schemes, sandboxEnabled, ipcHandlers, protocolHandlers } = recorded
    expect({ switches, secureDnsMode, schemes, sandboxEnabled, ipcHandlers, protocolHandlers }).toEqual({
      switches: { 'disable-features': 'NetworkErrorLogging,Reporting' },
      secureDnsMode: 'off',
      schemes: [{ scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } }],
      sandboxEnabled: true,
      ipcHandlers: ['pathclock:call'],
      protocolHandlers: ['app'],
    })
  })
})

describe('every event listener', () => {
  it('of a page blocks navigation or is in this list', () => {
    const [window] = recorded.windows
    const asksToQuit = 'will-prevent-unload'
    expect(window?.pageListeners?.toSorted()).toEqual(
      ['context-menu', ...insideOnly, asksToQuit, 'zoom-changed'].toSorted(),
    )
    expect(window).toMatchObject({ windowOpenHandler: true, webRtcPolicy: 'disable_non_proxied_udp' })
    const [print] = recorded.prints
    expect(insideOnly.filter((name) => !print?.window.pageListeners.includes(name))).toEqual([])
    expect(print?.window).toMatchObject({ windowOpenHandler: true, webRtcPolicy: 'disable_non_proxied_udp' })
  })

  it('of the app is in this list', () => {
    expect(recorded.listeners).toEqual([
      'activate',
      'before-quit',
      'browser-window-created',
      'open-file',
      'open-url',
      'render-process-gone',
      'second-instance',
      'session-created',
      'web-contents-created',
      'will-quit',
      'window-all-closed',
    ])
  })
})

describe('every used name of Electron', () => {
  it('is in this list', () => {
    expect(recorded.used.filter((name) => !usable.includes(name))).toEqual([])
    // Makes sure that names are recorded at all.
    expect(recorded.used.length).toBeGreaterThan(45)
  })

  it('would be reported if it were not, and so would an option, a listener and a handler', async () => {
    const extra = `
      window.webContents.openDevTools()
      window.webContents.on('select-client-certificate', () => undefined)
      window.webContents.session.setPermissionCheckHandler(() => true)
      new BrowserWindow({ show: false, webPreferences: { webSecurity: false, sandbox: true } })`
    const appFixture = await writeFixture({ extra })
    const other = await launchElectronSim({ main: appFixture.main })
    const { used, windows, sessions } = await other.recorded()
    await other.close()
    await appFixture.remove()
    expect(used.filter((name) => !usable.includes(name))).toContain('webContents.openDevTools')
    expect(windows[0]?.pageListeners).toEqual(['select-client-certificate'])
    expect(windows[1]?.options['webPreferences']).toEqual({ webSecurity: false, sandbox: true })
    expect(sessions[0]).toMatchObject({ permissionCheckHandler: true, permissionRequestHandler: false })
  })

  it.runIf(process.platform !== 'darwin')('includes these menu roles, and no developer tools', () => {
    expect(rolesOf(recorded.menu)).toEqual([
      'quit',
      'redo',
      'cut',
      'copy',
      'paste',
      'selectAll',
      'togglefullscreen',
      'window',
      'minimize',
      'close',
      'help',
      'about',
    ])
  })
})
