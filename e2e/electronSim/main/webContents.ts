import type { PrintToPDFOptions, RenderProcessGoneDetails, WebContents, WebFrameMain } from 'electron'
import { createCodec } from '../codec.ts'
import type { FrameInfo, PrintOptions } from '../messages.ts'
import { checkOptions, createEvent, SimulatedEmitter, strict } from '../strict.ts'
import type { SimulatedSession } from './session.ts'
import type { World } from './world.ts'

const codec = createCodec()

type Used = Pick<
  WebContents,
  | 'id'
  | 'send'
  | 'setWindowOpenHandler'
  | 'setWebRTCIPHandlingPolicy'
  | 'isLoading'
  | 'getURL'
  | 'isDestroyed'
  | 'reload'
  | 'forcefullyCrashRenderer'
  | 'openDevTools'
  | 'focus'
  | 'printToPDF'
  | 'setZoomFactor'
  | 'getZoomFactor'
>
type OpenHandler = Parameters<Used['setWindowOpenHandler']>[0]
type UsedFrame = Pick<WebFrameMain, 'url' | 'origin' | 'processId' | 'routingId' | 'frameTreeNodeId'> & {
  parent: UsedFrame | null
  top: UsedFrame | null
}

export class SimulatedWebContents extends SimulatedEmitter implements Used {
  readonly id: number
  readonly session: SimulatedSession
  openHandler: OpenHandler | null = null
  webRtcPolicy = 'default'
  private zoomFactor = 1
  private readonly world: World
  private readonly onGone: (details: RenderProcessGoneDetails) => void
  private url = ''
  private loading = false
  private destroyed = false

  constructor(
    world: World,
    id: number,
    session: SimulatedSession,
    onGone: (details: RenderProcessGoneDetails) => void,
  ) {
    super('WebContents')
    this.world = world
    this.onGone = onGone
    this.id = id
    this.session = session
  }

  get mainFrame(): UsedFrame {
    return frameOf({ url: this.url, isMainFrame: true }, this.url)
  }
  send(channel: string, ...args: unknown[]): void {
    if (this.destroyed) throw this.world.fault('Object has been destroyed')
    let encoded: string
    try {
      encoded = codec.encode(args)
    } catch (error) {
      throw this.world.fault(error instanceof Error ? error.message : String(error))
    }
    // Electron drops messages to a page that is not loaded yet.
    if (this.url === '') return
    this.world.browser.call('deliver', { windowId: this.id, channel, args: encoded }).catch(() => undefined)
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
  setWebRTCIPHandlingPolicy(policy: Parameters<Used['setWebRTCIPHandlingPolicy']>[0]): void {
    this.webRtcPolicy = policy
  }
  isLoading(): boolean {
    return this.loading
  }
  getURL(): string {
    return this.url
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  reload(): void {
    this.startsLoading(this.url)
    this.world.browser.call('reload', { windowId: this.id }).catch(() => undefined)
  }
  /** "This will cause the `render-process-gone` event": https://electronjs.org/docs/api/web-contents */
  forcefullyCrashRenderer(): void {
    setImmediate(() => this.onGone({ reason: 'killed', exitCode: 1 }))
  }
  openDevTools(): void {}
  async printToPDF(printOptions: PrintToPDFOptions): Promise<Buffer> {
    checkOptions(printOptions, 'PrintToPDFOptions', 'printToPDF')
    if (this.destroyed) throw this.world.fault('Object has been destroyed')
    const options = toPrintOptions(printOptions)
    const window = this.world.windows.get(this.id)
    const { partition, userAgent } = this.session
    if (window) this.world.recorded.prints.push({ options, window: window.toRecord(), partition, userAgent })
    return Buffer.from(await this.world.browser.call('print', { windowId: this.id, options }))
  }
  focus(): void {}
  setZoomFactor(factor: number): void {
    if (!(factor > 0)) throw this.world.fault("'zoomFactor' must be a double greater than 0.0")
    this.zoomFactor = factor
  }
  getZoomFactor(): number {
    return this.zoomFactor
  }

  startsLoading(url: string): void {
    this.loading = true
    this.url = url
    this.emit('did-start-loading')
  }
  reached(step: 'dom-ready' | 'did-finish-load', url: string): void {
    this.url = url
    if (step === 'did-finish-load') this.loading = false
    this.emit(step)
  }
  wentInPage(url: string): void {
    this.url = url
    this.emit('did-navigate-in-page', {}, url, true, 1, 1)
  }
  markDestroyed(): void {
    this.destroyed = true
    this.emit('destroyed')
  }

  /** Emits the navigation events of Electron; true if the page may go to `url`. */
  mayNavigate(url: string, isMainFrame: boolean): boolean {
    const frame = frameOf({ url: this.url, isMainFrame }, this.url)
    const details = { url, isMainFrame, isSameDocument: false, frame, initiator: frame }
    const event = createEvent()
    const navigation = Object.assign(event, details)
    this.emit('will-frame-navigate', navigation)
    if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', navigation, url)
    if (event.defaultPrevented) this.world.recorded.deniedNavigations.push(url)
    return !event.defaultPrevented
  }
  /** Emits the event of Electron; true if a webview with the least secure options would be attached. */
  mayAttachWebview(): boolean {
    const event = createEvent()
    const preferences = { nodeIntegration: true, contextIsolation: false, webSecurity: false }
    this.emit('will-attach-webview', event, preferences, { src: 'https://example.org/', allowpopups: 'true' })
    return !event.defaultPrevented
  }
  windowOpened(url: string): void {
    const details = { url, frameName: '', features: '', disposition: 'new-window' as const }
    const referrer = { url: this.url, policy: 'default' as const }
    const answer = this.openHandler?.({ ...details, referrer })
    const allowed = !this.openHandler || answer?.action === 'allow'
    this.world.recorded.openedWindows.push({ url, allowed })
    if (allowed) this.world.fault(`simulator: a page opened the window ${url}, and nothing denied it`)
  }
}

const a4 = { width: 8.27, height: 11.69 }

function toPrintOptions(printOptions: PrintToPDFOptions): PrintOptions {
  const { pageSize = 'Letter' } = printOptions
  if (typeof pageSize === 'string' && pageSize !== 'A4')
    throw new Error(`simulator: sheets of the size ${pageSize} are not simulated`)
  const { width, height } = typeof pageSize === 'string' ? a4 : pageSize
  return {
    generateTaggedPDF: printOptions.generateTaggedPDF ?? false,
    generateDocumentOutline: printOptions.generateDocumentOutline ?? false,
    preferCSSPageSize: printOptions.preferCSSPageSize ?? false,
    printBackground: printOptions.printBackground ?? false,
    paperWidth: width,
    paperHeight: height,
  }
}

/** Returns a frame as listeners of IPC or navigation see it; a subframe's parent is the page's main frame. */
export function frameOf(info: FrameInfo, mainUrl: string): UsedFrame {
  const origin = /^[a-z]+:\/\/[^/]*/.exec(info.url)?.[0] ?? 'null'
  const parent = info.isMainFrame ? null : frameOf({ url: mainUrl, isMainFrame: true }, mainUrl)
  const frame: UsedFrame = {
    url: info.url,
    origin,
    parent,
    processId: 1,
    routingId: 1,
    frameTreeNodeId: info.isMainFrame ? 1 : 2,
    get top(): UsedFrame | null {
      return parent ?? frame
    },
  }
  return strict(frame, 'WebFrameMain', 'WebFrameMain')
}
