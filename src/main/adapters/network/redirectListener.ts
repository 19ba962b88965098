import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { rejected } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/words/message.ts'
import type { ListenForRedirect, RedirectOutcome } from '../../ports.ts'

type Language = 'en' | 'zh'
type Words = { title: string; text: string }

const pages: Record<RedirectOutcome, Record<Language, Words>> = {
  'signed-in': {
    en: { title: 'Signed in to Pathclock', text: 'You can close this window and go back to Pathclock.' },
    zh: { title: '已登录 Pathclock', text: '您可以关闭此窗口，返回 Pathclock。' },
  },
  refused: {
    en: {
      title: 'Access was refused',
      text: 'Nothing was changed. You can close this window and start again in Pathclock.',
    },
    zh: { title: '访问被拒绝', text: '未作任何更改。您可以关闭此窗口，在 Pathclock 中重新开始。' },
  },
  failed: {
    en: {
      title: 'The sign-in did not succeed',
      text: 'Nothing was changed. Go back to Pathclock: it says why.',
    },
    zh: { title: '登录未成功', text: '未作任何更改。请返回 Pathclock 查看原因。' },
  },
  foreign: {
    en: {
      title: 'This is not the answer to a sign-in of Pathclock',
      text: 'Nothing was changed. Where Pathclock waits for a sign-in, use the page that it opened.',
    },
    zh: {
      title: '这不是 Pathclock 登录的返回地址',
      text: '未作任何更改。如果 Pathclock 正在等待登录，请使用它打开的页面。',
    },
  },
}

/** Returns the page that the user sees in the browser after the sign-in page, in the browser's language. */
function redirectPage(outcome: RedirectOutcome, acceptLanguage: string | undefined): string {
  const language = chooseLanguage(acceptLanguage ?? '')
  const { title, text } = pages[outcome][language]
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Pathclock</title>
<body><h1>${title}</h1><p>${text}</p></body></html>`
}

/** Chooses the first supported language by the weights in the header (RFC 9110, 12.5.4). */
function chooseLanguage(accept: string): Language {
  const preferences = accept
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return preferences.find(({ language }) => language === 'en' || language === 'zh')?.language === 'zh'
    ? 'zh'
    : 'en'
}

// Importing it would also load everything that Node needs for fetch, which takes longer than the rest of a start.
const { createServer } = process.getBuiltinModule('node:http')

const defaultUri = 'http://127.0.0.1/oauth/callback'

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
}

/**
 * Listens on this computer for the redirect from the sign-in page (RFC 8252, 7.3): at the registered address, or by
 * default on 127.0.0.1 and any free port. Accepts requests on one exact path and for its own address only. The caller
 * decides if an address belongs to the sign-in. Logs nothing, because the address contains a code.
 */
export const listenForRedirect: ListenForRedirect = async (onRedirect, registeredUri = defaultUri) => {
  const registered = new URL(registeredUri)
  const { hostname, pathname: path } = registered
  const pending = new Set<Promise<unknown>>()
  let origin = ''
  let isUsed = false

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin)
    const isRedirect =
      request.method === 'GET' &&
      `http://${request.headers.host}` === origin &&
      url.pathname === path &&
      (url.searchParams.has('code') || url.searchParams.has('error'))
    if (isUsed || !isRedirect) return void response.writeHead(404, headers).end()
    const outcome = await onRedirect(url)
    isUsed ||= outcome !== 'foreign'
    const page = redirectPage(outcome, request.headers['accept-language'])
    response.writeHead(outcome === 'foreign' ? 400 : 200, headers).end(page)
  }

  const server = createServer((request, response) => {
    // A browser that goes away closes the response too, so the exchange never hangs.
    const closed = once(response, 'close')
    const handled = answer(request, response).catch(() => response.destroy())
    const exchange = Promise.all([handled, closed]).finally(() => pending.delete(exchange))
    pending.add(exchange)
  })
  server.listen(Number(registered.port), hostname === '[::1]' ? '::1' : '127.0.0.1')
  await once(server, 'listening').catch((error: unknown) => {
    const text = message('adapters.browserCannotSentBack', { port: registered.port })
    throw rejected(text, 'redirectUri', { cause: error })
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  origin = `http://${hostname}:${port}`

  return {
    redirectUri: `${origin}${path}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      await Promise.allSettled(pending)
      server.closeAllConnections()
      await closed
    },
  }
}
