import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure, fileFailure, notFound } from '../../../shared/contract/failures.ts'
import { toPrintable } from '../../../shared/format/printable.ts'
import { message } from '../../../shared/words/message.ts'
import { type PrintPdf, tempFolderPrefix } from '../../ports.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Snaps cannot access our temporary folders, so `chromium-browser`, often a snap, comes last. */
const linuxNames = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'microsoft-edge-stable',
  'microsoft-edge',
  'chromium-browser',
]
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const windowsFiles = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * Finds an installed Chromium-based browser: the one that PATHCLOCK_CHROMIUM names and no other, or one in the usual
 * places. Returns null if there is none.
 */
export function findBrowser(
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const configured = env['PATHCLOCK_CHROMIUM']
  // Silently using another browser than the configured one would go unnoticed.
  if (configured) return isExecutable(configured) ? configured : null
  return usualPaths(env, platform).find(isExecutable) ?? null
}

function usualPaths(env: Environment, platform: NodeJS.Platform): string[] {
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
    return folders.flatMap((folder) => (folder ? windowsFiles.map((file) => `${folder}\\${file}`) : []))
  }
  if (platform === 'darwin')
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      macApps.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`),
    )
  // A relative folder in PATH could hold anything, depending on where the command runs.
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder)), '/usr/bin']
  return linuxNames.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

const defaultTimeoutMs = 60_000

type PrintPdfOptions = { browser?: () => string | null; folder?: string; timeoutMs?: number }

/**
 * Prints with a Chromium-based browser that runs headless for each page, with a temporary profile. Throws `notFound` if
 * there is no such browser, `timeout` after a minute, and `file` if it fails.
 */
export const createPrintPdf =
  ({
    browser = findBrowser,
    folder = tmpdir(),
    timeoutMs = defaultTimeoutMs,
  }: PrintPdfOptions = {}): PrintPdf =>
  async (html, { signal, ...size }) => {
    signal?.throwIfAborted()
    const program = browser()
    if (program === null) throw noBrowserFailure()
    const workFolder = await mkdtemp(join(folder, tempFolderPrefix()))
    try {
      const page = join(workFolder, 'page.html')
      const pdf = join(workFolder, 'page.pdf')
      await writeFile(page, toPrintable(html, size), { mode: 0o600 })
      const exitCode = await run(program, argumentsOf(workFolder, page, pdf), timeoutMs, signal)
      const bytes = await readFile(pdf).catch(() => null)
      // A browser may exit with 0 and have written nothing, for example on a full disk.
      if (exitCode !== 0 || !bytes || !isCompletePdf(bytes)) throw printFailure(exitCode)
      return bytes
    } finally {
      // Browser processes that end a moment later may still write.
      await rm(workFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    }
  }

function argumentsOf(workFolder: string, page: string, pdf: string): string[] {
  // Chromium has no sandbox for the root account, and would not start.
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  return [
    '--headless',
    ...(isRoot ? ['--no-sandbox'] : []),
    `--user-data-dir=${join(workFolder, 'profile')}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--password-store=basic',
    '--use-mock-keychain',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-extensions',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-breakpad',
    '--no-proxy-server',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    // Chromium records it in the file as the creator; its own user agent would reveal this computer's system.
    '--user-agent=Pathclock',
    '--generate-pdf-document-outline',
    '--no-pdf-header-footer',
    `--print-to-pdf=${pdf}`,
    pathToFileURL(page).href,
  ]
}

/**
 * Returns the exit code, or null if the program was killed or did not start. Throws the signal's reason, and `timeout`.
 */
async function run(
  program: string,
  args: string[],
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  // Writing the page took time, and a signal that aborted in the meantime does not fire again.
  signal?.throwIfAborted()
  const timeoutSignal = AbortSignal.timeout(timeoutMs)
  const stopSignal = signal ? AbortSignal.any([timeoutSignal, signal]) : timeoutSignal
  // Its own process group, because the browser has many processes and may be started by a script.
  const detached = process.platform !== 'win32'
  const child = spawn(program, args, { env: withoutOwnVariables(process.env), stdio: 'ignore', detached })
  const kill = () => killAll(child)
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
    child.once('error', () => resolve(null))
  })
  stopSignal.addEventListener('abort', kill, { once: true })
  const code = await exited
  stopSignal.removeEventListener('abort', kill)
  signal?.throwIfAborted()
  if (timeoutSignal.aborted) throw timeoutFailure(timeoutMs)
  return code
}

function killAll(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}

/** Removes our settings and keys from the environment of other programs. */
const withoutOwnVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('PATHCLOCK_')))

const isCompletePdf = (bytes: Buffer): boolean =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' &&
  bytes.subarray(-32).toString('latin1').includes('%%EOF')

const noBrowserFailure = () =>
  notFound(message('adapters.pdfPrintedChromiumChrome'), message('shared.browser'))

const timeoutFailure = (afterMs: number) =>
  new Failure('timeout', message('adapters.browserPrintsPdfNot', { afterMs: Math.round(afterMs / 1000) }), {
    endpoint: 'browser',
    afterMs,
  })

const printFailure = (code: number | null) =>
  fileFailure(
    code === null
      ? message('adapters.browserPrintsPdfQuit')
      : message('adapters.browserPrintsPdfQuitCode', { code }),
    'PDF',
  )
