import { randomBytes } from 'node:crypto'
import { escapeHtml } from '../dialect.ts'
import type { EndpointResponse } from '../httpMessages.ts'

const scopeTexts: Record<string, string> = {
  'read:sample': 'read detection samples and their reports',
  'read:pathway': 'read pathway analysis results',
  'write:screening': 'create virtual screening tasks',
  'read:drug': 'read the drug database',
}

/** The page that asks the user; `ticket` ties the answer to this one question. */
export function consentPage(
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
export const refusalPage = (reason: string): EndpointResponse =>
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
