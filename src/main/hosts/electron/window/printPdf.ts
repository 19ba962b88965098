import { randomUUID } from 'node:crypto'
import { type Session, session } from 'electron'
import { Failure, fileFailure } from '../../../../shared/contract/failures.ts'
import { type PageSize, printPolicy, toPrintable } from '../../../../shared/format/printable.ts'
import { message } from '../../../../shared/words/message.ts'
import type { PrintPdf } from '../../../ports.ts'
import { pageScheme, printHost } from '../security/addresses.ts'
import { openPrintWindow, printPartition } from './window.ts'

const printTimeoutMs = 60_000
const inchMm = 25.4
const addressPrefix = `${pageScheme}://${printHost}/`

/** Prints in a hidden window that runs no scripts and loads nothing but the page. Throws `timeout` after a minute. */
export function createPrintPdf(): PrintPdf {
  /** The pages being printed, by address. */
  const pages = new Map<string, string>()
  let printSession: Session | null = null
  return async (html, { signal, ...size }) => {
    signal?.throwIfAborted()
    printSession ??= prepareSession(pages)
    const address = `${addressPrefix}${randomUUID()}`
    pages.set(address, toPrintable(html, size))
    const window = openPrintWindow()
    try {
      const printed = window
        .loadURL(address)
        .then(() => window.webContents.printToPDF(toOptions(size)))
        // An abandoned window fails with an error that no caller awaits.
        .catch((error: unknown) => Promise.reject(printFailure(error)))
      return await Promise.race([printed, rejectOnAbort(signal)])
    } finally {
      pages.delete(address)
      if (!window.isDestroyed()) window.destroy()
    }
  }
}

function prepareSession(pages: ReadonlyMap<string, string>): Session {
  const printSession = session.fromPartition(printPartition)
  // The PDF states it as its creator. Chromium's own user agent would reveal the system of this computer.
  printSession.setUserAgent('Pathclock')
  printSession.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !pages.has(url) && !isInPage(url) }),
  )
  printSession.protocol.handle(pageScheme, (request) => {
    const html = pages.get(request.url)
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': printPolicy }
    return html === undefined ? new Response(null, { status: 404 }) : new Response(html, { headers })
  })
  return printSession
}

/** Returns true for images embedded in the page. */
const isInPage = (url: string): boolean => url.startsWith('data:')

const toOptions = ({ widthMm, heightMm }: PageSize) => ({
  generateTaggedPDF: true,
  generateDocumentOutline: true,
  preferCSSPageSize: true,
  printBackground: true,
  pageSize:
    widthMm === undefined || heightMm === undefined
      ? ('A4' as const)
      : { width: widthMm / inchMm, height: heightMm / inchMm },
})

/** Rejects when the signal aborts or after a minute. */
function rejectOnAbort(signal: AbortSignal | undefined): Promise<never> {
  const timeoutSignal = AbortSignal.timeout(printTimeoutMs)
  return new Promise((_done, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    timeoutSignal.addEventListener('abort', () => reject(timeoutFailure()), { once: true })
  })
}

const timeoutFailure = () =>
  new Failure('timeout', message('app.pdfNotDoneAfter', { printTimeoutMs: printTimeoutMs / 1000 }), {
    endpoint: 'PDF',
    afterMs: printTimeoutMs,
  })

const printFailure = (cause: unknown) => fileFailure(message('app.pdfCouldNotMade'), 'PDF', cause)
