import * as oauth from 'openid-client'
import { z } from 'zod'
import { Failure } from '../../shared/contract/failures.ts'
import { assumed, type ConventionSettings } from '../../shared/domain/convention.ts'
import type { Clock, Transport } from '../ports.ts'
import { isLoopback } from './hostName.ts'
import { type ExplainNetwork, unreachable } from './oauthFailures.ts'
import { createOAuthFetch } from './oauthFetch.ts'

/** Where and as whom to sign in. */
export type SignInServer = {
  serviceUrl: string
  /** Its origin, where it is not that of the service. */
  authServer: string | null
  clientId: string
  clientSecret: string | null
  conventions: Pick<ConventionSettings, 'token_body' | 'client_secret_in'>
}

export type OAuthParts = { transport: Transport; clock: Clock; explainNetwork: ExplainNetwork }

const metadataSchema = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional().catch(undefined),
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
})
type Metadata = z.infer<typeof metadataSchema>

/**
 * The OAuth 2.0 endpoints of a sign-in server: those its metadata names (RFC 8414), else the assumed
 * `{origin}/oauth/authorize` and `{origin}/oauth/token` (docs on service conventions). Throws `rejected` where the
 * metadata name another server, `offline` or `timeout` where no answer came.
 */
export async function configureOAuth(server: SignInServer, parts: OAuthParts): Promise<oauth.Configuration> {
  const origin = server.authServer ?? new URL(server.serviceUrl).origin
  const send = createOAuthFetch(parts, origin, server.conventions.token_body ?? assumed.token_body)
  const named = await readMetadata(send, origin, parts)
  const endpoints = {
    issuer: named?.issuer ?? origin,
    authorization_endpoint: named?.authorization_endpoint ?? `${origin}/oauth/authorize`,
    token_endpoint: named?.token_endpoint ?? `${origin}/oauth/token`,
    authorization_response_iss_parameter_supported:
      named?.authorization_response_iss_parameter_supported ?? false,
  }
  const authentication = chooseAuthentication(server, named?.token_endpoint_auth_methods_supported)
  const config = new oauth.Configuration(endpoints, server.clientId, undefined, authentication)
  config[oauth.customFetch] = send
  if (isLoopback(new URL(origin).hostname)) oauth.allowInsecureRequests(config)
  return config
}

async function readMetadata(
  send: oauth.CustomFetch,
  origin: string,
  { explainNetwork }: OAuthParts,
): Promise<Metadata | null> {
  const url = `${origin}/.well-known/oauth-authorization-server`
  const headers = { accept: 'application/json' }
  const options = { method: 'GET', headers, body: undefined, redirect: 'manual' as const }
  const response = await send(url, options).catch((error: unknown) => {
    throw unreachable(error, explainNetwork)
  })
  if (response.status !== 200) return null
  const document = metadataSchema.safeParse(await response.json().catch(() => null))
  // An answer that is no metadata means that there is none.
  if (!document.success) return null
  const { issuer, authorization_endpoint, token_endpoint } = document.data
  const elsewhere = [authorization_endpoint, token_endpoint, issuer].find(
    (address) => new URL(address).origin !== origin,
  )
  if (elsewhere !== undefined) throw otherServer(new URL(elsewhere).origin)
  return document.data
}

/** A code or token goes where a person said, so that a service cannot have it sent somewhere else. */
function otherServer(origin: string): Failure {
  const message = `The service has its sign-in on another server: ${origin}. Name that as the sign-in server if you trust it, and start the sign-in again.`
  return new Failure('rejected', message, { problems: [{ field: 'authServer', message }] })
}

/** As the profile says, else as the metadata say, else in the body (docs on service conventions). */
function chooseAuthentication(
  { clientSecret, conventions }: SignInServer,
  offered: string[] | undefined,
): oauth.ClientAuth {
  if (clientSecret === null) return oauth.None()
  const headerOnly =
    offered?.includes('client_secret_basic') === true && !offered.includes('client_secret_post')
  const place = conventions.client_secret_in ?? (headerOnly ? 'header' : 'body')
  return place === 'header' ? inHeader(clientSecret) : oauth.ClientSecretPost(clientSecret)
}

/**
 * RFC 6749, 2.3.1. The library would encode `-`, `_` and `.` too, which the form encoding does not ask for and which
 * a server that compares without decoding would take for another secret.
 */
const inHeader =
  (clientSecret: string): oauth.ClientAuth =>
  (_server, client, _body, headers) => {
    const pair = [client.client_id, clientSecret].map(formEncoded).join(':')
    headers.set('Authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  }

const formEncoded = (text: string): string => new URLSearchParams({ _: text }).toString().slice(2)
