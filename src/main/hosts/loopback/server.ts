import type { Server } from 'node:http'

import { type Failure, rejected } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/words/message.ts'
import { createIdleCollector } from '../../concurrency/idleCollector.ts'
import { type HostedApp } from '../../ports.ts'
import { loadPages } from '../builtPages.ts'
import { addressesOf, createLaunchSession } from './access.ts'
import { createEventStream } from './eventStream.ts'
import { sendFailure } from './httpJson.ts'
import { type IsOwnAccount, isFromOwnAccount } from './peerAccount.ts'
import { type BodyLimits, bodyLimits, createRoutes } from './routes.ts'
import type { Transfers } from './transfers.ts'

// An import would also load Node's fetch modules, which takes longer than the rest of a start.
const { createServer } = process.getBuiltinModule('node:http')

export type LoopbackServer = {
  /** The address with the launch token in its fragment, which is never sent or logged. It works for one browser. */
  url: string
  /** The same for the browser that Pathclock opens. It works for one browser of this account. */
  openedUrl: string
  close(): Promise<void>
}

type LoopbackServerOptions = {
  app: Pick<HostedApp, 'dispatch' | 'listen' | 'files' | 'pages'>
  transfers: Transfers
  port: number
  limits?: BodyLimits
  isOwnAccount?: IsOwnAccount
  /** Called at the start and with each request: see createIdleCollector. */
  noteWork?(): void
}

/** The time for a large upload over a slow connection. */
const requestTimeoutMs = 60 * 60_000
const headersTimeoutMs = 10_000
/** The time to read a response that was sent before the request was complete. Then the connection ends. */
const lingerMs = 2000

/** Serves `app` on 127.0.0.1 (port 0: any). Throws `rejected` if the port is taken. The caller closes `app`. */
export async function serveLoopback({
  app,
  transfers,
  port: requestedPort,
  limits = bodyLimits,
  isOwnAccount = isFromOwnAccount,
  noteWork = createIdleCollector(),
}: LoopbackServerOptions): Promise<LoopbackServer> {
  const pages = await loadPages(app.pages)
  const server = createServer({ requestTimeout: requestTimeoutMs, headersTimeout: headersTimeoutMs })
  const port = await listenOn(server, requestedPort)
  const launch = createLaunchSession(port)
  const { dispatch, files } = app
  const eventStream = createEventStream({ launch, port })
  const handleRequest = createRoutes({
    dispatch,
    files,
    pages,
    transfers,
    launch,
    isOwnAccount,
    pushCount: eventStream.count,
    port,
    limits,
  })

  noteWork()
  server.on('request', (request, response) => {
    noteWork()
    response.on('finish', () => {
      if (!request.complete) setTimeout(() => request.destroy(), lingerMs).unref()
    })
    // This also handles a broken connection, which cannot get a response.
    handleRequest(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else sendFailure(response, 500, 'file', message('app.requestBrokeOffCould'), { name: '' })
    })
  })
  server.on('upgrade', (request, socket, head) => eventStream.upgrade(request, socket, head))
  const stopListening = app.listen((event) => eventStream.push(event))

  const urlWith = (token: string) => `${addressesOf(port).origin}/#token=${token}`
  return {
    url: urlWith(launch.launchToken),
    openedUrl: urlWith(launch.openedToken),
    async close() {
      stopListening()
      eventStream.close()
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeAllConnections()
      await closed
    },
  }
}

function listenOn(server: Server, requestedPort: number): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => failed(portFailure(requestedPort, error)))
    server.listen(requestedPort, '127.0.0.1', () => {
      const address = server.address()
      done(typeof address === 'object' && address ? address.port : requestedPort)
    })
  })
}

const portFailure = (port: number, error: NodeJS.ErrnoException): Failure<'rejected'> => {
  const why =
    error.code === 'EADDRINUSE'
      ? message('app.anotherProgramUses')
      : message('adapters.systemAnswered', { code: error.code ?? error.name })
  const text = message('app.portCannotUsedChoose', { port, why })
  return rejected(text, [{ field: 'port', message: message('app.port', { port, why }) }], { cause: error })
}
