import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFailure, type Reply } from '../../../shared/contract/failures.ts'
import { firstCalls } from '../../../shared/contract/firstCalls.ts'
import type { FileHandle } from '../../../shared/contract/state.ts'
import { message } from '../../../shared/words/message.ts'
import { type Dispatch, type Files } from '../../ports.ts'
import type { Pages } from '../builtPages.ts'
import { addressesOf, isFromOwnPage, type LaunchSession } from './access.ts'
import { plainHeaders, readJson, sendFailure, sendJson } from './httpJson.ts'
import { type IsOwnAccount } from './peerAccount.ts'
import { contentDisposition, type Transfers } from './transfers.ts'

export type RouteDeps = {
  dispatch: Dispatch
  files: Pick<Files, 'adopt' | 'path'>
  pages: Pages
  transfers: Transfers
  launch: LaunchSession
  isOwnAccount: IsOwnAccount
  pushCount(): number
  port: number
  limits: BodyLimits
}

/** The limits on the size and duration of bodies. An upload is limited by its pauses instead. */
export type BodyLimits = {
  session: { maxBytes: number; timeoutMs: number }
  call: { maxBytes: number; timeoutMs: number }
  /** The longest text that may be pasted, even if all letters are non-ASCII, over a slow connection. */
  paste: { maxBytes: number; timeoutMs: number }
  uploadIdleTimeoutMs: number
}

export const bodyLimits: BodyLimits = {
  session: { maxBytes: 2000, timeoutMs: 5000 },
  call: { maxBytes: 16_000_000, timeoutMs: 60_000 },
  paste: { maxBytes: 100_000_000, timeoutMs: 10 * 60_000 },
  uploadIdleTimeoutMs: 60_000,
}

type Route = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void

/**
 * Creates the routes.
 * - `GET /…`: the built pages, which contain no user data
 * - `POST /session` {token, tab}: exchanges the launch token, or after a reload cookie and header token, for
 * {headerToken, pushes, first}. `first` has the data of every first screen in the order of `firstCalls`, with null for
 * slow ones
 * - `POST /call/<method>` JSON input -> Reply; `POST /files?name=` body -> Reply<FileHandle>; `GET /files/<id>`: only
 * with the cookie and `X-Pathclock-Token`
 */
export function createRoutes(
  deps: RouteDeps,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const authorizedRoutes: Record<string, Route> = {
    'POST call': createCallRoute(deps),
    'POST files': createUploadRoute(deps),
    'GET files': createDownloadRoute(deps),
  }
  const session = createSessionRoute(deps)
  const page = createPageRoute(deps)

  return async (request, response) => {
    if (!isFromOwnPage(request, deps.port))
      return sendFailure(response, 403, 'forbidden', message('app.serverAnswersOwnPage'), {})
    const url = new URL(`${addressesOf(deps.port).origin}${request.url}`)
    const section = url.pathname.split('/')[1] ?? ''
    if (section === 'session' && request.method === 'POST') return session(request, response, url)
    if (section === 'call' || section === 'files') {
      const route = authorizedRoutes[`${request.method} ${section}`]
      if (!route) return refuseMethod(response)
      if (!isSignedIn(request, deps.launch)) return refuseUnauthorized(response)
      return route(request, response, url)
    }
    return page(request, response, url)
  }
}

const tokenOf = ({ headers }: IncomingMessage): string | undefined => [headers['x-pathclock-token']].flat()[0]

const isSignedIn = (request: IncomingMessage, launch: LaunchSession): boolean =>
  launch.isSignedIn(request.headers.cookie, tokenOf(request))

const refuseUnauthorized = (response: ServerResponse): void =>
  sendFailure(response, 401, 'forbidden', message('app.addressUsedAnotherBrowser'), {})

const refuseMethod = (response: ServerResponse): void =>
  sendFailure(response, 405, 'notFound', message('app.thereIsNothingHere'), { what: message('shared.page') })

