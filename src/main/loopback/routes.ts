import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isFailure, type Reply } from '../../shared/contract/failures.ts'
import type { FileHandle } from '../../shared/contract/state.ts'
import type { Dispatch } from '../dispatch.ts'
import type { Pages } from '../pages.ts'
import type { Files } from '../ports.ts'
import { plainHeaders, readJson, refuse, sendJson } from './answers.ts'
import { attachment } from './fileNames.ts'
import { addressesOf, isFromOurPage } from './gate.ts'
import type { Launch } from './launch.ts'
import type { Transfers } from './transfers.ts'

export type RouteParts = {
  dispatch: Dispatch
  files: Pick<Files, 'adopt' | 'path'>
  pages: Pages
  transfers: Transfers
  launch: Launch
  port: number
  limits: BodyLimits
}

/** How much the bodies may hold, and how long they may take; that of a file that is uploaded may pause so long. */
export type BodyLimits = {
  session: { maxBytes: number; limitMs: number }
  call: { maxBytes: number; limitMs: number }
  /** The longest text that may be pasted, with all its letters outside A–Z, over a slow line. */
  paste: { maxBytes: number; limitMs: number }
  uploadPauseMs: number
}

export const bodyLimits: BodyLimits = {
  session: { maxBytes: 2000, limitMs: 5000 },
  call: { maxBytes: 16_000_000, limitMs: 60_000 },
  paste: { maxBytes: 100_000_000, limitMs: 10 * 60_000 },
  uploadPauseMs: 60_000,
}

type Route = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void

/**
 * - `GET /…` the built pages, which hold nothing of the user
 * - `POST /session` {token, tab}: the launch token, or after a reload cookie and header token, for {headerToken}
 * - `POST /call/<method>` JSON input -> Reply; `POST /files?name=` body -> Reply<FileHandle>; `GET /files/<id>`: with
 *   the cookie and `X-Pathclock-Token` only
 */
export function createRoutes(
  parts: RouteParts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const signedIn: Record<string, Route> = {
    'POST call': createCallRoute(parts),
    'POST files': createUploadRoute(parts),
    'GET files': createDownloadRoute(parts),
  }
  const session = createSessionRoute(parts)
  const page = createPageRoute(parts)

  return async (request, response) => {
    if (!isFromOurPage(request, parts.port))
      return refuse(response, 403, 'forbidden', 'This server answers its own page only.', {})
    const url = new URL(`${addressesOf(parts.port).origin}${request.url}`)
    const room = url.pathname.split('/')[1] ?? ''
    if (room === 'session' && request.method === 'POST') return session(request, response, url)
    if (room === 'call' || room === 'files') {
      const route = signedIn[`${request.method} ${room}`]
      if (!route) return refuse(response, 405, 'notFound', 'There is nothing here.', { what: 'page' })
      if (!isSignedIn(request, parts.launch)) return refuseStranger(response)
      return route(request, response, url)
    }
    return page(request, response, url)
  }
}

const tokenOf = ({ headers }: IncomingMessage): string | undefined => [headers['x-pathclock-token']].flat()[0]

const isSignedIn = (request: IncomingMessage, launch: Launch): boolean =>
  launch.isSignedIn(request.headers.cookie, tokenOf(request))

const refuseStranger = (response: ServerResponse): void =>
  refuse(
    response,
    401,
    'forbidden',
    'This link was used already, or belongs to an earlier start. Start Pathclock again and open the address it shows.',
    {},
  )

function createPageRoute({ pages, port }: RouteParts): Route {
  const { origin, events } = addressesOf(port)
  return (request, response, { pathname }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, 405, 'notFound', 'There is nothing here.', { what: 'page' })
    const page = pages.respond(pathname, { host: 'loopback', connect: `${origin} ${events}` })
    response.writeHead(page.status, { ...page.headers, 'Content-Length': page.body.byteLength })
    response.end(request.method === 'HEAD' ? undefined : page.body)
  }
}

function createSessionRoute({ launch, limits }: RouteParts): Route {
  return async (request, response) => {
    const body = await readJson(request, limits.session)
    if ('status' in body) return refuseBody(response, body.status)
    const { token, tab }: { token?: unknown; tab?: unknown } = Object(body.value)
    const granted = launch.exchange({
      launchToken: typeof token === 'string' ? token : '',
      tab: typeof tab === 'string' ? tab : '',
      cookieHeader: request.headers.cookie,
      headerToken: tokenOf(request),
    })
    if (!granted) return refuseStranger(response)
    sendJson(response, 200, { headerToken: granted.headerToken }, { 'Set-Cookie': granted.setCookie })
  }
}

function createCallRoute({ dispatch, limits }: RouteParts): Route {
  return async (request, response, { pathname }) => {
    const method = pathname.slice('/call/'.length)
    // A path is what a browser never has: with this method a page could read any file of the machine.
    if (method === 'files.adopt')
      return refuse(response, 403, 'forbidden', 'Files are uploaded here, not named by path.', {})
    const body = await readJson(request, method === 'files.paste' ? limits.paste : limits.call)
    if ('status' in body) return refuseBody(response, body.status)
    sendJson(response, 200, await dispatch(method, body.value))
  }
}

function refuseBody(response: ServerResponse, status: 400 | 408 | 413 | 415): void {
  const message =
    status === 408
      ? 'The body of the request did not arrive in time. Send it again.'
      : 'The body of the request is no JSON of a reasonable size.'
  refuse(response, status, 'rejected', message, { problems: [] })
}

function createUploadRoute({ files, transfers, limits }: RouteParts): Route {
  return async (request, response, { searchParams }) => {
    request.setTimeout(limits.uploadPauseMs, () => request.destroy())
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

function createDownloadRoute({ files, transfers }: RouteParts): Route {
  return async (_request, response, { pathname }) => {
    const path = pathOf(files, pathname.slice('/files/'.length))
    const found = path !== null && (await transfers.holds(path)) ? await stat(path) : null
    if (path === null || !found?.isFile())
      return refuse(response, 404, 'notFound', 'This file is not there any more. Save it again.', {
        what: 'file',
      })
    response.writeHead(200, {
      ...plainHeaders,
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': attachment(basename(path)),
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
