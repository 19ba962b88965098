import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFull } from '../../../src/main/testing/faults.ts'
import type { ElectronSim } from '../index.ts'
import { useHost } from './startHost.ts'

const { preload, newDataFolder, launch, start, end } = useHost()
/** One app for all read-only tests; the others start their own. */
let shared: ElectronSim

beforeAll(async () => {
  shared = await launch()
})
afterAll(() => shared?.close())

type Reply = { ok: boolean; value?: unknown; failure?: { message: string } }
type Bridge = {
  pathclock: {
    call(name: string, input?: unknown): Promise<Reply>
    listen(name: string, listener: (payload: unknown) => void): () => void
  }
}
const call = (app: ElectronSim, name: string, input: unknown = {}): Promise<Reply> =>
  app.page.evaluate(([method, given]) => (window as unknown as Bridge).pathclock.call(method, given), [
    name,
    input,
  ] as const)
const menuTitles = ['&File', '&Edit', '&View', '&Go', '&Window', '&Help']
/** Waits in the page for the next payload of an event. */
const next = (app: ElectronSim, name: string): Promise<unknown> =>
  app.page.evaluate(
    (event) => new Promise((done) => (window as unknown as Bridge).pathclock.listen(event, done)),
    name,
  )

describe('the window', () => {
  it('is sandboxed, isolated and without Node, and has no developer tools in an installed app', async () => {
    const app = shared
    const { windows, sandboxEnabled, schemes } = await app.recorded()
    expect(windows).toHaveLength(1)
    expect(windows[0]?.options).toMatchObject({ show: false, minWidth: 900, minHeight: 600 })
    expect(windows[0]?.options['webPreferences']).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      devTools: false,
    })
    expect(windows[0]).toMatchObject({ url: 'app://pathclock/index.html', visible: true })
    expect(sandboxEnabled).toBe(true)
    expect(schemes).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
    ])
  })

  it('has no preference that weakens it', async () => {
    const { windows } = await shared.recorded()
    expect(Object.keys(windows[0]?.options['webPreferences'] as object).sort()).toEqual([
      'contextIsolation',
      'devTools',
      'navigateOnDragDrop',
      'nodeIntegration',
      'preload',
      'sandbox',
      'spellcheck',
      'webviewTag',
    ])
  })

  it.runIf(isFull)('has developer tools in development', async () => {
    const app = await start({ packaged: false })
    const { windows } = await app.recorded()
    expect(windows[0]?.options['webPreferences']).toMatchObject({ devTools: true, sandbox: true })
  })

  it('exposes only the bridge to its page', async () => {
    const app = shared
    const seen = await app.page.evaluate(() => ({
      bridge: Object.keys((window as unknown as Bridge).pathclock).sort(),
      node: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in window),
      secure: isSecureContext,
      host: document.querySelector('meta[name=pathclock-host]')?.getAttribute('content'),
    }))
    expect(seen).toEqual({ bridge: ['call', 'listen'], node: [], secure: true, host: 'electron' })
  })

  it.runIf(isFull)('opens where it was closed, in the chosen theme', async () => {
    const dataFolder = await newDataFolder()
    const first = await start({ dataFolder })
    expect((await first.recorded()).windows[0]?.options).toMatchObject({ backgroundColor: '#ffffff' })
    await call(first, 'settings.set', { theme: 'dark' })
    expect(await first.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true)
    await end()
    const restarted = await start({ dataFolder })
    const { options } = (await restarted.recorded()).windows[0] ?? {}
    expect(options).toMatchObject({ x: 0, y: 0, width: 1280, height: 820, backgroundColor: '#1a1f25' })
  })
})

