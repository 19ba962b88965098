/**
 * What crosses between the process of the test (which holds the browser) and the simulated main process. Values that
 * the page and main exchange cross as text made by codec.ts.
 */

/** The frame of a page that something comes from, with the address that Electron would show for it. */
export type FrameInfo = { url: string; isMainFrame: boolean }

export type PageRequest = {
  windowId: number
  url: string
  method: string
  headers: Record<string, string>
  body: Uint8Array | null
}
/** What Electron's options and Chromium's have under one name, and the size of a sheet. */
export type PrintOptions = {
  generateTaggedPDF: boolean
  generateDocumentOutline: boolean
  preferCSSPageSize: boolean
  printBackground: boolean
  /** Inches. */
  paperWidth: number
  paperHeight: number
}
export type PageResponse = { status: number; headers: Record<string, string>; body: Uint8Array }

export type InvokeAnswer = { ok: true; value: string } | { ok: false; message: string }
export type DialogMethod = 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox'
export type LoadStep = 'dom-ready' | 'did-finish-load'

/** Asked by the test's process, answered by main. */
export type MainHandlers = {
  request(request: PageRequest): Promise<PageResponse>
  invoke(call: { windowId: number; frame: FrameInfo; channel: string; args: string }): Promise<InvokeAnswer>
  sent(message: { windowId: number; frame: FrameInfo; channel: string; args: string }): void
  mayNavigate(to: { windowId: number; url: string; isMainFrame: boolean }): boolean
  windowOpened(opened: { windowId: number; url: string }): void
  loadStep(step: { windowId: number; step: LoadStep; url: string }): void
  preloadFailed(failed: { windowId: number; path: string; message: string }): void
  blocked(request: { url: string }): void
  pageClosed(page: { windowId: number }): void
  recorded(): Recorded
  answerDialog(answer: { method: DialogMethod; answer: Record<string, unknown> }): void
  clickMenu(item: { labels: string[] }): void
  askPermission(request: { windowId: number; permission: string }): { request: boolean; check: boolean }
  /** Whether a page that asks for a webview is given one. */
  attachWebview(target: { windowId: number }): boolean
  secondInstance(start: { args: string[]; folder: string }): void
  openFile(file: { path: string }): boolean
  /** The page has gone to another address of the same document. */
  wentInPage(step: { windowId: number; url: string }): void
  openUrl(link: { url: string }): boolean
  /** The person presses the right button; gives the menu that is shown then, null where none is. */
  contextMenu(click: { windowId: number; params: ContextParams }): RecordedMenuItem[] | null
  /** The person turns the wheel with Ctrl held. */
  turnWheel(wheel: { windowId: number; direction: 'in' | 'out' }): void
  /** The person moves the window, or makes it as large as the screen. */
  moveWindow(moved: {
    windowId: number
    bounds: Recorded['windows'][number]['bounds']
    maximized: boolean
  }): void
  /** The person goes to another app. */
  leave(): void
  clickNotification(notification: { title: string }): void
  quit(): void
  /** The system ends the session, as Windows does; gives whether the app delays it. A forced end comes all the same. */
  endSession(end: { isForced: boolean }): boolean
  /** The system shuts down, as Linux and macOS do; gives whether it waits for the app. */
  shutDown(): boolean
  /** A page does not answer. */
  unresponsive(page: { windowId: number }): void
  /** An error that nothing catches, thrown in main. */
  throwInMain(error: { message: string }): void
}

/** Asked by main, answered by the test's process. */
export type BrowserHandlers = {
  load(page: {
    windowId: number
    url: string
    secure: boolean
    preload: { path: string; source: string } | null
    /** Pages without scripts are shown to nobody. */
    scripts: boolean
  }): Promise<void>
  /** `options` as Chromium's own protocol has them. */
  print(page: { windowId: number; options: PrintOptions }): Promise<Uint8Array>
  deliver(push: { windowId: number; channel: string; args: string }): Promise<void>
  reload(page: { windowId: number }): Promise<void>
  close(page: { windowId: number }): Promise<void>
  /** The app starts again when it has ended. */
  relaunch(start: Relaunch): void
  theme(theme: { source: 'system' | 'light' | 'dark' }): Promise<void>
  /** Main could not start, or an error was caught by nobody. */
  fault(fault: { message: string }): void
}