function createPageRoute({ pages, port }: RouteDeps): Route {
  const { origin, events } = addressesOf(port)
  return (request, response, { pathname }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response)
    const page = pages.respond(pathname, { host: 'loopback', connect: `${origin} ${events}` })
    response.writeHead(page.status, { ...page.headers, 'Content-Length': page.body.byteLength })
    response.end(request.method === 'HEAD' ? undefined : page.body)
  }
}

/** The time that a page waits for its first data. It requests missing parts again. */
const firstCallsMs = 100

function createSessionRoute({ dispatch, launch, isOwnAccount, pushCount, limits }: RouteDeps): Route {
  return async (request, response) => {
    const body = await readJson(request, limits.session)
    if ('status' in body) return sendBodyFailure(response, body.status)
    const { token, tab }: { token?: unknown; tab?: unknown } = Object(body.value)
    const granted = await launch.exchange({
      launchToken: typeof token === 'string' ? token : '',
      tab: typeof tab === 'string' ? tab : '',
      cookieHeader: request.headers.cookie,
      headerToken: tokenOf(request),
      isOwnAccount: () => isOwnAccount(request.socket),
    })
    if (!granted) return refuseUnauthorized(response)
    const { headerToken, setCookie } = granted
    // Counted before any data is read, so that later changes are pushed.
    const pushes = pushCount()
    const timeUp = sleep(firstCallsMs, null, { ref: false })
    const first = await Promise.all(firstCalls.map((name) => Promise.race([dispatch(name, {}), timeUp])))
    sendJson(response, 200, { headerToken, pushes, first }, { 'Set-Cookie': setCookie })
  }
}

function createCallRoute({ dispatch, limits }: RouteDeps): Route {
  return async (request, response, { pathname }) => {
    const method = pathname.slice('/call/'.length)
    // A browser has no paths. With this method, a page could read any file of the machine.
    if (method === 'files.adopt')
      return sendFailure(response, 403, 'forbidden', message('app.filesUploadedNotNamed'), {})
    const body = await readJson(request, method === 'files.paste' ? limits.paste : limits.call)
    if ('status' in body) return sendBodyFailure(response, body.status)
    sendJson(response, 200, await dispatch(method, body.value))
  }
}

function sendBodyFailure(response: ServerResponse, status: 400 | 408 | 413 | 415): void {
  const text = status === 408 ? message('app.bodyRequestNotArrive') : message('app.bodyRequestNoJson')
  sendFailure(response, status, 'rejected', text, { problems: [] })
}

function createUploadRoute({ files, transfers, limits }: RouteDeps): Route {
  return async (request, response, { searchParams }) => {
    request.setTimeout(limits.uploadIdleTimeoutMs, () => request.destroy())
    const reply = await transfers
      .receive(searchParams.get('name') ?? '', request)
      .then((path) => files.adopt(path))
      .then((value): Reply<FileHandle> => ({ ok: true, value }))
      .catch((error: unknown): Reply<FileHandle> => {
        if (isFailure(error)) return { ok: false, failure: error.toData() }
        throw error
      })
    sendJson(response, 200, reply)
  }
}

function createDownloadRoute({ files, transfers }: RouteDeps): Route {
  return async (_request, response, { pathname }) => {
    const path = pathOf(files, pathname.slice('/files/'.length))
    const found = path !== null && (await transfers.contains(path)) ? await stat(path) : null
    if (path === null || !found?.isFile())
      return sendFailure(response, 404, 'notFound', message('app.fileNotAnyMore'), {
        what: message('shared.file'),
      })
    response.writeHead(200, {
      ...plainHeaders,
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': contentDisposition(basename(path)),
      'Content-Length': found.size,
    })
    await pipeline(createReadStream(path), response)
  }
}

function pathOf(files: Pick<Files, 'path'>, fileId: string): string | null {
  try {
    return files.path(fileId)
  } catch (error) {
    if (isFailure(error, 'notFound')) return null
    throw error
  }
}