describe('a printed page', () => {
  const html =
    '<html lang="en"><head><title>Printed</title></head><body><h1>Ages</h1><script>document.body.append("SCRIPT RAN")</script><img src="https://example.org/seen.png"><img src="app://pathclock/index.html"></body></html>'
  const print = async (app: ElectronSim): Promise<Buffer> => {
    const reply = await call(app, 'figures.savePdf', { svg: html, widthMm: 85, heightMm: 60 })
    expect(reply).toMatchObject({ ok: true })
    return Buffer.from(String(reply.value), 'base64')
  }

  it('becomes a tagged PDF at its size, in a hidden, locked-down window that then closes', async () => {
    const app = await start()
    const pdf = (await print(app)).toString('latin1')
    expect(pdf.slice(0, 5)).toBe('%PDF-')
    expect(pdf).toMatch(/\/MarkInfo <<\/Type \/MarkInfo\s*\/Marked true/)
    const [width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)?.slice(1).map(Number) ?? []
    expect(width).toBeCloseTo((85 / 25.4) * 72, -0.3)
    expect(height).toBeCloseTo((60 / 25.4) * 72, -0.3)
    const { prints, windows, sessions } = await app.recorded()
    expect(prints).toHaveLength(1)
    expect(prints[0]?.window).toMatchObject({ visible: false, focused: false, windowOpenHandler: true })
    expect(prints[0]?.window.options['webPreferences']).toEqual({
      partition: 'print',
      javascript: false,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      devTools: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    })
    expect(windows).toHaveLength(1)
    expect(sessions.find(({ partition }) => partition === 'print')).toMatchObject({
      hasBeforeRequestHandler: true,
      permissionRequestHandler: true,
      permissionCheckHandler: true,
      devicePermissionHandler: true,
    })
  })

  it('runs no script, fetches nothing, and gets no page of the app', async () => {
    const app = await start()
    await print(app)
    const { prints, responses, blockedRequests } = await app.recorded()
    expect(prints[0]?.userAgent).toBe('Pathclock')
    const printed = responses.filter(({ url }) => url.startsWith('app://print/'))
    expect(printed).toHaveLength(1)
    expect(printed[0]?.headers['content-security-policy']).toContain("default-src 'none'")
    // The policy blocks them before they are requested.
    expect(blockedRequests.filter((url) => url.includes('example.org'))).toEqual([])
  })

  it.runIf(isFull)("does not affect the app's window while it prints", async () => {
    const app = await start()
    const printing = print(app)
    const job = { jobId: 'j', kind: 'import', label: '', done: 1, total: 2, failed: 0 }
    await call(app, 'imports.send', { name: 'job.progressed', payload: job })
    await printing
    const { windows, faults } = await app.recorded()
    expect(windows).toHaveLength(1)
    expect(windows[0]).toMatchObject({ visible: true, focused: true })
    expect(faults).toEqual([])
    await call(app, 'imports.send', { name: 'job.ended', payload: { ...job, state: 'done' } })
  })
})

describe('the hardening', () => {
  it('grants pages no permissions', async () => {
    const app = shared
    const permissions = [
      'geolocation',
      'media',
      'notifications',
      'clipboard-read',
      'hid',
      'openExternal',
      'fileSystem',
    ]
    const answers = await Promise.all(permissions.map((permission) => app.askPermission(permission)))
    expect(answers).toEqual(permissions.map(() => ({ request: false, check: false })))
    for (const session of (await app.recorded()).sessions)
      expect(session).toMatchObject({
        permissionRequestHandler: true,
        permissionCheckHandler: true,
        devicePermissionHandler: true,
      })
  })

  it('keeps the page from navigating to any other address', async () => {
    const app = shared
    for (const address of ['https://example.org/', 'http://127.0.0.1:1/', 'app://elsewhere/index.html']) {
      await app.page.evaluate((to) => {
        location.href = to.startsWith('app:') ? 'https://elsewhere.app.electron-sim.invalid/' : to
      }, address)
      await expect
        .poll(async () => (await app.recorded()).deniedNavigations.at(-1))
        .toContain(address.slice(0, 15))
    }
    expect(app.page.url()).toContain('pathclock')
    expect(await call(app, 'app.status')).toMatchObject({ ok: true })
    await Promise.all([app.page.waitForEvent('load'), app.page.evaluate(() => location.reload())])
    expect(await call(app, 'app.status')).toMatchObject({ ok: true })
  })

  it('refuses a webview with any options', async () => {
    expect(await shared.attachWebview()).toBe(false)
  })

  it('opens no window, by script or by link', async () => {
    const app = shared
    expect(await app.page.evaluate(() => window.open('https://example.org/a'))).toBeNull()
    await app.page.click('#out')
    await expect.poll(async () => (await app.recorded()).openedWindows.length).toBe(2)
    for (const opened of (await app.recorded()).openedWindows) expect(opened.allowed).toBe(false)
    expect((await app.recorded()).windows).toHaveLength(1)
  })

  it('opens the browser at the service that the user signs in to, and at no other address', async () => {
    const app = shared
    expect(
      await call(app, 'profiles.select', { profileId: 'https://service.example/authorize' }),
    ).toMatchObject({ ok: false, failure: { code: 'rejected' } })
    expect(await call(app, 'session.connectOAuth', { serviceUrl: 'https://service.example' })).toMatchObject({
      ok: true,
    })
    for (const address of ['https://evil.example/', 'file:///etc/passwd', 'https://service.example:444/'])
      expect(await call(app, 'profiles.select', { profileId: address })).toMatchObject({ ok: false })
    expect((await app.recorded()).openedExternal).toEqual(['https://service.example/authorize'])
  })

  it('opens the browser at pages that describe a drug, and at no other page of those sites', async () => {
    const app = await start()
    const addresses = [
      'https://go.drugbank.com/drugs/DB00877',
      'https://evil.example/drugs/DB00877',
      'http://www.ebi.ac.uk/chembl/explore/compound/CHEMBL413',
      'https://www.ebi.ac.uk/chembl/explore/compound/CHEMBL413',
      'https://pubmed.ncbi.nlm.nih.gov.evil.example/?term=Sirolimus',
      'https://pubmed.ncbi.nlm.nih.gov/?term=Sirolimus',
    ]
    // Opened one at a time, so that each is handled before the next and the last one comes last.
    for (const address of addresses) await app.page.evaluate((url) => void window.open(url), address)
    await expect
      .poll(async () => (await app.recorded()).openedExternal)
      .toEqual([addresses[0], addresses[3], addresses[5]])
    expect((await app.recorded()).windows).toHaveLength(1)
  })

  it('opens the browser at a signed-in service, but not after its sign-in failed', async () => {
    const app = await start()
    const signIn = (serviceUrl: string, clientId: string) =>
      call(app, 'session.connectOAuth', { serviceUrl, clientId })
    const open = (address: string) => call(app, 'profiles.select', { profileId: address })
    expect(await signIn('https://other.example', 'refused')).toMatchObject({ ok: false })
    expect(await open('https://other.example/page')).toMatchObject({ ok: false })
    // The second sign-in ends the first, as when the user starts over.
    const [first, second] = [
      signIn('https://service.example', 'refused'),
      signIn('https://service.example', 'c'),
    ]
    expect([await first, await second]).toMatchObject([{ ok: false }, { ok: true }])
    expect(await signIn('https://service.example', 'refused')).toMatchObject({ ok: false })
    expect(await open('https://service.example/page')).toMatchObject({ ok: true })
  })
})

