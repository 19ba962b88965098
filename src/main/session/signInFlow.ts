import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { Clock, Dialogs, ListenForRedirect, Transport } from '../ports.ts'
import { configureOAuth, startAuthorization, type Tokens } from './oauth.ts'

type Parts = {
  transport: Transport
  clock: Clock
  openExternal: Dialogs['openExternal']
  listenForRedirect: ListenForRedirect
}

/** How long a person may take in the browser. */
const limitMs = 5 * 60_000

/** Signs in through the system's browser; a new attempt ends the one before, and `cancel` ends it too. */
export function createSignInFlow({ transport, clock, openExternal, listenForRedirect }: Parts) {
  let running: AbortController | undefined

  const run = async (serviceUrl: string, clientId: string, signal: AbortSignal): Promise<Tokens> => {
    const config = await configureOAuth(transport, serviceUrl, clientId)
    signal.throwIfAborted()
    const listener = await listenForRedirect()
    try {
      const authorization = await startAuthorization(config, listener.redirectUri)
      await openExternal(authorization.url.href)
      return await authorization.exchange(await listener.received(signal))
    } finally {
      await listener.close()
    }
  }

  const cancel = (): void => running?.abort(new Failure('cancelled', 'The sign-in was cancelled.', {}))

  return {
    cancel,
    async signIn(serviceUrl: string, clientId: string): Promise<Tokens> {
      cancel()
      const own = new AbortController()
      const timer = new AbortController()
      running = own
      clock.sleep(limitMs, timer.signal).then(
        () => own.abort(tooLate()),
        () => undefined,
      )
      try {
        return await run(serviceUrl, clientId, own.signal)
      } catch (error) {
        throw own.signal.aborted && isFailure(own.signal.reason) ? own.signal.reason : error
      } finally {
        timer.abort(new Error('ended'))
        if (running === own) running = undefined
      }
    },
  }
}

const tooLate = (): Failure =>
  new Failure('timeout', 'Nobody signed in within 5 minutes. Start the sign-in again.', {
    endpoint: 'GET /oauth/authorize',
    afterMs: limitMs,
  })
