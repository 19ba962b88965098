/**
 * The messages between the test's process (which holds the browser) and the simulated main process. Values that the
 * page and main exchange are encoded as text by codec.ts.
 */

/** The frame of a page that sent something, with the address that Electron would show. */
export type FrameInfo = { url: string; isMainFrame: boolean }

export type PageRequest = {
  windowId: number
  url: string
  method: string
  headers: Record<string, string>
  body: Uint8Array | null
}
/** The options that Electron and Chromium share by name, and the paper size. */
export type PrintOptions = {
  generateTaggedPDF: boolean
  generateDocumentOutline: boolean
  preferCSSPageSize: boolean
  printBackground: boolean
  /** In inches. */
  paperWidth: number
  paperHeight: number
}
export type PageResponse = { status: number; headers: Record<string, string>; body: Uint8Array }

export type InvokeAnswer = { ok: true; value: string } | { ok: false; message: string }
export type DialogMethod = 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox'
export type LoadStep = 'dom-ready' | 'did-finish-load'

/** Called by the test's process, handled by main. */
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
  /** True if a page that requests a webview gets one. */
  attachWebview(target: { windowId: number }): boolean
  secondInstance(start: { args: string[]; folder: string }): void
  openFile(file: { path: string }): boolean
  /** Called when the page goes to another address of the same document. */
  wentInPage(step: { windowId: number; url: string }): void
  openUrl(link: { url: string }): boolean
  /** Right-clicks on the page. Returns the menu that opens, null if none does. */
  contextMenu(click: { windowId: number; params: ContextParams }): RecordedMenuItem[] | null
  /** Turns the wheel with Ctrl pressed. */
  turnWheel(wheel: { windowId: number; direction: 'in' | 'out' }): void
  /** Moves or maximizes the window. */
  moveWindow(moved: {
    windowId: number
    bounds: Recorded['windows'][number]['bounds']
    maximized: boolean
  }): void
  /** Moves the focus to another app. */
  leave(): void
  clickNotification(notification: { title: string }): void
  quit(): void
  /**
   * Ends the session of the system, as Windows does. Returns true if the app delays it; a forced end happens anyway.
   */
  endSession(end: { isForced: boolean }): boolean
  /** Shuts down the system, as Linux and macOS do. Returns true if it waits for the app. */
  shutDown(): boolean
  /** Makes a page unresponsive. */
  unresponsive(page: { windowId: number }): void
  /** Throws an uncaught error in main. */
  throwInMain(error: { message: string }): void
}

/** Called by main, handled by the test's process. */
export type BrowserHandlers = {
  load(page: {
    windowId: number
    url: string
    secure: boolean
    preload: { path: string; source: string } | null
    /** False for pages that are only printed. */
    scripts: boolean
  }): Promise<void>
  /** `options` are those of Chromium's protocol. */
  print(page: { windowId: number; options: PrintOptions }): Promise<Uint8Array>
  deliver(push: { windowId: number; channel: string; args: string }): Promise<void>
  reload(page: { windowId: number }): Promise<void>
  close(page: { windowId: number }): Promise<void>
  /** Announces that the app will start again when it has ended. */
  relaunch(start: Relaunch): void
  theme(theme: { source: 'system' | 'light' | 'dark' }): Promise<void>
  /** Reports that main could not start, or an uncaught error. */
  fault(fault: { message: string }): void
}

/** The element under the pointer, with the properties that apps read. */
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
    /** The events of the window and of its page that the app listens to. */
    listeners: string[]
    pageListeners: string[]
    zoom: number
    bounds: { x: number; y: number; width: number; height: number }
    maximized: boolean
    /** Null if there is none, or it was removed. */
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
    /** True if the app checks each request before it is sent. */
    hasBeforeRequestHandler: boolean
    connectionsClosed: number
    /** The last setting; null if the app set none. */
    proxy: { mode?: string; proxyRules?: string; proxyBypassRules?: string } | null
  }[]
  responses: { url: string; status: number; headers: Record<string, string> }[]
  menu: RecordedMenuItem[]
  /** The titles of each installed menu, in order. */
  menus: string[][]
  dialogs: { method: string; options: unknown }[]
  errorBoxes: { title: string; content: string }[]
  openedExternal: string[]
  shownInFolder: string[]
  deniedNavigations: string[]
  openedWindows: { url: string; allowed: boolean }[]
  blockedRequests: string[]
  /** `env`: only the names. */
  helpers: {
    modulePath: string
    args: string[]
    serviceName: string | null
    env: string[]
    /** The other options, in plain values. */
    options: Record<string, unknown>
  }[]
  /** The notifications shown, in order. */
  notifications: { title: string; body: string }[]
  /** Each PDF with the state of the window it was printed from. */
  prints: {
    options: PrintOptions
    window: Recorded['windows'][number]
    partition: string
    userAgent: string
  }[]
  appUserModelId: string | null
  /** Each about panel shown, with the defaults of the system. */
  aboutPanels: Record<string, unknown>[]
  /** The kinds of sleep that the app currently prevents. */
  powerSaveBlockers: string[]
  /** The schemes that the app handles. */
  protocolClients: string[]
  /** Errors that the app handled itself. */
  caught: string[]
  /** The system's list of recent files, latest first. */
  recentDocuments: string[]
  /** Each write of main to the clipboard: the types, and the bytes of each. */
  clipboard: Record<string, number>[]
  /** The app events that main listens to. */
  listeners: string[]
  /** Every member of Electron that the app has used, such as `webContents.send`. */
  used: string[]
  /** Actions that Electron would have refused, and uncaught errors. */
  faults: string[]
}

/** Null means the arguments, or the program, of the process that ends. */
export type Relaunch = { args: string[] | null; execPath: string | null }

/** The configuration of the simulated main process at its start. */
export type BootConfig = {
  main: string
  args: string[]
  packaged: boolean
  homeFolder: string
  dark: boolean
  /** The languages of the system, preferred first. */
  languages?: string[]
  displays?: SimulatedDisplay[]
}

export type SimulatedDisplay = {
  bounds: { x: number; y: number; width: number; height: number }
  workArea: { x: number; y: number; width: number; height: number }
  scaleFactor: number
}