describe("Chromium's own requests", () => {
  it('are turned off for every session and page', async () => {
    const { switches, secureDnsMode, sessions, windows } = await shared.recorded()
    expect(switches).toEqual({ 'disable-features': 'NetworkErrorLogging,Reporting' })
    expect(secureDnsMode).toBe('off')
    expect(sessions.map(({ spellChecker }) => spellChecker)).toEqual(sessions.map(() => false))
    for (const { options, webRtcPolicy } of windows) {
      expect(options['webPreferences']).toMatchObject({ spellcheck: false })
      expect(webRtcPolicy).toBe('disable_non_proxied_udp')
    }
  })

  it('leave no connection open, and no link opens the browser, while the offline switch is on', async () => {
    const app = await start()
    await call(app, 'session.connectOAuth', { serviceUrl: 'https://service.example' })
    const opened = async () => (await app.recorded()).openedExternal.slice(1)
    const openLink = () => app.page.evaluate(() => void window.open('https://service.example/help'))
    await openLink()
    await expect.poll(opened).toEqual(['https://service.example/help'])
    expect((await app.recorded()).sessions[0]?.connectionsClosed).toBe(0)
    await call(app, 'settings.set', { offlineSwitch: true })
    await expect.poll(async () => (await app.recorded()).sessions[0]?.connectionsClosed).toBe(1)
    await openLink()
    await expect.poll(async () => (await app.recorded()).openedWindows.length).toBe(2)
    // A call made after the click also returns after it.
    await call(app, 'app.status')
    expect(await opened()).toHaveLength(1)
  })
})

describe('the pages', () => {
  it('come with a policy that lets the page run only its own files', async () => {
    const app = shared
    const { responses } = await app.recorded()
    const policy = responses[0]?.headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("connect-src 'none'")
    expect(policy).not.toContain('unsafe')
    const blocked = await app.page.evaluate(() =>
      fetch('/index.html').then(String, (error: Error) => error.name),
    )
    expect(blocked).toBe('TypeError')
  })

  it('are the built ones, requested by GET under their own host', async () => {
    const app = shared
    expect((await app.request('app://pathclock/index.html')).status).toBe(200)
    const others = ['pathclock/../package.json', 'pathclock/%2e%2e%2fpackage.json', 'elsewhere/index.html']
    const answers = await Promise.all(others.map((path) => app.request(`app://${path}`)))
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404])
    expect((await app.request('app://pathclock/index.html', 'POST')).status).toBe(404)
  })
})

