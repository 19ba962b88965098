import * as oauth from 'openid-client'
import { z } from 'zod'
import { Failure, isFailure, rejected } from '../../../shared/contract/failures.ts'
import type { SignInSettings } from '../../../shared/domain/app/dialect.ts'
import { joinMessages, type Message, message } from '../../../shared/words/message.ts'
import type { Clock, SignInEndpoints, Transport } from '../../ports.ts'
import { checkEndpoint } from '../serviceAddress.ts'
import { createOAuthFetch } from './oauthFetch.ts'

/** The server and client of a sign-in. */
export type SignInServer = {
  serviceUrl: string
  /** The issuer, if it differs from the origin of the service. */
  authServer: string | null
  clientId: string
  clientSecret: string | null
  /** The settings of the user, without any from the service. */
  settings: SignInSettings
}

/**
 * Returns the reason and the advice for a network error, in words for the user. Without advice: check network and
 * address.
 */
export type ExplainNetwork = (error: unknown) => { reason: Message; advice: Message | null }

export type OAuthDeps = { transport: Transport; clock: Clock; explainNetwork: ExplainNetwork }

const urlSchema = z.url()
const stringsSchema = z.array(z.string()).optional().catch(undefined)
const metadataSchema = z.object({
  issuer: urlSchema,
  authorization_endpoint: urlSchema,
  token_endpoint: urlSchema,
  revocation_endpoint: urlSchema.optional().catch(undefined),
  token_endpoint_auth_methods_supported: stringsSchema,
  scopes_supported: stringsSchema,
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
})
type Metadata = z.infer<typeof metadataSchema>
type FoundMetadata = { metadata: Metadata; url: string }

/** Longer than the limit of `createOAuthFetch`, whose error has an explanation. */
const libraryLimitS = 60

/**
 * Returns the endpoints of a sign-in server: those the user set, else those in its metadata (RFC 8414, or OpenID
 * Connect Discovery), else the assumed `{origin}/oauth/authorize` and `{origin}/oauth/token` (docs on service
 * conventions). Throws `rejected` if the metadata name another server, and `serviceFailed`, `offline` or `timeout` if
 * the metadata cannot be read.
 */
