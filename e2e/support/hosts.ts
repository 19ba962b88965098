import { type ChildProcess, spawn } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import {
  _electron,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ElectronApplication,
  type Page,
} from '@playwright/test'
import { findElectron, findPacked } from '../../scripts/electronBinary.mjs'
import { launchElectronSim } from '../electronSim/index.ts'
import type { RecordedMenuItem } from '../electronSim/messages.ts'

export const projectRoot = resolve(import.meta.dirname, '../..')

/** The app on one host, as tests use it: a page, and the two dialogs outside the page. */
export type RunningApp = {
  page: Page
  dataFolder: string
  /** Calls `open`, which opens the file dialog, and answers the dialog with `path`. */
  chooseFile(path: string, open: () => Promise<void>): Promise<void>
  /** Calls `save`, and saves the file at `path`. */
  saveFile(path: string, save: () => Promise<void>): Promise<void>
  close(): Promise<void>
  /** Kills the app, as a crash or a power cut does; `close` then has no effect. */
  kill(): Promise<void>
  /** Left out in a browser. */
  desktop?: Desktop
  /** Records the traffic between page and host from now on; left out where that is impossible. */
  recordTraffic?(onTraffic: OnTraffic): Promise<void>
}

/** The system around the app: its menu, clipboard, message boxes and further starts. */
export type Desktop = {
  /** Returns the labels of all menu items, without their access key markers. */
  menuLabels(): Promise<string[]>
  clickMenu(label: string): Promise<void>
  /** Starts the program again on the same data with these arguments; resolves when that start has ended. */
  startOnceMore(...args: string[]): Promise<void>
  windowCount(): Promise<number>
  /** Returns the media types on the clipboard. */
  clipboardTypes(): Promise<string[]>
  /** Returns the texts of the message boxes so far. `answerMessageBoxes` chooses the button for each by its index. */
  messageBoxes(): Promise<string[]>
  answerMessageBoxes(index: number): Promise<void>
  /** Asks the app to quit, as its menu does. */
  quit(): Promise<void>
}

/** `label`: the kind and name of the message, such as `asked: drugs.search`. */
type OnTraffic = (label: string, text: string) => void

type Start = {
  dataFolder: string
  browser: Browser
  context: BrowserContextOptions
  /** Called with the context before a page loads anything; on Electron, before the test starts. */
  watch(context: BrowserContext): Promise<void>
}

export async function startLoopback({ dataFolder, browser, context, watch }: Start): Promise<RunningApp> {
  const host = spawn(process.execPath, [
    join(projectRoot, 'out/main/headless.js'),
    '--port',
    '0',
    '--data',
    dataFolder,
    '--no-open',
  ])
  const url = await listeningUrl(host)
  const browserContext = await browser.newContext(context)
  await watch(browserContext)
  const page = await browserContext.newPage()
  await page.goto(url)
  return {
    page,
    dataFolder,
    chooseFile: async (path, open) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()])
      await chooser.setFiles(path)
    },
    saveFile: async (path, save) => {
      const [download] = await Promise.all([page.waitForEvent('download'), save()])
      await copyFile(await download.path(), path)
    },
    close: async () => {
      await browserContext.close()
      await ended(host)
    },
    kill: async () => {
      // Closes the page first, because it would report that its host is gone.
      await browserContext.close()
      await ended(host, 'SIGKILL')
    },
    recordTraffic: (onTraffic) => recordLoopbackTraffic(page, onTraffic),
  }
}

/** Records requests, responses and events. Reloads the page, because its event connection lasts as long as the page. */
async function recordLoopbackTraffic(page: Page, onTraffic: OnTraffic): Promise<void> {
  const nameOf = (url: string): string => new URL(url).pathname.replace('/call/', '')
  page.on('request', (request) => {
    const sent = [request.url(), JSON.stringify(request.headers()), request.postData() ?? '']
    onTraffic(`asked: ${nameOf(request.url())}`, sent.join('\n'))
  })
  page.on('response', async (response) => {
    const body = await response.text().catch(() => '')
    onTraffic(`answered: ${nameOf(response.url())}`, `${JSON.stringify(response.headers())}\n${body}`)
  })
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => onTraffic('pushed', String(payload)))
    socket.on('framesent', ({ payload }) => onTraffic('asked: a socket', String(payload)))
  })
  await page.reload()
}

export async function startElectronSim({ dataFolder, browser, context, watch }: Start): Promise<RunningApp> {
  const app = await launchElectronSim({ dataFolder, browser, context, watch })
  return {
    page: app.page,
    dataFolder,
    ...dialogAnswers(app),
    desktop: {
      menuLabels: async () => flatten((await app.recorded()).menu).map(({ label }) => withoutMnemonic(label)),
      clickMenu: (label) => app.clickMenu(label),
      startOnceMore: async (...args) => {
        const second = await launchElectronSim({ dataFolder, browser, args }).catch(() => null)
        if (!second) return
        await second.kill()
        throw new Error('A second app stands on the same data.')
      },
      windowCount: async () => (await app.recorded()).windows.length,
      clipboardTypes: async () => (await app.recorded()).clipboard.flatMap((item) => Object.keys(item)),
      messageBoxes: async () =>
        (await app.recorded()).dialogs
          .filter(({ method }) => method === 'showMessageBox')
          .map(({ options }) => String(Object(options)['message'])),
      answerMessageBoxes: (index) => app.answerMessageBox(index),
      quit: () => app.clickMenu('Quit'),
    },
    close: () => app.close(),
    kill: () => app.kill(),
    recordTraffic: async (onTraffic) => app.recordTraffic(onTraffic),
  }
}

