import { domainToUnicode } from 'node:url'
import { type Failure, rejected } from '../../shared/contract/failures.ts'
import { isCredential } from '../../shared/domain/app/profile.ts'
import { lazy } from '../../shared/lazy.ts'
import { type Message, message } from '../../shared/words/message.ts'

/**
 * Returns the address of a service as it is stored: https (http on this computer only), its host as punycode, its path
 * without a trailing slash. Adds `https://` if no scheme was typed. Throws `rejected` with the problem.
 */
export function parseServiceUrl(text: string): string {
  const url = parseAddress('serviceUrl', message('shared.service'), text)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/**
 * Returns the issuer of a sign-in server, checked like the address of a service. Its path is kept as typed, since
 * issuers are compared exactly (RFC 8414, 3.3); a metadata path is removed. Throws `rejected`.
 */
export function parseAuthServer(text: string): string {
  const { origin, pathname } = parseAddress('authServer', message('session.signServer'), text)
  const path = pathname
    .replace(/^\/\.well-known\/(oauth-authorization-server|openid-configuration)(?=\/|$)/, '')
    .replace(/\/\.well-known\/(oauth-authorization-server|openid-configuration)$/, '')
  return `${origin}${path === '/' ? '' : path}`
}

/** Checks an endpoint that the user set. Throws `rejected` if its host only looks like another one. */
export function checkEndpoint(field: string, address: string): void {
  const problem = hostProblem(new URL(address).hostname)
  if (problem !== null) throw rejected(message('session.noAddressSignServer', { problem }), field)
}

function parseAddress(field: string, what: Message, text: string): URL {
  const typed = text.trim()
  const reject = (message: Message): Failure => rejected(message, field)
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(typed)?.[1]?.toLowerCase()
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/*([^/?#]*)/i.exec(typed)?.[1] ?? ''
  if (authority.includes('@') || (scheme === undefined && typed.split('/')[0]?.includes('@')))
    throw reject(message('session.leaveUserNamePassword', { what }))
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http')
    throw reject(message('session.addressMustBeginHttps', { what }))
  const address = scheme === undefined ? `https://${typed}` : typed
  // The URL parser drops control characters and converts backslashes, so the intended address is unknown.
  if (
    typed === '' ||
    /[\p{Cc}\p{Cf}\s\\]/u.test(typed) ||
    !URL.canParse(address) ||
    !hasSlashes(scheme, typed)
  )
    throw reject(message('session.notAddressEnterAddress', { what }))
  if (/[?#]/.test(typed)) throw reject(message('session.leaveOutWhatBegins', { what }))
  const url = new URL(address)
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw reject(message('session.addressMustStartHttps'))
  const problem = hostProblem(url.hostname)
  if (problem !== null) throw reject(message('session.noAddress', { what, problem }))
  return url
}

/** Returns false for `https:host` and `https:/host`: typing mistakes that the URL parser accepts. */
const hasSlashes = (scheme: string | undefined, typed: string): boolean =>
  scheme === undefined ? !typed.startsWith('/') : /^[^:]+:\/\/[^/]/.test(typed)

/** Returns a pasted API key, trimmed. Throws `rejected` if it cannot be one. */
export function parseApiKey(text: string): string {
  const key = text.trim().replace(/^bearer\s+/i, '')
  if (key === '') throw rejected(message('session.apiKeyEmptyCopy'), 'apiKey')
  if (!isCredential(key)) throw rejected(message('session.apiKeyContainsSpaces'), 'apiKey')
  return key
}

/** Returns a pasted client secret, trimmed (RFC 6749, appendix A.2). Throws `rejected`. */
export function parseClientSecret(text: string): string {
  const secret = text.trim()
  if (!/^[\x20-\x7e]+$/.test(secret))
    throw rejected(message('session.clientSecretEmptyContains'), 'clientSecret')
  return secret
}

/** Returns true if a host is this computer, where plain http cannot be intercepted from outside. */
const isLoopback = (hostname: string): boolean =>
  hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'

/**
 * Returns why a host (as `URL` returns it) is not acceptable, as the end of a sentence; null if it is. Names are
 * compared as the user sees them, since look-alikes of known names are used to steal credentials.
 */
function hostProblem(hostname: string): Message | null {
  if (isLoopback(hostname)) return null
  if (hostname.endsWith('.')) return message('session.hostEndsDotLeave')
  if (hostname === '0.0.0.0' || hostname === '[::]') return message('session.hostMeansEveryAddress')
  if (/^\[::ffff:/i.test(hostname)) return message('session.hostIpv4AddressWritten')
  if (/^(localhost|\d+(\.\d+){3})\./i.test(hostname)) return message('session.hostLooksLikeAddress')
  const isLookAlike = hostname.includes('xn--') && domainToUnicode(hostname).split('.').some(isDeceptive)
  return isLookAlike ? message('session.hostContainsLettersLook') : null
}

/** Scripts that occur together in one word (Unicode TR 39, "Single Script" with its CJK sets). */
const combinedScripts = lazy(() => [
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[\p{Script=Han}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]+$/u,
])

/** Scripts of living languages (Unicode TR 31, table 5) that have no set above. */
const singleScripts = lazy(() =>
  [
    'Latin|Cyrillic|Greek|Armenian|Georgian|Hebrew|Arabic|Thaana|Ethiopic|Khmer|Lao|Myanmar|Thai|Tibetan|Sinhala',
    'Bengali|Devanagari|Gujarati|Gurmukhi|Kannada|Malayalam|Oriya|Tamil|Telugu',
  ]
    .flatMap((names) => names.split('|'))
    .map((name) => new RegExp(`^[\\p{Script=${name}}\\p{Script=Common}\\p{Script=Inherited}]+$`, 'u')),
)

/** Cyrillic, Greek and Armenian letters that look like Latin ones (from Unicode's confusables.txt). */
const latinLookAlikes = lazy(() => /^[аесһіїјӏорԁԛѕԝхуүҽѵѡαγηικνορτυχωϲϳաոսցգզհօքյ\d_-]+$/u)
/** Non-ASCII Latin letters without a mark that look like ASCII ones; ß, æ, œ, ø, þ, đ, ł do not. */
const asciiLookAlikes = lazy(() => /[^\P{Script=Latin}a-zßæœøþðđł]/u)

/** Returns true if a label of a name, as the user sees it, is deceptive. */
function isDeceptive(label: string): boolean {
  if (/^[\da-z-]*$/.test(label)) return label.startsWith('xn--')
  if (![...combinedScripts(), ...singleScripts()].some((script) => script.test(label))) return true
  // A letter with a mark is visibly different, so é is treated as e.
  const bare = label.normalize('NFD').replaceAll(/\p{Mn}/gu, '')
  return latinLookAlikes().test(label) || asciiLookAlikes().test(bare)
}
