import { type Dialogs, type HostedApp } from '../../ports.ts'
import { openInBrowser } from '../openInBrowser.ts'
import { serveLoopback } from './server.ts'
import { createTransfers, type Transfers } from './transfers.ts'

export type LoopbackHostOptions = {
  compose(dialogs: Dialogs): Promise<HostedApp>
  port: number
  /** Opens the demo, whatever was open last. A first start shows the welcome screen, which offers it. */
  opensDemo: boolean
  /** Opens the system's browser. */
  open: boolean
}

export type LoopbackHost = { url: string; close(): Promise<void> }

/** Composes the services and serves them. `close` ends first the server and then the services. */
export async function startLoopbackHost(options: LoopbackHostOptions): Promise<LoopbackHost> {
  const transfers = await createTransfers()
  const closers: (() => Promise<void>)[] = [() => transfers.close()]
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const app = await options.compose(dialogsOf(transfers, options))
    closers.push(() => app.close())
    if (options.opensDemo) await openDemo(app)
    const server = await serveLoopback({ app, transfers, port: options.port })
    closers.push(() => server.close())
    if (options.open) await openInBrowser(server.openedUrl).catch(() => undefined)
    return { url: server.url, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns the dialogs. If no browser should open, the page shows the address of the sign-in page as a link. */
const dialogsOf = ({ dialogs }: Transfers, { open }: LoopbackHostOptions): Dialogs =>
  open ? dialogs : { ...dialogs, openExternal: async () => {} }

async function openDemo({ call }: HostedApp): Promise<void> {
  const { profiles } = await call('app.status', {})
  if (profiles.some(({ signIn }) => signIn === 'demo')) await call('session.startDemo', {})
}
