import { createHash, randomBytes } from 'node:crypto'
import { escapeHtml } from '../http/dialect.ts'
import type { EndpointResponse } from '../http/httpMessages.ts'
import { allScopes } from '../state.ts'

/** A request for consent that is well formed. */
type ConsentRequest = { redirectUri: string; state: string | null; challenge: string; scopes: string[] }
type Code = ConsentRequest & { expiresAtMs: number; grantId: string | null }

/** The grant of a code, once the client has authenticated. */
type Redeemed = { scopes: string[]; remember(grantId: string): void }

export type Authorization = {
  authorize(query: URLSearchParams): EndpointResponse
  decide(form: URLSearchParams): EndpointResponse
  /**
   * Returns null for an unknown code, or one of another redirect address or verifier. `replayed`: the grant of a code
   * that was already used.
   */
  redeem(code: string, redirectUri: string, verifier: string): Redeemed | { replayed: string } | null
}

const codeLifetimeMs = 10 * 60 * 1000
/** The most sign-in pages that can be open at the same time. */
const maxPendingRequests = 1000
const challengePattern = /^[A-Za-z0-9_-]{43}$/

/** The authorization endpoint: consent page, decision, codes with PKCE S256 (RFC 6749, 7636, 8252). */
export function createAuthorization(clientId: string, now: () => number): Authorization {
  const pendingRequests = new Map<string, ConsentRequest>()
  const codes = new Map<string, Code>()
  return {
    authorize(query) {
      const read = parseConsentRequest(query, clientId)
      if ('answer' in read) return read.answer
      const ticket = secret()
      pendingRequests.set(ticket, read)
      const oldest = pendingRequests.keys().next().value
      if (pendingRequests.size > maxPendingRequests && oldest !== undefined) pendingRequests.delete(oldest)
      return consentPage(ticket, clientId, read.scopes, new URL(read.redirectUri).origin)
    },
    decide(form) {
      const ticket = form.get('request') ?? ''
      const consentRequest = pendingRequests.get(ticket)
      if (!consentRequest)
        return refusalPage('This page was answered already. Start the sign-in again in the app.')
      pendingRequests.delete(ticket)
      if (form.get('decision') !== 'allow')
        return redirectBack(consentRequest, {
          error: 'access_denied',
          error_description: 'The user denied access.',
        })
      const code = secret()
      codes.set(code, { ...consentRequest, expiresAtMs: now() + codeLifetimeMs, grantId: null })
      return redirectBack(consentRequest, { code })
    },
    redeem(text, redirectUri, verifier) {
      const code = codes.get(text)
      if (!code) return null
      if (code.grantId !== null) return { replayed: code.grantId }
      // A code is valid once, whatever the outcome.
      codes.delete(text)
      const isVerified = createHash('sha256').update(verifier).digest('base64url') === code.challenge
      if (!isVerified || redirectUri !== code.redirectUri || now() >= code.expiresAtMs) return null
      return {
        scopes: code.scopes,
        remember: (grantId) => {
          codes.set(text, { ...code, grantId })
        },
      }
    },
  }
}

const secret = (): string => randomBytes(24).toString('base64url')

function parseConsentRequest(
  query: URLSearchParams,
  clientId: string,
): ConsentRequest | { answer: EndpointResponse } {
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== clientId) return { answer: refusalPage('The client_id is not known here.') }
  if (!isLoopback(redirectUri))
    return {
      answer: refusalPage('The redirect_uri must be http://127.0.0.1 or http://localhost with a port.'),
    }
  const state = query.get('state')
  const refuse = (error: string, description: string) => ({
    answer: redirectBack({ redirectUri, state }, { error, error_description: description }),
  })
  if (query.get('response_type') !== 'code')
    return refuse('unsupported_response_type', 'response_type must be code.')
  const challenge = query.get('code_challenge') ?? ''
  if (query.get('code_challenge_method') !== 'S256' || !challengePattern.test(challenge))
    return refuse('invalid_request', 'PKCE with code_challenge_method=S256 is required.')
  const scopes = query.get('scope')?.split(' ').filter(Boolean) ?? []
  if (scopes.some((scope) => !allScopes.some((known) => known === scope)))
    return refuse('invalid_scope', `Scopes are ${allScopes.join(' ')}.`)
  return { redirectUri, state, challenge, scopes: scopes.length > 0 ? [...new Set(scopes)] : [...allScopes] }
}

/** Native apps are called back on this computer, on any port (RFC 8252, 7.3). */
function isLoopback(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, hash, port } = new URL(text)
  const isLocal = hostname === '127.0.0.1' || hostname === 'localhost'
  return protocol === 'http:' && isLocal && port !== '' && username === '' && hash === ''
}

function redirectBack(
  to: { redirectUri: string; state: string | null },
  answer: Record<string, string>,
): EndpointResponse {
  const target = new URL(to.redirectUri)
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value)
  if (to.state !== null) target.searchParams.set('state', to.state)
  const headers = { Location: target.href, 'Cache-Control': 'no-store' }
  // 303: the browser must follow with GET after the form's POST.
  return { kind: 'plain', status: 303, headers, body: '' }
}

const scopeTexts: Record<string, string> = {
  'read:sample': 'read detection samples and their reports',
  'read:pathway': 'read pathway analysis results',
  'write:screening': 'create virtual screening tasks',
  'read:drug': 'read the drug database',
}

/** The page that asks the user; `ticket` ties the answer to this one question. */
function consentPage(
  ticket: string,
  clientId: string,
  scopes: string[],
  redirectOrigin: string,
): EndpointResponse {
  const list = scopes.map((scope) => `<li><code>${escapeHtml(scope)}</code> ${scopeTexts[scope] ?? ''}</li>`)
  return htmlPage(
    200,
    'Allow access?',
    `<p><strong>${escapeHtml(clientId)}</strong> asks for access to your account. It will be able to:</p>
<ul>${list.join('')}</ul>
<form method="post" action="/oauth/authorize">
<input type="hidden" name="request" value="${escapeHtml(ticket)}">
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>`,
    // Chromium applies form-action to where the answer redirects, too.
    `form-action 'self' ${redirectOrigin}`,
  )
}

/** Shown where sending the browser back would be unsafe: the client or its address is not known to be right. */
const refusalPage = (reason: string): EndpointResponse =>
  htmlPage(400, 'Sign-in refused', `<p>${escapeHtml(reason)}</p>`, "form-action 'none'")

function htmlPage(status: number, title: string, body: string, formAction: string): EndpointResponse {
  const nonce = randomBytes(16).toString('base64')
  const style =
    'body{font:16px/1.5 system-ui;max-width:34rem;margin:4rem auto;padding:0 1rem}button{font:inherit}'
  return {
    kind: 'plain',
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; ${formAction}`,
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style nonce="${nonce}">${style}</style></head>
<body><main><h1>${title}</h1>${body}
<p><small>Reference service of Pathclock: all of its data is synthetic.</small></p></main></body></html>`,
  }
}
