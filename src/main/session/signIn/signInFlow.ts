import { Failure, isFailure, rejected } from '../../../shared/contract/failures.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import type { Dialogs, ListenForRedirect, RedirectOutcome } from '../../ports.ts'
import type { Tokens } from '../oauth/oauth.ts'
import type { OAuthDeps, SignInServer } from '../oauth/signInServer.ts'

type SignInFlowDeps = OAuthDeps & {
  openExternal: Dialogs['openExternal']
  listenForRedirect: ListenForRedirect
  /** Called with the address of the sign-in page, and with null when the browser is back or the sign-in has ended. */
  signInAt: (url: string | null) => void
}

/** The time limit for the user in the browser. */
const timeoutMs = 5 * 60_000

/** A sign-in in progress. `accept` returns the problem of an address, or null if it is accepted (once). */
type Attempt = { stop: AbortController; accept: (address: URL) => Message | null }

/**
 * Completes a sign-in. Saves nothing once the signal is aborted: the user has cancelled, or started another sign-in.
 */
type Complete<T> = (tokens: Tokens, signal: AbortSignal) => Promise<T>

const notYet = message('session.signNotOpenedPage')
const alreadyAnswered = message('session.signAlreadyComplete')

/** Creates the sign-in through the system's browser. A new attempt, or `cancel`, ends the previous one. */
export function createSignInFlow(deps: SignInFlowDeps) {
  let running: Attempt | undefined
  let shownBy: Attempt | undefined

  /** Waits for the redirect address, from the browser or pasted. */
  const wait = (attempt: Attempt, expected: Parameters<typeof redirectProblem>[1]): Promise<URL> =>
    new Promise((resolve, reject) => {
      const { signal } = attempt.stop
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      attempt.accept = (address) => {
        const problem = redirectProblem(address, expected)
        if (problem !== null) return problem
        attempt.accept = () => alreadyAnswered
        resolve(address)
        return null
      }
    })

  const show = (attempt: Attempt, url: string): void => {
    shownBy = attempt
    deps.signInAt(url)
  }

  const hide = (attempt: Attempt): void => {
    if (shownBy !== attempt) return
    shownBy = undefined
    deps.signInAt(null)
  }

  const run = async <T>(attempt: Attempt, server: SignInServer, complete: Complete<T>): Promise<T> => {
    const { createOAuthClient } = await import('../oauth/oauth.ts')
    const client = await createOAuthClient(server, deps)
    attempt.stop.signal.throwIfAborted()
    const outcome = Promise.withResolvers<RedirectOutcome>()
    const listener = await deps.listenForRedirect(
      async (address) => (attempt.accept(address) === null ? outcome.promise : 'foreign'),
      server.settings.redirect_uri,
    )
    try {
      const { redirectUri } = listener
      const { url, state, exchange } = await client.startAuthorization(redirectUri)
      const arrived = withTimeout(attempt, deps, wait(attempt, { redirectUri, state }))
      arrived.catch(() => undefined)
      show(attempt, url)
      // On a computer without a browser, the user can open the shown address elsewhere.
      deps.openExternal(url).catch(() => undefined)
      const address = await arrived
      hide(attempt)
      const tokens = await exchange(address)
      attempt.stop.signal.throwIfAborted()
      const done = await complete(tokens, attempt.stop.signal)
      outcome.resolve('signed-in')
      return done
    } catch (error) {
      outcome.resolve(isFailure(error, 'forbidden') ? 'refused' : 'failed')
      throw error
    } finally {
      attempt.accept = () => alreadyAnswered
      hide(attempt)
      await listener.close()
    }
  }

  const cancel = (): void =>
    running?.stop.abort(new Failure('cancelled', message('session.signCanceled'), {}))

  return {
    cancel,

    /** Returns the result of `complete`. The browser shows success only after that. */
    async signIn<T>(server: SignInServer, complete: Complete<T>): Promise<T> {
      cancel()
      const attempt: Attempt = { stop: new AbortController(), accept: () => notYet }
      running = attempt
      try {
        return await run(attempt, server, complete)
      } finally {
        if (running === attempt) running = undefined
      }
    },

    /** Accepts the address that a browser on another computer was redirected to. Throws `rejected` if it is wrong. */
    pasteRedirect(text: string): void {
      const address = readPasted(text)
      const problem = !running
        ? message('session.noSignProgressStart')
        : address
          ? running.accept(address)
          : message('session.notAddressCopyWhole')
      if (problem !== null) throw rejected(problem, 'address')
    },
  }
}

/** Ends the attempt if the redirect does not arrive in time. */
async function withTimeout<T>(attempt: Attempt, { clock }: SignInFlowDeps, redirect: Promise<T>): Promise<T> {
  const arrived = new AbortController()
  clock.sleep(timeoutMs, arrived.signal).then(
    () => attempt.stop.abort(timeoutFailure()),
    () => undefined,
  )
  try {
    return await redirect
  } finally {
    arrived.abort(new Error('arrived'))
  }
}

const timeoutFailure = (): Failure =>
  new Failure('timeout', message('session.signPageGotNo'), {
    endpoint: 'GET /oauth/authorize',
    afterMs: timeoutMs,
  })

/** The expected redirect of this sign-in. */
export type ExpectedRedirect = { redirectUri: string; state: string }

/**
 * Returns the problem if an address is not the redirect of this sign-in, else null. Any page can call the listener and
 * anything can be pasted, so a wrong address must not end the sign-in.
 */
export function redirectProblem(address: URL, { redirectUri, state }: ExpectedRedirect): Message | null {
  if (`${address.origin}${address.pathname}` !== redirectUri)
    return message('session.notAddressBrowserSent', { redirectUri })
  const { searchParams } = address
  const single = (name: string): string | null => {
    const values = searchParams.getAll(name)
    return values.length === 1 && values[0] !== '' ? (values[0] ?? null) : null
  }
  if (single('code') === null && single('error') === null) return message('session.addressHoldsNoResponse')
  if (single('state') !== state) return message('session.addressBelongsAnotherSign')
  return null
}

/**
 * Parses a pasted address, which a terminal or mail may have broken into lines. Returns null if it is not an address.
 */
export function readPasted(text: string): URL | null {
  const address = text.replaceAll(/\s+/g, '')
  return URL.canParse(address) ? new URL(address) : null
}