const withoutMnemonic = (label: string): string => label.replaceAll(/&(.)/g, '$1')
const flatten = (items: readonly RecordedMenuItem[]): RecordedMenuItem[] =>
  items.flatMap((item) => [item, ...flatten(item.submenu)])

type Answers = {
  answerOpenDialog(path: string): Promise<void>
  answerSaveDialog(path: string): Promise<void>
}

const dialogAnswers = (app: Answers): Pick<RunningApp, 'chooseFile' | 'saveFile'> => ({
  chooseFile: async (path, open) => {
    await app.answerOpenDialog(path)
    await open()
  },
  saveFile: async (path, save) => {
    await app.answerSaveDialog(path)
    await save()
  },
})

export async function startElectron({ dataFolder, context, watch }: Start): Promise<RunningApp> {
  const packed = findPacked()
  const executablePath = packed ?? findElectron()
  if (!executablePath) throw new Error("Electron's binary is not installed.")
  const code = packed ? [] : [projectRoot]
  // Without this option Playwright starts Electron with --no-sandbox on Linux.
  const app = await _electron.launch({
    executablePath,
    args: [...code, '--data', dataFolder],
    chromiumSandbox: true,
  })
  const page = await app.firstWindow()
  await watch(app.context())
  await page.emulateMedia({ reducedMotion: context.reducedMotion ?? null })
  const answers: Answers = {
    answerOpenDialog: (path) =>
      app.evaluate(({ dialog }, filePath) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
      }, path),
    answerSaveDialog: (path) =>
      app.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
      }, path),
  }
  const host = app.process()
  return {
    page,
    dataFolder,
    ...dialogAnswers(answers),
    desktop: desktopOf(app, async (...args) => {
      const second = spawn(executablePath, [...code, '--data', dataFolder, ...args], { stdio: 'ignore' })
      await new Promise<void>((done, failed) => second.once('exit', () => done()).once('error', failed))
    }),
    close: async () => {
      if (host.signalCode === null) await app.close()
    },
    kill: () => ended(host, 'SIGKILL'),
  }
}

/** Controls real Electron from its main process. */
const desktopOf = (app: ElectronApplication, startOnceMore: Desktop['startOnceMore']): Desktop => ({
  startOnceMore,
  menuLabels: () =>
    app.evaluate(({ Menu }) => {
      const labelsOf = (items: Electron.MenuItem[]): string[] =>
        items.flatMap(({ label, submenu }) => [
          label.replaceAll(/&(.)/g, '$1'),
          ...labelsOf(submenu?.items ?? []),
        ])
      return labelsOf(Menu.getApplicationMenu()?.items ?? [])
    }),
  clickMenu: (label) =>
    app.evaluate(({ Menu, BrowserWindow }, menuLabel) => {
      const find = (items: Electron.MenuItem[]): Electron.MenuItem | undefined => {
        for (const item of items) {
          if (item.label.replaceAll(/&(.)/g, '$1') === menuLabel) return item
          const inside = find(item.submenu?.items ?? [])
          if (inside) return inside
        }
        return undefined
      }
      const item = find(Menu.getApplicationMenu()?.items ?? [])
      if (!item?.enabled) throw new Error(`The menu has no usable item ${menuLabel}.`)
      item.click(undefined, BrowserWindow.getAllWindows()[0], undefined)
    }, label),
  windowCount: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length),
  clipboardTypes: () =>
    app.evaluate(async ({ clipboard }) => (await clipboard.read()).flatMap(({ types }) => types)),
  messageBoxes: () => app.evaluate(() => (globalThis as { shownMessages?: string[] }).shownMessages ?? []),
  answerMessageBoxes: (index) =>
    app.evaluate(({ dialog }, response) => {
      const seen = globalThis as { shownMessages?: string[] }
      dialog.showMessageBox = (...given: unknown[]) => {
        const { message = '' } = given.at(-1) as { message?: string }
        seen.shownMessages = [...(seen.shownMessages ?? []), message]
        return Promise.resolve({ response, checkboxChecked: false })
      }
    }, index),
  quit: () =>
    app.evaluate(({ app: main }) => {
      // Returns first, because quitting may end the process immediately.
      setImmediate(() => main.quit())
    }),
})

/** Returns the address in the host's "listening" line; rejects with the host's output if it ends first. */
function listeningUrl(host: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    let output = ''
    host.stderr?.on('data', (chunk) => {
      output += String(chunk)
    })
    host.once('exit', (code) =>
      failed(new Error(`The host ended with ${code} before it listened: ${output}`)),
    )
    if (!host.stdout) return failed(new Error('The host has no output.'))
    createInterface(host.stdout).on('line', (line) => {
      output += `${line}\n`
      const message = line.startsWith('{') ? (JSON.parse(line) as { type?: string; url?: string }) : {}
      if (message.type === 'listening' && message.url) done(message.url)
    })
  })
}

/** Ends a process started by the test, and waits until it has ended. */
async function ended(host: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null) return
  const exited = new Promise<void>((done) => host.once('exit', () => done()))
  host.kill(signal)
  await exited
}
