import { type ChildProcess, spawn } from 'node:child_process'
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure } from '../../shared/contract/failures.ts'
import { toPrintable } from '../../shared/format/printable.ts'
import type { PrintPdf } from '../ports.ts'
import { findBrowser } from './findBrowser.ts'

const limitMs = 60_000
const folderStart = 'pathclock-print-'
/** A folder that nobody has touched for so long was left by a process that died. */
const abandonedMs = 60 * 60 * 1000

type Options = { browser?: () => string | null; folder?: string; timeLimitMs?: number }

/**
 * Prints through a browser of Chromium's family, run without a window for each page, with a profile of its own that is
 * gone afterwards. Throws `notFound` where there is no such browser, `timeout` after a minute, and `file` where it fails.
 */
export const createPrintPdf =
  ({ browser = findBrowser, folder = tmpdir(), timeLimitMs = limitMs }: Options = {}): PrintPdf =>
  async (html, { signal, ...size }) => {
    signal?.throwIfAborted()
    const program = browser()
    if (program === null) throw noBrowser()
    await sweepAbandoned(folder)
    const own = await mkdtemp(join(folder, folderStart))
    try {
      const page = join(own, 'page.html')
      const pdf = join(own, 'page.pdf')
      await writeFile(page, toPrintable(html, size), { mode: 0o600 })
      const ended = await run(program, argumentsOf(own, page, pdf), timeLimitMs, signal)
      const bytes = await readFile(pdf).catch(() => null)
      // A browser may end well and have written nothing, such as where the disk is full.
      if (ended !== 0 || !bytes || !isWholePdf(bytes)) throw printFailed(ended)
      return bytes
    } finally {
      // Processes of the browser that end a moment later may still write.
      await rm(own, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    }
  }

function argumentsOf(own: string, page: string, pdf: string): string[] {
  // Chromium has no sandbox for the root account, and would not start.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  return [
    '--headless',
    ...(asRoot ? ['--no-sandbox'] : []),
    `--user-data-dir=${join(own, 'profile')}`,
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
    // Chromium writes it into the file as the program that made it; its own name tells the system of this computer.
    '--user-agent=Pathclock',
    '--generate-pdf-document-outline',
    '--no-pdf-header-footer',
    `--print-to-pdf=${pdf}`,
    pathToFileURL(page).href,
  ]
}

/** Its exit code, null where it was ended by something else. Throws the signal's reason, and `timeout`. */
async function run(
  program: string,
  args: string[],
  timeLimitMs: number,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const limit = AbortSignal.timeout(timeLimitMs)
  const stop = signal ? AbortSignal.any([limit, signal]) : limit
  // A group of its own, as the browser is many processes, and may be started by a script.
  const detached = process.platform !== 'win32'
  const child = spawn(program, args, { env: withoutOurs(process.env), stdio: 'ignore', detached })
  const kill = () => killAll(child)
  const ended = new Promise<number | null>((done) => {
    child.once('exit', done)
    child.once('error', () => done(null))
  })
  stop.addEventListener('abort', kill, { once: true })
  const code = await ended
  stop.removeEventListener('abort', kill)
  signal?.throwIfAborted()
  if (limit.aborted) throw tookTooLong(timeLimitMs)
  return code
}

function killAll(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended by itself.
  }
}

/** No setting of ours, and no key, goes to another program. */
const withoutOurs = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('PATHCLOCK_')))

const isWholePdf = (bytes: Buffer): boolean =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' &&
  bytes.subarray(-32).toString('latin1').includes('%%EOF')

async function sweepAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((found) => found.startsWith(folderStart))) {
    const path = join(folder, name)
    const found = await lstat(path).catch(() => null)
    // What is another account's cannot be taken away, and is not ours.
    if (found?.isDirectory() && Date.now() - found.mtimeMs > abandonedMs)
      await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

const noBrowser = () =>
  new Failure(
    'notFound',
    'A PDF is printed by Chromium, Chrome or Edge, and none of them was found on this computer (or what PATHCLOCK_CHROMIUM names cannot be run). Write HTML or SVG instead, or install one of them.',
    { what: 'browser' },
  )

const tookTooLong = (afterMs: number) =>
  new Failure(
    'timeout',
    `The browser that prints the PDF was not done after ${Math.round(afterMs / 1000)} s, and was ended. Nothing was written; try again, or write HTML instead.`,
    { endpoint: 'browser', afterMs },
  )

const printFailed = (code: number | null) =>
  new Failure(
    'file',
    `The browser that prints the PDF ended ${code === null ? 'unexpectedly' : `with code ${code}`} and wrote none. Check that there is room on the disk, or write HTML instead.`,
    { name: 'PDF' },
  )