/** What lies under the pointer, as far as an app asks. */
export type ContextParams = {
  isEditable: boolean
  selectionText: string
  editFlags: { canCut: boolean; canCopy: boolean; canPaste: boolean; canSelectAll: boolean }
}

export type RecordedMenuItem = {
  label: string
  role: string | null
  accelerator: string | null
  type: string
  enabled: boolean
  visible: boolean
  checked: boolean
  submenu: RecordedMenuItem[]
}

/** Everything that the app told Electron, in plain values. */
export type Recorded = {
  name: string
  userData: string
  sandboxEnabled: boolean
  singleInstanceLock: boolean
  /** Switches of Chromium, by name. */
  switches: Record<string, string>
  secureDnsMode: string
  schemes: { scheme: string; privileges: Record<string, boolean> }[]
  protocolHandlers: string[]
  ipcHandlers: string[]
  windows: {
    id: number
    options: Record<string, unknown>
    url: string
    visible: boolean
    /** True if the user saw the window before its page was painted. */
    shownUnpainted: boolean
    focused: boolean
    windowOpenHandler: boolean
    webRtcPolicy: string
    /** Events that the app listens to, of the window and of its page. */
    listeners: string[]
    pageListeners: string[]
    zoom: number
    bounds: { x: number; y: number; width: number; height: number }
    maximized: boolean
    /** null when there is none, or it was taken away. */
    progressBar: { value: number; mode: string } | null
  }[]
  sessions: {
    partition: string
    userAgent: string
    protocolHandlers: string[]
    listeners: string[]
    permissionRequestHandler: boolean
    permissionCheckHandler: boolean
    devicePermissionHandler: boolean
    displayMediaRequestHandler: boolean
    spellChecker: boolean
    /** Asks the app about each request before it leaves. */
    hasBeforeRequestHandler: boolean
    connectionsClosed: number
    /** As it was set last; null where nobody did. */
    proxy: { mode?: string; proxyRules?: string; proxyBypassRules?: string } | null
  }[]
  responses: { url: string; status: number; headers: Record<string, string> }[]
  menu: RecordedMenuItem[]
  /** The titles of each menu that was installed, in order. */
  menus: string[][]
  dialogs: { method: string; options: unknown }[]
  errorBoxes: { title: string; content: string }[]
  openedExternal: string[]
  shownInFolder: string[]
  deniedNavigations: string[]
  openedWindows: { url: string; allowed: boolean }[]
  blockedRequests: string[]
  /** `env`: the names alone. */
  helpers: {
    modulePath: string
    args: string[]
    serviceName: string | null
    env: string[]
    /** All others, in plain values. */
    options: Record<string, unknown>
  }[]
  /** Those that were shown, in order. */
  notifications: { title: string; body: string }[]
  /** Each PDF with the window that it was printed from, as the window was then. */
  prints: {
    options: PrintOptions
    window: Recorded['windows'][number]
    partition: string
    userAgent: string
  }[]
  appUserModelId: string | null
  /** Each panel that was shown, with the defaults of the system. */
  aboutPanels: Record<string, unknown>[]
  /** The kinds of sleep that the app prevents now. */
  powerSaveBlockers: string[]
  /** Schemes that the app has taken. */
  protocolClients: string[]
  /** Errors that the app handled itself. */
  caught: string[]
  /** The system's list of files that were opened, the last first. */
  recentDocuments: string[]
  /** What main has put on the clipboard: the types, and how many bytes of each. */
  clipboard: Record<string, number>[]
  /** Events of the app that it listens to. */
  listeners: string[]
  /** Whatever the app has used of Electron, as in `webContents.send`. */
  used: string[]
  /** What Electron would have refused, and errors that nobody caught. */
  faults: string[]
}

/** null: the arguments, or the program, of the process that ends. */
export type Relaunch = { args: string[] | null; execPath: string | null }

/** Given to the simulated main process when it starts. */
export type BootConfig = {
  main: string
  args: string[]
  packaged: boolean
  homeFolder: string
  dark: boolean
  /** Of the system, the preferred first. */
  languages?: string[]
  displays?: SimulatedDisplay[]
}

export type SimulatedDisplay = {
  bounds: { x: number; y: number; width: number; height: number }
  workArea: { x: number; y: number; width: number; height: number }
  scaleFactor: number
}