describe('the IPC boundary', () => {
  it("accepts only the main frame of the app's own pages", async () => {
    const app = shared
    const invoke = (url: string, isMainFrame = true) =>
      app.invokeAs({ url, isMainFrame }, 'pathclock:call', 'app.status', {})
    expect(await invoke('app://pathclock/index.html#/drugs')).toMatchObject({ ok: true })
    for (const url of [
      'https://pathclock/',
      'app://elsewhere/',
      'about:blank',
      'file:///index.html',
      'data:text/html,x',
    ])
      expect(await invoke(url)).toMatchObject({
        ok: false,
        message: expect.stringContaining('Only pages of the app'),
      })
    expect(await invoke('app://pathclock/index.html', false)).toMatchObject({ ok: false })
    expect((await app.recorded()).ipcHandlers).toEqual(['pathclock:call'])
  })

  it('rejects methods and events that the contract does not list', async () => {
    const app = shared
    await expect(call(app, 'shell.run', {})).rejects.toThrow('There is no method "shell.run".')
    await expect(next(app, 'pathclock:call')).rejects.toThrow('There is no event "pathclock:call".')
  })

  it.runIf(isFull)('answers calls that arrive before the services are ready', async () => {
    const app = await start({ env: { FIXTURE: 'slow' } })
    expect(await call(app, 'app.status')).toMatchObject({
      ok: true,
      value: { version: '1.2.3', offline: false },
    })
  })

  it('converts a dropped file to its path', async () => {
    const app = shared
    const reply = await app.page.evaluate(() => {
      const file = new File(['sample_name\nS1\n'], 'dropped.csv')
      return (window as unknown as Bridge).pathclock.call('files.adopt', { file })
    })
    expect(Object.keys(reply.value as object)).toEqual(['path'])
    expect(readFileSync((reply.value as { path: string }).path, 'utf8')).toBe('sample_name\nS1\n')
  })

  it('accepts no path from a page, which could name any file of the computer', async () => {
    const named = { path: '/home/person/.ssh/id_rsa' }
    for (const input of [named, { file: named }, { ...named, file: 'cohort.csv' }, null, '/etc/passwd'])
      await expect(call(shared, 'files.adopt', input)).rejects.toThrow(
        'Files are dropped, not named by path.',
      )
    const withPath = shared.page.evaluate((path) => {
      const file = new File(['sample_name\nS1\n'], 'dropped.csv')
      return (window as unknown as Bridge).pathclock.call('files.adopt', { file, path })
    }, named.path)
    expect((await withPath).value).toEqual({ path: expect.stringContaining('dropped.csv') })
  })

  it('consists of a small script that requires only Electron', () => {
    const text = readFileSync(preload(), 'utf8')
    expect(statSync(preload()).size).toBeLessThan(4200)
    expect([...text.matchAll(/require\(([^)]*)\)/g)].map((found) => found[1]?.replace(/["'`]/g, ''))).toEqual(
      ['electron'],
    )
  })
})

describe('menu, dialogs and files', () => {
  it('sends menu commands to the page', async () => {
    const app = shared
    const commandsByKey = {
      'CmdOrCtrl+O': 'import',
      'CmdOrCtrl+F': 'find',
      'CmdOrCtrl+4': 'overview',
      F5: 'refresh',
    }
    await expect.poll(async () => (await app.recorded()).menus.length).toBe(2)
    for (const [accelerator, command] of Object.entries(commandsByKey)) {
      const received = next(app, 'command.invoked')
      await app.clickMenu(accelerator)
      expect(await received).toEqual({ command })
    }
    expect((await app.recorded()).menu.map((item) => item.label)).toEqual(menuTitles)
  })

  it('returns the chosen path, or null if the user cancels', async () => {
    const app = shared
    await app.answerOpenDialog('/lab/cohort.csv')
    await app.answerOpenDialog(null)
    await app.answerSaveDialog('/lab/results.csv')
    expect(await call(app, 'files.chooseOpen')).toMatchObject({ value: '/lab/cohort.csv' })
    expect(await call(app, 'files.chooseOpen')).toMatchObject({ value: null })
    expect(await call(app, 'files.chooseSave', { suggestedName: '../../results.csv' })).toMatchObject({
      value: '/lab/results.csv',
    })
    await call(app, 'files.reveal', { fileId: '/lab/results.csv' })
    const { dialogs, shownInFolder } = await app.recorded()
    expect(dialogs[0]).toMatchObject({ options: { properties: ['openFile', 'dontAddToRecent'] } })
    expect(dialogs[2]).toMatchObject({
      options: {
        defaultPath: expect.stringMatching(/documents.results\.csv$/),
        properties: ['dontAddToRecent'],
      },
    })
    expect(shownInFolder).toEqual(['/lab/results.csv'])
  })

  it('passes on a file from the command line even if the page listens late', async () => {
    const app = await start({ args: ['/lab/start.csv'] })
    expect(await next(app, 'file.received')).toMatchObject({ name: '/lab/start.csv' })
  })

  it.runIf(isFull)('passes on files from a second start and from the macOS Finder', async () => {
    const app = await start()
    const second = next(app, 'file.received')
    await app.secondInstance(['--some-switch', 'cohort.csv'], '/lab')
    expect(await second).toMatchObject({ name: join('/lab', 'cohort.csv') })
    const opened = next(app, 'file.received')
    expect(await app.openFile('/lab/finder.csv')).toBe(true)
    expect(await opened).toMatchObject({ name: '/lab/finder.csv' })
    expect((await app.recorded()).windows[0]?.focused).toBe(true)
  })
})

describe('starting and ending', () => {
  it.runIf(isFull)("uses the given data folder, and keeps the browser's files apart", async () => {
    const dataFolder = await newDataFolder()
    const app = await start({ dataFolder, args: ['--offline'] })
    expect(await call(app, 'app.status')).toMatchObject({ value: { dataFolder, offline: true } })
    expect(await app.recorded()).toMatchObject({
      userData: dataFolder,
      name: 'Pathclock',
      singleInstanceLock: true,
    })
  })

  it('ends a second start on the same data immediately', async () => {
    const dataFolder = await newDataFolder()
    await start({ dataFolder })
    await expect(start({ dataFolder })).rejects.toThrow('ended with code 0 before its window was loaded')
  })

  it('quits when its window is closed, after the services have closed', async () => {
    const dataFolder = await newDataFolder()
    const app = await start({ dataFolder })
    await app.page.close()
    expect(await app.ended).toBe(process.platform === 'darwin' ? null : 0)
    expect(readFileSync(join(dataFolder, 'closed'), 'utf8')).toBe('closed')
  })

  it.runIf(isFull)('quits by its menu', async () => {
    const dataFolder = await newDataFolder()
    const app = await start({ dataFolder })
    await app.clickMenu('Quit').catch(() => undefined)
    expect(await app.ended).toBe(0)
    expect(existsSync(join(dataFolder, 'closed'))).toBe(true)
  })

  it('reports why it cannot start', async () => {
    const env = { FIXTURE: 'fails' }
    await expect(start({ env, languages: ['en'] })).rejects.toThrow(/could not start.*the disk is full/s)
    await expect(start({ env, languages: ['zh-CN'] })).rejects.toThrow(/无法启动.*磁盘已满/s)
    const dataFolder = await newDataFolder()
    writeFileSync(join(dataFolder, 'settings.json'), '{"language":"zh-CN"}')
    await expect(start({ env, dataFolder, languages: ['en'] })).rejects.toThrow(/无法启动.*磁盘已满/s)
  })
})

describe('network and helper', () => {
  it('sends no cookies, follows no redirects, and reports failures', async () => {
    const seen: { cookie: string | undefined; body: string }[] = []
    const server = createServer((request, response) => {
      request.setEncoding('utf8').once('data', (body: string) => {
        seen.push({ cookie: request.headers.cookie, body })
        if (request.url === '/away') response.writeHead(302, { location: '/' }).end()
        else response.setHeader('set-cookie', 'a=1').end('answered')
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const app = shared
    const send = (path: string) => call(app, 'drugs.search', { text: `http://127.0.0.1:${port}${path}` })
    expect(await send('/')).toMatchObject({ value: { status: 200, text: 'answered' } })
    expect(await send('/')).toMatchObject({ value: { status: 200 } })
    expect(await send('/away')).toMatchObject({ value: { status: 302, text: '' } })
    expect(seen).toEqual(Array.from({ length: 3 }, () => ({ cookie: undefined, body: 'hello' })))
    await new Promise((done) => server.close(done))
    expect(await send('/')).toMatchObject({ ok: false, failure: { message: 'net::ERR_CONNECTION_REFUSED' } })
  })

  it('runs the keychain helper as a utility process that does not inherit a key', async () => {
    const app = await start({ env: { PATHCLOCK_API_KEY: 'secret' } })
    const reply = await call(app, 'jobs.list')
    expect(reply).toMatchObject({ value: { heard: 'ping' } })
    expect((reply.value as { env: string[] }).env).not.toContain('PATHCLOCK_API_KEY')
    expect((await app.recorded()).helpers).toMatchObject([{ serviceName: 'Pathclock keychain' }])
  })
})