export async function findSignInServer(
  server: Omit<SignInServer, 'clientId' | 'clientSecret'>,
  deps: OAuthDeps,
): Promise<SignInEndpoints> {
  const issuer = server.authServer ?? new URL(server.serviceUrl).origin
  const { origin } = new URL(issuer)
  const set = server.settings
  const isSet = Boolean(set.authorization_endpoint && set.token_endpoint)
  const found = await readMetadata(issuer, deps).catch((error: unknown) => {
    // Both endpoints are set, so the metadata are not needed.
    if (isSet && isFailure(error, 'serviceFailed')) return null
    throw error
  })
  const metadata = found?.metadata
  const choose = (name: EndpointName, path: string | null): SignInEndpoints['token'] | null => {
    const chosen = set[name]
    if (chosen) {
      checkEndpoint(name, chosen)
      return { url: chosen, how: 'set' }
    }
    const named = metadata?.[name]
    if (named !== undefined) return new URL(named).origin === origin ? { url: named, how: 'metadata' } : null
    return metadata || path === null ? null : { url: `${origin}${path}`, how: 'assumed' }
  }
  const required = (name: EndpointName, path: string): SignInEndpoints['token'] => {
    const endpoint = choose(name, path)
    if (endpoint) return endpoint
    const otherUrl = metadata?.[name] ?? ''
    throw server.authServer === null
      ? otherServerFailure(new URL(otherUrl).origin)
      : rejected(message('session.signServerAnotherServer', { endpoint: name, url: otherUrl }), name)
  }
  return {
    issuer: metadata?.issuer ?? issuer,
    metadataUrl: found?.url ?? null,
    authorization: required('authorization_endpoint', '/oauth/authorize'),
    token: required('token_endpoint', '/oauth/token'),
    revocation: choose('revocation_endpoint', null),
    secretMethods: metadata
      ? (metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'])
      : null,
    scopes: metadata?.scopes_supported ?? null,
    namesIssuer: metadata?.authorization_response_iss_parameter_supported ?? false,
  }
}

type EndpointName = 'authorization_endpoint' | 'token_endpoint' | 'revocation_endpoint'

/** Returns the library's configuration of a sign-in server, with the endpoints in use. */
export async function configureOAuth(
  server: SignInServer,
  deps: OAuthDeps,
): Promise<{ config: oauth.Configuration; endpoints: SignInEndpoints }> {
  const endpoints = await findSignInServer(server, deps)
  const { issuer, authorization, token, revocation, namesIssuer } = endpoints
  const metadata = {
    issuer,
    authorization_endpoint: authorization.url,
    token_endpoint: token.url,
    ...(revocation && { revocation_endpoint: revocation.url }),
    authorization_response_iss_parameter_supported: namesIssuer,
  }
  const authentication = chooseAuthentication(server, endpoints.secretMethods)
  const config = new oauth.Configuration(metadata, server.clientId, undefined, authentication)
  const origins = [token, revocation].flatMap((endpoint) => (endpoint ? [new URL(endpoint.url).origin] : []))
  config[oauth.customFetch] = createOAuthFetch(deps, origins, server.settings.token_body ?? 'form')
  config.timeout = libraryLimitS
  // Addresses were checked: plain http is allowed for this computer only.
  oauth.allowInsecureRequests(config)
  return { config, endpoints }
}

/**
 * Reads the metadata: RFC 8414 first (path between host and issuer path), then OpenID Connect Discovery (path after the
 * issuer).
 */
async function readMetadata(issuer: string, deps: OAuthDeps): Promise<FoundMetadata | null> {
  const server = new URL(issuer)
  let lastFailure: Failure | null = null
  for (const algorithm of ['oauth2', 'oidc'] as const) {
    let url = ''
    const send = createOAuthFetch(deps, [server.origin], 'form')
    const recordingFetch: oauth.CustomFetch = (address, options) => {
      url = address
      return send(address, options)
    }
    try {
      const config = await oauth.discovery(server, 'any', undefined, oauth.None(), {
        algorithm,
        [oauth.customFetch]: recordingFetch,
        execute: [oauth.allowInsecureRequests],
        timeout: libraryLimitS,
      })
      // A document without both endpoints is ignored.
      const { success, data } = metadataSchema.safeParse(config.serverMetadata())
      if (success) return { metadata: data, url }
    } catch (error) {
      lastFailure = classifyMetadataError(error, issuer, deps) ?? lastFailure
    }
  }
  if (lastFailure) throw lastFailure
  return null
}

/**
 * Returns null if there are no metadata at this address, or the failure of the server, since the other address may
 * still work.
 */
function classifyMetadataError(
  error: unknown,
  issuer: string,
  { explainNetwork }: OAuthDeps,
): Failure | null {
  // The issuer in the document is not an address.
  if (error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_URL') return null
  if (!(error instanceof oauth.ClientError)) throw unreachable(error, explainNetwork)
  const named = z.object({ attribute: z.literal('issuer'), body: z.object({ issuer: z.string() }) })
  const { success, data } = named.safeParse(error.cause)
  if (success) throw otherIssuerFailure(data.body.issuer, issuer)
  if (error.code !== undefined && error.code !== 'OAUTH_TIMEOUT') return null
  const failure = unreachable(error, explainNetwork)
  if (isFailure(failure, 'serviceFailed')) return failure
  throw failure
}

/** Returns our own failure if it caused the error (a time limit, the offline switch), otherwise `offline`. */
export function unreachable(error: unknown, explain: ExplainNetwork): Failure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isFailure(cause)) return cause
  const { reason, advice } = explain(error)
  const sentence = joinMessages([
    message('session.signServerCannotReached', { reason }),
    advice ?? message('session.checkNetworkAddressSign'),
  ])
  return new Failure('offline', sentence, { reason: 'network' }, { cause: error })
}

/** Codes and tokens go only to servers that the user named, so that a service cannot redirect them. */
const otherServerFailure = (named: string): Failure =>
  rejected(message('session.serviceSignAnotherServer', { named }), 'authServer')

/** Metadata with another issuer may belong to an attacker (RFC 8414, 6.2). */
function otherIssuerFailure(named: string, issuer: string): Failure {
  if (new URL(named).origin !== new URL(issuer).origin) return otherServerFailure(named)
  return rejected(message('session.signServerCallsNot', { named, issuer }), 'authServer')
}

/**
 * Chooses how to send the client secret: as the user set it, else by the metadata, else in the body (docs on service
 * conventions).
 */
function chooseAuthentication(
  { clientSecret, settings }: SignInServer,
  methods: readonly string[] | null,
): oauth.ClientAuth {
  if (clientSecret === null) return oauth.None()
  const secretLocation = settings.client_secret_in ?? chooseSecretLocation(methods)
  return secretLocation === 'header' ? inHeader(clientSecret) : oauth.ClientSecretPost(clientSecret)
}

function chooseSecretLocation(methods: readonly string[] | null): 'body' | 'header' {
  if (methods === null) return 'body'
  // If both are offered, the header is the registration default of clients.
  if (methods.includes('client_secret_basic')) return 'header'
  if (methods.includes('client_secret_post')) return 'body'
  const named = methods.join(', ') || 'nothing'
  throw rejected(message('session.signServerTakesNo', { methods: named }), 'clientSecret')
}

/**
 * Sends the secret in the header (RFC 6749, 2.3.1). The library would also encode `-`, `_` and `.`, which the form
 * encoding does not require and which servers that compare without decoding would reject.
 */
const inHeader =
  (clientSecret: string): oauth.ClientAuth =>
  (_server, client, _body, headers) => {
    const pair = [client.client_id, clientSecret].map(formEncoded).join(':')
    headers.set('Authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  }

const formEncoded = (text: string): string => new URLSearchParams({ _: text }).toString().slice(2)
