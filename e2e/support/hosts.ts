import { type ChildProcess, spawn } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import {
  _electron,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { findElectron, findPacked } from '../../scripts/electronBinary.mjs'
import { launchElectronSim } from '../electronSim/index.ts'

export const projectRoot = resolve(import.meta.dirname, '../..')

/** The app on one host, as a test sees it: a page, and the two dialogs that are not part of the page. */
export type RunningApp = {
  page: Page
  dataFolder: string
  /** Does what opens the file dialog, and answers it with `path`. */
  chooseFile(path: string, open: () => Promise<void>): Promise<void>
  /** Does what saves a file, lets it be saved at `path`. */
  saveFile(path: string, save: () => Promise<void>): Promise<void>
  close(): Promise<void>
  /** Ends the app at once, as a crash or a power cut does; `close` is then of no effect. */
  kill(): Promise<void>
  /** Hears what crosses between page and host from now on; not there where it cannot be heard. */
  recordTraffic?(onTraffic: OnTraffic): Promise<void>
}

/** `label`: what it is part of, as in `asked: drugs.search`. */
type OnTraffic = (label: string, text: string) => void

type Start = {
  dataFolder: string
  browser: Browser
  context: BrowserContextOptions
  /** Told of the context before a page loads anything; on Electron, before the test does anything. */
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
      // The page first: it would note that its host has gone.
      await browserContext.close()
      await ended(host, 'SIGKILL')
    },
    recordTraffic: (onTraffic) => recordLoopbackTraffic(page, onTraffic),
  }
}

/** Requests, answers and pushes; the page is loaded anew, since the pushes have one connection for its whole life. */
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
    close: () => app.close(),
    kill: () => app.kill(),
    recordTraffic: async (onTraffic) => app.recordTraffic(onTraffic),
  }
}

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
  const app = await _electron.launch({ executablePath, args: [...code, '--data', dataFolder] })
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
    close: async () => {
      if (host.signalCode === null) await app.close()
    },
    kill: () => ended(host, 'SIGKILL'),
  }
}

/** The address in the host's "listening" line; rejects with what it said when it ends before. */
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

/** Asks a process of ours to end, and waits until it has. */
async function ended(host: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null) return
  const exited = new Promise<void>((done) => host.once('exit', () => done()))
  host.kill(signal)
  await exited
}
