import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import type { BrowserContext, Frame, Page, Route } from '@playwright/test'
import { isSimulated, toApp, toBrowser } from './addresses.ts'
import { createCodec } from './codec.ts'
import type { BrowserHandlers, FrameInfo, MainHandlers } from './messages.ts'
import { type BridgeConfig, runPreload, type Sent } from './pageBridge.ts'
import type { Peer } from './peer.ts'
import { declarations } from './strict.ts'

type Loading = Parameters<BrowserHandlers['load']>[0]
type OpenWindow = { page: Page; deliver: string; startUrl: string | null; closing: boolean }

const frameInfo = (page: Page, frame: Frame): FrameInfo => ({
  url: toApp(frame.url()),
  isMainFrame: frame === page.mainFrame(),
})

/**
 * Creates the windows of the app as pages of a browser. Requests of the pages go to main, and main controls the pages.
 */
export function createWindows(
  context: BrowserContext,
  main: () => Peer<MainHandlers>,
  options: { filesFolder: string; colorScheme: 'light' | 'dark' | 'no-preference' | null },
) {
  const windows = new Map<number, OpenWindow>()
  const pages: Page[] = []
  const firstPage = Promise.withResolvers<Page>()
  let colorScheme = options.colorScheme
  let onTraffic: (label: string, text: string) => void = () => undefined
  const ignoreErrors = (promise: Promise<unknown>): void => void promise.catch(() => undefined)
  const idOf = (page: Page): number => [...windows].find(([, open]) => open.page === page)?.[0] ?? -1

  const answerRoute = async (route: Route): Promise<void> => {
    const request = route.request()
    const url = toApp(request.url())
    const frame = request.frame()
    const page = frame.page()
    const windowId = idOf(page)
    const isMainFrame = frame === page.mainFrame()
    if (request.isNavigationRequest() && windows.get(windowId)?.startUrl !== request.url()) {
      const allowed = await main().call('mayNavigate', { windowId, url, isMainFrame })
      if (!allowed) return route.abort('aborted')
    }
    if (!isSimulated(request.url())) {
      await main().call('blocked', { url })
      return route.abort('blockedbyclient')
    }
    const { status, headers, body } = await main().call('request', {
      windowId,
      url,
      method: request.method(),
      headers: request.headers(),
      body: request.postDataBuffer(),
    })
    await route.fulfill({ status, headers, body: Buffer.from(body) })
  }
  const routed = context.route('**/*', (route) =>
    answerRoute(route).catch(() => route.abort('failed').catch(() => undefined)),
  )

  const receive = async (page: Page, frame: Frame, sent: Sent): Promise<unknown> => {
    const windowId = idOf(page)
    const from = { windowId, frame: frameInfo(page, frame) }
    if (sent.kind === 'invoke') {
      onTraffic(`asked: ${sent.channel}`, sent.args)
      const answer = await main().call('invoke', { ...from, channel: sent.channel, args: sent.args })
      onTraffic(`answered: ${sent.channel}`, answer.ok ? answer.value : answer.message)
      return answer
    }
    if (sent.kind === 'send') return main().call('sent', { ...from, channel: sent.channel, args: sent.args })
    if (sent.kind === 'open') return main().call('windowOpened', { windowId, url: toApp(sent.url) })
    if (sent.kind === 'preloadFailed')
      return main().call('preloadFailed', { windowId, path: sent.path, message: sent.message })
    if (!sent.path.startsWith(options.filesFolder) || sent.path.includes(`..${sep}`))
      throw new Error('refused')
    await mkdir(dirname(sent.path), { recursive: true })
    return writeFile(sent.path, Buffer.from(sent.base64, 'base64'))
  }

  /** Opens a page for printing only: it runs no scripts, neither its own nor ours. */
  const openQuiet = async (windowId: number): Promise<OpenWindow> => {
    await routed
    const page = await context.newPage()
    const opened = { page, deliver: '', startUrl: null, closing: false }
    windows.set(windowId, opened)
    const chromium = await context.newCDPSession(page)
    await chromium.send('Emulation.setScriptExecutionDisabled', { value: true })
    watch(windowId, opened)
    return opened
  }

  /** Sets the page's permission to write to the clipboard as the app decides. */
  const answerClipboard = async (windowId: number, page: Page): Promise<void> => {
    const { check } = await main().call('askPermission', {
      windowId,
      permission: 'clipboard-sanitized-write',
    })
    const chromium = await context.newCDPSession(page)
    const { targetInfo } = await chromium.send('Target.getTargetInfo')
    await chromium.send('Browser.setPermission', {
      permission: { name: 'clipboard-write' },
      setting: check ? 'granted' : 'denied',
      browserContextId: targetInfo.browserContextId ?? '',
    })
  }

  const open = async ({ windowId, preload }: Loading): Promise<OpenWindow> => {
    await routed
    const page = await context.newPage()
    await answerClipboard(windowId, page)
    const secret = crypto.randomUUID().replaceAll('-', '')
    const config: BridgeConfig = {
      binding: `electronSim${secret}`,
      deliver: `electronSimDeliver${secret}`,
      filesFolder: options.filesFolder,
      preloadPath: preload?.path ?? '',
      platform: process.platform,
      electronVersion: declarations.version,
    }
    const opened = { page, deliver: config.deliver, startUrl: null, closing: false }
    windows.set(windowId, opened)
    await page.exposeBinding(config.binding, ({ page: from, frame }, sent: Sent) =>
      receive(from, frame, sent),
    )
    const script = preload ? `function (require, module, exports, process) {${preload.source}\n}` : 'null'
    const content = `(${runPreload.toString()})(${JSON.stringify(config)}, ${createCodec.toString()}, ${script})`
    await page.addInitScript({ content })
    if (colorScheme !== options.colorScheme) await page.emulateMedia({ colorScheme })
    watch(windowId, opened)
    return opened
  }

  const watch = (windowId: number, opened: OpenWindow): void => {
    const { page } = opened
    const step = (name: 'dom-ready' | 'did-finish-load') => () =>
      ignoreErrors(main().call('loadStep', { windowId, step: name, url: toApp(page.url()) }))
    page.on('domcontentloaded', step('dom-ready'))
    page.on('load', step('did-finish-load'))
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && opened.startUrl === null)
        ignoreErrors(main().call('wentInPage', { windowId, url: toApp(frame.url()) }))
    })
    page.on('popup', (popup) => {
      // A link with a target bypasses window.open; Electron asks the app about both.
      ignoreErrors(popup.close())
      ignoreErrors(main().call('windowOpened', { windowId, url: toApp(popup.url()) }))
    })
    page.on('close', () => {
      if (!opened.closing) ignoreErrors(main().call('pageClosed', { windowId }))
      windows.delete(windowId)
    })
  }

  const handlers: BrowserHandlers = {
    load: async (loading) => {
      const known = windows.get(loading.windowId)
      const opened = known ?? (await (loading.scripts ? open(loading) : openQuiet(loading.windowId)))
      opened.startUrl = toBrowser(loading.url, loading.secure)
      await opened.page.goto(opened.startUrl, { waitUntil: 'load' })
      opened.startUrl = null
      if (!loading.scripts) return
      pages.push(opened.page)
      firstPage.resolve(opened.page)
    },
    deliver: async ({ windowId, channel, args }) => {
      onTraffic(`pushed: ${channel}`, args)
      const opened = windows.get(windowId)
      const push = [opened?.deliver ?? '', channel, args] as const
      await opened?.page.evaluate(([name, to, values]) => {
        const page = window as unknown as Record<
          string,
          ((channel: string, args: string) => void) | undefined
        >
        page[name]?.(to, values)
      }, push)
    },
    print: async ({ windowId, options }) => {
      const opened = windows.get(windowId)
      if (!opened) throw new Error('Object has been destroyed')
      const chromium = await context.newCDPSession(opened.page)
      const { data } = await chromium.send('Page.printToPDF', options)
      return Buffer.from(data, 'base64')
    },
    reload: async ({ windowId }) => {
      const opened = windows.get(windowId)
      if (!opened) return
      opened.startUrl = opened.page.url().split('#')[0] ?? null
      await opened.page.reload()
      opened.startUrl = null
    },
    close: async ({ windowId }) => {
      const opened = windows.get(windowId)
      if (!opened) return
      opened.closing = true
      await opened.page.close()
    },
    theme: async ({ source }) => {
      colorScheme = source === 'system' ? options.colorScheme : source
      for (const { page } of windows.values()) await page.emulateMedia({ colorScheme })
    },
    fault: () => undefined,
    relaunch: () => undefined,
  }
  return {
    handlers,
    firstPage: firstPage.promise,
    pages,
    recordTraffic(listener: typeof onTraffic): void {
      onTraffic = listener
    },
    /** Pages that close from now on are not reported to main: in Electron they end with it. */
    abandon(): void {
      for (const opened of windows.values()) opened.closing = true
    },
  }
}
