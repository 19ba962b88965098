import { Failure } from '../../shared/contract/failures.ts'
import { isCredential } from '../../shared/domain/profile.ts'
import { hostProblem, isLoopback } from './hostName.ts'

const rejectedFailure = (field: string, message: string): Failure =>
  new Failure('rejected', message, { problems: [{ field, message }] })

/**
 * The address of a service as it is kept: https (http on this computer only), its host as punycode, its path
 * without a slash at the end. `https://` is added where no scheme was typed. Throws `rejected` with what is wrong.
 */
export function parseServiceUrl(text: string): string {
  const url = parseAddress('serviceUrl', 'service', text)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/**
 * The issuer of a sign-in server, as strictly as the address of a service. Its path stays as it was typed, since issuers
 * are compared letter by letter (RFC 8414, 3.3); that of its metadata is left out. Throws `rejected`.
 */
export function parseAuthServer(text: string): string {
  const { origin, pathname } = parseAddress('authServer', 'sign-in server', text)
  const path = pathname
    .replace(/^\/\.well-known\/(oauth-authorization-server|openid-configuration)(?=\/|$)/, '')
    .replace(/\/\.well-known\/(oauth-authorization-server|openid-configuration)$/, '')
  return `${origin}${path === '/' ? '' : path}`
}

/** An endpoint of a sign-in server that a person set. Throws `rejected` where its host only looks like another. */
export function checkEndpoint(field: string, address: string): void {
  const problem = hostProblem(new URL(address).hostname)
  if (problem !== null) throw rejectedFailure(field, `This is no address of a sign-in server: ${problem}.`)
}

function parseAddress(field: string, what: string, text: string): URL {
  const typed = text.trim()
  const reject = (message: string): Failure => rejectedFailure(field, message)
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(typed)?.[1]?.toLowerCase()
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/*([^/?#]*)/i.exec(typed)?.[1] ?? ''
  if (authority.includes('@') || (scheme === undefined && typed.split('/')[0]?.includes('@')))
    throw reject(`Leave user name and password out of the address of the ${what}.`)
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http')
    throw reject(`The address of the ${what} must begin with https://.`)
  const address = scheme === undefined ? `https://${typed}` : typed
  // The parser of URLs drops control characters and turns a backslash round: what was meant cannot be known.
  if (
    typed === '' ||
    /[\p{Cc}\p{Cf}\s\\]/u.test(typed) ||
    !URL.canParse(address) ||
    !hasSlashes(scheme, typed)
  )
    throw reject(`This is no address of a ${what}. It should look like https://api.example.org.`)
  if (/[?#]/.test(typed)) throw reject(`Leave out what begins with ? or # in the address of the ${what}.`)
  const url = new URL(address)
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw reject(
      'The address must begin with https://: over http, anyone on the way could read what is sent.',
    )
  const problem = hostProblem(url.hostname)
  if (problem !== null) throw reject(`This is no address of a ${what}: ${problem}.`)
  return url
}

/** The parser of URLs also takes `https:host` and `https:/host`, which are slips. */
const hasSlashes = (scheme: string | undefined, typed: string): boolean =>
  scheme === undefined ? !typed.startsWith('/') : /^[^:]+:\/\/[^/]/.test(typed)

/** A pasted API key without the blanks around it. Throws `rejected` when it cannot be one. */
export function parseApiKey(text: string): string {
  const key = text.trim().replace(/^bearer\s+/i, '')
  if (key === '')
    throw rejectedFailure('apiKey', 'The API key is empty. Copy it again from the console of the service.')
  if (!isCredential(key))
    throw rejectedFailure(
      'apiKey',
      'The API key holds blanks, line breaks or characters that no key has. Copy it again, whole and alone.',
    )
  return key
}

/** A pasted client secret without the blanks around it (RFC 6749, appendix A.2). Throws `rejected`. */
export function parseClientSecret(text: string): string {
  const secret = text.trim()
  if (!/^[\x20-\x7e]+$/.test(secret))
    throw rejectedFailure(
      'clientSecret',
      'The client secret is empty or holds line breaks or characters that none has. Copy it again, whole and alone.',
    )
  return secret
}
