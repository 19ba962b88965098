import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test'
import { startMain } from './child.ts'
import { createCodec } from './codec.ts'
import type {
  ContextParams,
  DialogMethod,
  FrameInfo,
  InvokeAnswer,
  PageResponse,
  Recorded,
  RecordedMenuItem,
  Relaunch,
  SimulatedDisplay,
} from './messages.ts'
import { createWindows } from './windows.ts'

const projectRoot = resolve(import.meta.dirname, '../..')
const browserArguments = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu']
const startLimitMs = 30_000
const codec = createCodec()

export type LaunchOptions = {
  /** The folder given to the app as `--data`; if left out, a folder that is removed at the end. */
  dataFolder?: string
  /** A running Chromium; if left out, one is launched and closed again. */
  browser?: Browser
  context?: BrowserContextOptions
  /** Called with the browser's context before any page is opened. */
  watch?: (context: BrowserContext) => Promise<void>
  /** Further arguments of the app. */
  args?: string[]
  env?: Record<string, string>
  /** The languages of the system, preferred first. */
  languages?: string[]
  /** The value of `app.isPackaged`; true by default. */
  packaged?: boolean
  /** The built main entry. */
  main?: string
  /** The screens; by default one of 1920 × 1080 at scale 1. */
  displays?: SimulatedDisplay[]
}

export type ElectronSim = {
  /** The first window's page. */
  page: Page
  /** The pages of all windows so far, in the order they were opened. */
  pages: readonly Page[]
  /** Returns everything that the app has told Electron. */
  recorded(): Promise<Recorded>
  /** Sets the path that the next open dialog returns; null cancels it. */
  answerOpenDialog(path: string | null): Promise<void>
  answerSaveDialog(path: string | null): Promise<void>
  /** Sets the index of the button pressed in the next message box. */
  answerMessageBox(response: number): Promise<void>
  /** Clicks a menu item by its label or accelerator, preceded by the labels of its menus if needed. */
  clickMenu(...labels: string[]): Promise<void>
  /** Returns the app's decision for a page that requests this permission. */
  askPermission(permission: string): Promise<{ request: boolean; check: boolean }>
  /** True if a page that requests a webview gets one, when the window's options allow it. */
  attachWebview(): Promise<boolean>
  /** Sends `ipcRenderer.invoke` from any frame, even from a foreign page. */
  invokeAs(frame: FrameInfo, channel: string, ...args: unknown[]): Promise<InvokeAnswer>
  /** Requests an address of the app, as a page does; the app's protocol handler answers. */
  request(url: string, method?: string): Promise<PageResponse>
  /** Records the messages between pages and main from now on: their label and text. */
  recordTraffic(onTraffic: (label: string, text: string) => void): void
  /** Starts the app a second time with these arguments, as the running app is notified. */
  secondInstance(args: string[], folder?: string): Promise<void>
  /** Moves the focus to another app. */
  leave(): Promise<void>
  /** Clicks the notification with this title. */
  clickNotification(title: string): Promise<void>
  /** Opens a file, as macOS does. */
  openFile(path: string): Promise<boolean>
  /** Opens a link, as macOS does. */
  openUrl(url: string): Promise<boolean>
  /** Right-clicks on the page; returns the menu that opens, null if none does. */
  contextMenu(params: ContextParams): Promise<RecordedMenuItem[] | null>
  turnWheel(direction: 'in' | 'out'): Promise<void>
  moveWindow(bounds: Recorded['windows'][number]['bounds'], maximized?: boolean): Promise<void>
  /** Ends the session of the system. Returns true if the app delays it; a forced end happens anyway. */
  endSession(isForced?: boolean): Promise<boolean>
  /** Shuts down the system, as Linux and macOS do. Returns true if it waits for the app. */
  shutDown(): Promise<boolean>
  /** Makes the page of the first window unresponsive. */
  becomeUnresponsive(): Promise<void>
  throwInMain(message: string): Promise<void>
  /** Resolves with the start that follows the end of the app. */
  relaunched: Promise<Relaunch>
  /** Resolves with the exit code when the app has ended. */
  ended: Promise<number | null>
  /** Kills the app, as a crash or a power cut does. */
  kill(): Promise<void>
  /** Quits the app as the user does, and waits until it has ended. */
  close(): Promise<void>
}

/**
 * Runs the built, unmodified main entry and preload on a simulation of Electron, with the windows in real Chromium.
 * Rejects if Electron would refuse something before the first window is loaded.
 */
export async function launchElectronSim(options: LaunchOptions = {}): Promise<ElectronSim> {
  const homeFolder = await mkdtemp(join(tmpdir(), 'electron-sim-'))
  const browser = options.browser ?? (await launchChromium())
  const context = await browser.newContext({ serviceWorkers: 'block', ...options.context })
  await options.watch?.(context)
  const colorScheme = options.context?.colorScheme ?? 'light'
  const windows = createWindows(context, () => main.peer, {
    filesFolder: join(homeFolder, 'files') + sep,
    colorScheme,
  })
  const relaunched = Promise.withResolvers<Relaunch>()
  const firstFault = Promise.withResolvers<never>()
  firstFault.promise.catch(() => undefined)
  const main = startMain(
    {
      main: options.main ?? join(projectRoot, 'out/main/index.js'),
      args: [...(options.dataFolder ? ['--data', options.dataFolder] : []), ...(options.args ?? [])],
      packaged: options.packaged ?? true,
      homeFolder,
      dark: colorScheme === 'dark',
      ...(options.languages ? { languages: options.languages } : {}),
      ...(options.displays ? { displays: options.displays } : {}),
    },
    options.env ?? {},
    {
      ...windows.handlers,
      relaunch: (start) => relaunched.resolve(start),
      fault: ({ message }) => firstFault.reject(new Error(message)),
    },
  )
  const cleanUp = async (): Promise<void> => {
    await context.close()
    if (!options.browser) await browser.close()
    await rm(homeFolder, { recursive: true, force: true, maxRetries: 5 })
  }

  try {
    const page = await firstWindow(windows.firstPage, firstFault.promise, main)
    return {
      ...controls(main),
      page,
      pages: windows.pages,
      recordTraffic: windows.recordTraffic,
      ended: main.ended,
      relaunched: relaunched.promise,
      close: () => close(main, cleanUp),
      kill: async () => {
        windows.abandon()
        await context.close()
        main.kill()
        await main.ended
        await cleanUp()
      },
    }
  } catch (error) {
    main.kill()
    await main.ended
    await cleanUp()
    throw error
  }
}

