import { createHash } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { type ReceivedRequest, startScriptedServer } from '../../api/testing/scriptedServer.ts'
import { setUpSession } from './setUpSession.ts'

export type ServerOptions = {
  /** Returns the metadata; null (default) if there are none. */
  metadata?: ((origin: string) => Record<string, unknown>) | null
  /** The path of the metadata; default: that of RFC 8414. */
  metadataPath?: string
  /** Returns another response for a path, or null for the default. */
  otherwise?: (seen: ReceivedRequest) => { status?: number; body?: unknown; raw?: () => void } | null
  /** A suffix of every access token. */
  tokenEnd?: string
  /** True: no refresh token is issued. */
  once?: boolean
  expiresInS?: number
  /** The secret of a confidential client. */
  secret?: string
  takes?: 'form' | 'json'
  /** True: responses and errors are wrapped in an envelope. */
  enveloped?: boolean
}

const rfc8414 = '/.well-known/oauth-authorization-server'

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Starts a server, until the test ends, that checks PKCE and accepts every code and refresh token once. */
export async function startAuthorizationServer(options: ServerOptions = {}) {
  const { takes = 'form', enveloped = false, metadataPath = rfc8414 } = options
  const state = {
    exchanges: 0,
    refreshes: 0,
    refreshStatus: 200,
    refreshError: 'invalid_grant',
    current: '',
    challenge: '',
    generation: 0,
  }
  const refuse = (error: string, status = 400) => ({
    status,
    body: enveloped ? { code: status, message: `${error}: no` } : { error },
  })
  const issue = () => {
    state.generation += 1
    state.current = `refresh-${state.generation}`
    const tokens = {
      access_token: `access-${state.generation}${options.tokenEnd ?? ''}`,
      ...(options.once ? {} : { refresh_token: state.current }),
      token_type: 'Bearer',
      expires_in: options.expiresInS ?? 86_400,
    }
    return { body: enveloped ? { code: 0, data: tokens } : tokens }
  }
  const tokenEndpoint = ({ headers, body }: ReceivedRequest) => {
    const isJson = headers['content-type']?.startsWith('application/json')
    const form = new URLSearchParams(isJson ? (JSON.parse(body) as Record<string, string>) : body)
    if (form.get('grant_type') === 'authorization_code') state.exchanges += 1
    else state.refreshes += 1
    if (isJson !== (takes === 'json')) return refuse('invalid_request')
    const sent = form.get('client_secret') ?? headers.authorization
    if (options.secret !== undefined && !isSecret(options.secret, sent)) return refuse('invalid_client', 401)
    if (form.get('grant_type') === 'authorization_code')
      return challengeOf(form.get('code_verifier') ?? '') === state.challenge
        ? issue()
        : refuse('invalid_grant')
    if (state.refreshStatus !== 200) return refuse(state.refreshError, state.refreshStatus)
    return form.get('refresh_token') === state.current ? issue() : refuse('invalid_grant')
  }
  const server = await startScriptedServer((seen) => {
    const other = options.otherwise?.(seen)
    if (other) return other
    if (!seen.path.includes('/.well-known/')) return tokenEndpoint(seen)
    if (!options.metadata || seen.path !== metadataPath)
      return { status: 404, body: '<html>not found</html>' }
    return { body: options.metadata(`http://${seen.headers.host}`) }
  })
  onTestFinished(server.close)
  const opened: URL[] = []
  const pages: string[] = []
  /** Returns the redirect after the user agrees (or responds with `answer`) on the sign-in page. */
  const answerOf = (url: URL, answer: Record<string, string> = { code: 'code-1' }): URL => {
    opened.push(url)
    state.challenge = url.searchParams.get('code_challenge') ?? ''
    const back = new URL(url.searchParams.get('redirect_uri') ?? '')
    const query = { state: url.searchParams.get('state') ?? '', ...answer }
    for (const [name, value] of Object.entries(query)) back.searchParams.set(name, value)
    return back
  }
  const browse = async (url: URL, answer?: Record<string, string>): Promise<void> => {
    pages.push(await (await fetch(answerOf(url, answer))).text())
  }
  return { ...server, state, opened, pages, answerOf, browse }
}

const isSecret = (secret: string, sent: string | undefined): boolean =>
  sent === secret || sent === `Basic ${Buffer.from(`client-1:${secret}`).toString('base64')}`

/** Returns metadata with both endpoints at `base`. */
export const metadataAt =
  (base?: string) =>
  (issuer: string): Record<string, unknown> => ({
    issuer,
    authorization_endpoint: `${base ?? issuer}/other/authorize`,
    token_endpoint: `${base ?? issuer}/other/token`,
    response_types_supported: ['code'],
  })

export type AuthorizationServer = Awaited<ReturnType<typeof startAuthorizationServer>>
type SessionOptions = Omit<Parameters<typeof setUpSession>[0], 'browse'> & {
  browse?: (url: URL, server: AuthorizationServer) => Promise<void> | void
}

/** Sets up a session whose user signs in at a server of its own. */
export async function setUpSignIn(options: ServerOptions = {}, { browse, ...more }: SessionOptions = {}) {
  const server = await startAuthorizationServer(options)
  const parts = await setUpSession({
    ...more,
    browse: (url) => (browse ? browse(url, server) : server.browse(url)),
  })
  const signIn = (input: object = {}) =>
    parts.session.connectOAuth({ serviceUrl: server.url, clientId: 'client-1', ...input })
  return { server, ...parts, signIn }
}

/** Sets up a session that is signed in through the browser. */
export async function signedIn(options: ServerOptions = {}) {
  const parts = await setUpSignIn(options)
  const profile = await parts.signIn()
  return { ...parts, profile, credential: parts.session.live(profile).credential }
}
