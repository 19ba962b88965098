import { Failure } from '../../shared/contract/failures.ts'
import type { Problem } from './envelope.ts'
import { askForProxy, proxyRefused } from './networkErrors.ts'
import { withoutToken } from './redaction.ts'

/** What the mapping needs to know of a call to speak about it. */
export type Subject = {
  /** Method and path template, without identifiers or query. */
  endpoint: string
  /** What was asked for, in a person's words: `sample S-1`. */
  what: string
  scope?: string | undefined
}

type Refused = Subject & {
  status: number
  problem: Problem
  requestId: string | null
  retryAfterMs: number | null
  /** Scopes that the credential carries; null where nobody says. */
  scopesHeld: readonly string[] | null
  /** The token used; never to be repeated in a message, should the service echo it. */
  token: string
}

const maxTextLength = 300

/**
 * The failure for an answer that refuses (service-interface, "Errors"): 400 rejected, 401 notSignedIn,
 * 403 forbidden, 404 notFound, 429 rateLimited, other 4xx rejected, everything else serviceFailed.
 */
export function toRefusal(refused: Refused): Failure {
  const { status, endpoint } = refused
  const said = saying(refused)
  const id = refused.requestId === null ? {} : { requestId: refused.requestId }
  if (status === 401)
    return new Failure('notSignedIn', `The service does not accept the credential${said} Sign in again.`, id)
  if (status === 403) return forbidden(refused, said)
  if (status === 404)
    return new Failure('notFound', `The service does not know ${refused.what}${said}`, {
      what: refused.what,
      status,
      ...id,
    })
  if (status === 407)
    return new Failure('offline', `The service cannot be reached: ${proxyRefused}. ${askForProxy}`, {
      reason: 'network',
    })
  if (status === 429) {
    const retryAfterMs = refused.retryAfterMs ?? 60_000
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
    const message =
      seconds > 120
        ? `The service takes no more requests right now. Try again in ${Math.ceil(seconds / 60)} min.`
        : `The service takes no more requests right now. Try again in ${seconds} s.`
    return new Failure('rateLimited', message, { retryAfterMs, ...id })
  }
  if (status >= 300 && status < 400)
    return new Failure(
      'serviceFailed',
      'The service answered with a redirect, which is not followed, so that the credential never goes elsewhere. Check the address of the service.',
      { status, endpoint, ...id },
    )
  if (status >= 400 && status < 500) {
    const problems = refused.problem.fields.map(({ field, message }) => ({
      field: clean(field, refused.token),
      message: clean(message, refused.token),
    }))
    return new Failure('rejected', `The service refused the request${said || '.'} Check the values sent.`, {
      problems,
      status,
      ...id,
    })
  }
  // A code that HTTP has for no failure came in an answer that HTTP calls good.
  const isOwnCode = status < 300 || status > 599
  const advice = isOwnCode
    ? `Where that code means success at this service, set success_codes=${status} in the settings of the profile`
    : 'Try again later; if it stays, tell whoever runs the service'
  const trace = refused.requestId === null ? '.' : ` (request ${id.requestId}).`
  const how = isOwnCode
    ? `answered with the code ${status}, which is not taken for success`
    : `failed (${status})`
  return new Failure('serviceFailed', `The service ${how}${said} ${advice}${trace}`, {
    status,
    endpoint,
    ...id,
    ...(refused.retryAfterMs === null ? {} : { retryAfterMs: refused.retryAfterMs }),
  })
}

function forbidden(refused: Refused, said: string): Failure {
  const hint =
    refused.scope === undefined
      ? 'The documentation names no scope for this call'
      : `The credential may need the scope ${refused.scope}`
  const message = `You are not allowed to do this at the service${said} ${hint}${carried(refused)}.`
  return new Failure('forbidden', message, {
    ...(refused.scope === undefined ? {} : { scope: refused.scope }),
    ...(refused.requestId === null ? {} : { requestId: refused.requestId }),
  })
}

function carried({ scopesHeld, token }: Refused): string {
  if (scopesHeld === null) return ''
  if (scopesHeld.length === 0) return '; it carries no scope at all'
  return `; it carries ${scopesHeld.map((scope) => clean(scope, token)).join(', ')}`
}

/** The service's own words, ready to follow a clause; a full stop when it said nothing. */
function saying({ problem, token }: Refused): string {
  const text = problem.text === null ? '' : clean(problem.text, token)
  return text === '' ? '.' : `: ${text}${/[.!?]$/.test(text) ? '' : '.'}`
}

/** Text of the service made fit to show: one short line with no credential or query string in it. */
function clean(text: string, token: string): string {
  return withoutToken(text, token)
    .replaceAll(/\b(bearer)\s+\S+/gi, '$1 …')
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '…')
    .replaceAll(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, '$1')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxTextLength)
}