export type CommandRun = {
  code: number | null
  stdout: string
  printed: string
  faults: string[]
  pages: number
}

/** Runs a command of the app and resolves when it has ended. `pages` is the number of pages it loaded. */
export async function runCommandOnSim({
  args,
  stdin = '',
  env = {},
  main = join(projectRoot, 'out/main/index.js'),
}: {
  args: string[]
  stdin?: string
  env?: Record<string, string>
  main?: string
}): Promise<CommandRun> {
  const homeFolder = await mkdtemp(join(tmpdir(), 'electron-sim-'))
  const faults: string[] = []
  let pages = 0
  const run = startMain(
    { main, args, packaged: true, homeFolder, dark: false },
    env,
    {
      load: async () => void (pages += 1),
      print: () => Promise.reject(new Error('simulator: a command has no page')),
      deliver: async () => undefined,
      reload: async () => undefined,
      close: async () => undefined,
      relaunch: () => undefined,
      theme: async () => undefined,
      fault: ({ message }) => void faults.push(message),
    },
    stdin,
  )
  const timer = setTimeout(() => run.kill(), startLimitMs)
  const code = await run.ended
  clearTimeout(timer)
  await rm(homeFolder, { recursive: true, force: true, maxRetries: 5 })
  return { code, stdout: run.output(), printed: run.printed(), faults, pages }
}

type Main = ReturnType<typeof startMain>

const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['PATHCLOCK_CHROMIUM'] ?? '/usr/bin/chromium',
    args: browserArguments,
  })

async function firstWindow(loaded: Promise<Page>, fault: Promise<never>, main: Main): Promise<Page> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`simulator: no window within ${startLimitMs / 1000} s: ${main.printed()}`)),
    startLimitMs,
  )
  const exited = main.ended.then((code) => {
    throw new Error(
      `simulator: the app ended with code ${code} before its window was loaded: ${main.printed()}`,
    )
  })
  try {
    const page = await Promise.race([loaded, fault, exited, late.promise])
    // An error of the preload script is reported by the page and may arrive late.
    const { faults } = await main.peer.call('recorded')
    if (faults[0]) throw new Error(faults[0])
    return page
  } finally {
    clearTimeout(timer)
    exited.catch(() => undefined)
  }
}

async function close(main: Main, cleanUp: () => Promise<void>): Promise<void> {
  try {
    // An app that has already quit cannot be called.
    await main.peer.call('quit').catch(() => undefined)
    await main.waitForEnd()
  } finally {
    await cleanUp()
  }
}

function controls({
  peer,
}: Main): Omit<ElectronSim, 'page' | 'pages' | 'recordTraffic' | 'ended' | 'relaunched' | 'close' | 'kill'> {
  const answer = (method: DialogMethod, response: Record<string, unknown>): Promise<void> =>
    peer.call('answerDialog', { method, answer: response })
  const first = async (): Promise<number> => (await peer.call('recorded')).windows[0]?.id ?? 1
  return {
    recorded: () => peer.call('recorded'),
    answerOpenDialog: (path) =>
      answer('showOpenDialog', { canceled: path === null, filePaths: path === null ? [] : [path] }),
    answerSaveDialog: (path) => answer('showSaveDialog', { canceled: path === null, filePath: path ?? '' }),
    answerMessageBox: (response) => answer('showMessageBox', { response, checkboxChecked: false }),
    clickMenu: (...labels) => peer.call('clickMenu', { labels }),
    askPermission: async (permission) => peer.call('askPermission', { windowId: await first(), permission }),
    attachWebview: async () => peer.call('attachWebview', { windowId: await first() }),
    invokeAs: async (frame, channel, ...args) =>
      peer.call('invoke', { windowId: await first(), frame, channel, args: codec.encode(args) }),
    request: async (url, method = 'GET') =>
      peer.call('request', { windowId: await first(), url, method, headers: {}, body: null }),
    secondInstance: (args, folder = process.cwd()) => peer.call('secondInstance', { args, folder }),
    leave: () => peer.call('leave'),
    endSession: (isForced = false) => peer.call('endSession', { isForced }),
    shutDown: () => peer.call('shutDown'),
    becomeUnresponsive: async () => peer.call('unresponsive', { windowId: await first() }),
    throwInMain: (message) => peer.call('throwInMain', { message }),
    clickNotification: (title) => peer.call('clickNotification', { title }),
    openFile: (path) => peer.call('openFile', { path }),
    openUrl: (url) => peer.call('openUrl', { url }),
    contextMenu: async (params) => peer.call('contextMenu', { windowId: await first(), params }),
    turnWheel: async (direction) => peer.call('turnWheel', { windowId: await first(), direction }),
    moveWindow: async (bounds, maximized = false) =>
      peer.call('moveWindow', { windowId: await first(), bounds, maximized }),
  }
}
