import { writeFile } from 'node:fs/promises'
import { type OutgoingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { PushedEvent } from '../../../../shared/contract/events.ts'
import { createFiles } from '../../../adapters/files/files.ts'
import { systemRandom } from '../../../adapters/system.ts'
import type { Dispatch } from '../../../ports.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import type { IsOwnAccount } from '../peerAccount.ts'
import type { BodyLimits } from '../routes.ts'
import { serveLoopback } from '../server.ts'
import { createTransfers } from '../transfers.ts'

export type HttpResponse = { status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }
type RequestOptions = { method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer }

const tokenOf = (url: string): string => new URL(url).hash.slice('#token='.length)

/** Starts a server on a free port for a small app whose dispatch returns its input. It closes after the test. */
export async function startServer(
  options: {
    limits?: BodyLimits
    isOwnAccount?: IsOwnAccount
    noteWork?: () => void
    dispatch?: Dispatch
  } = {},
) {
  const { dispatch, ...serverOptions } = options
  const pages = newFolder()
  await writeFile(join(pages, 'index.html'), '<title>Pathclock</title>')
  const listeners = new Set<(event: PushedEvent) => void>()
  const files = createFiles({ random: systemRandom })
  const transfers = await createTransfers()
  const app = {
    dispatch: dispatch ?? (async (name, input) => ({ ok: true as const, value: { name, input } })),
    listen: (listener: (event: PushedEvent) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    files,
    pages,
  }
  const server = await serveLoopback({ app, transfers, port: 0, ...serverOptions })
  onTestFinished(async () => {
    await server.close()
    await transfers.close()
  })
  const url = new URL(server.url)
  const json = { origin: url.origin, 'content-type': 'application/json' }

  /** Sends exactly these headers, and the correct Host if none is given. `fetch` would correct them. */
  const sendRequest = (
    path: string,
    { method = 'GET', headers = {}, body = '' }: RequestOptions = {},
  ): Promise<HttpResponse> =>
    new Promise((done, failed) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: url.port,
          path,
          method,
          setHost: false,
          agent: false,
          headers: { host: url.host, 'content-length': Buffer.byteLength(body), ...headers },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', failed)
          response.on('end', () =>
            done({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
            }),
          )
        },
      )
      outgoing.on('error', failed)
      outgoing.end(body)
    })

  const exchange = (token: string, headers: OutgoingHttpHeaders = {}, tab?: string): Promise<HttpResponse> =>
    sendRequest('/session', {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify({ token, tab }),
    })

  return {
    server,
    url,
    transfers,
    files,
    sendRequest,
    exchange,
    launchToken: tokenOf(server.url),
    openedToken: tokenOf(server.openedUrl),
    push: (event: PushedEvent) => {
      for (const listener of listeners) listener(event)
    },
    /** Signs in and returns what a page sends with every request. */
    signIn: async () => {
      const answer = await exchange(tokenOf(server.url))
      const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
      const { headerToken: token, pushes } = JSON.parse(answer.body.toString()) as {
        headerToken: string
        pushes: number
      }
      return { cookie, token, pushes, headers: { ...json, cookie, 'x-pathclock-token': token } }
    },
  }
}
