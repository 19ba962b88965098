import { Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { CheckedCall } from '../../../shared/domain/convention.ts'
import { defaultConventions } from '../conventions.ts'
import type { Exchange } from '../exchange.ts'
import { isOfService, isTokenRequest, statusOf } from './answers.ts'
import { type Asked, isSwitchedOff } from './asking.ts'
import { endpoints, impossibleId } from './endpoints.ts'

const { scopes: likely } = defaultConventions

/** Scopes that the words of service-interface, "Scopes", suggest; it documents none for any call. */
const likelyScopes: Record<string, string> = {
  [endpoints.sample]: likely.samples,
  [endpoints.report]: likely.samples,
  [endpoints.drugs]: likely.drugs,
  [endpoints.drugsPage1]: likely.drugs,
  [endpoints.drugsPage0]: likely.drugs,
  [endpoints.drugsPage2]: likely.drugs,
  [endpoints.drugsOffset]: likely.drugs,
  [endpoints.drug]: likely.drugs,
  [endpoints.drugPathways]: likely.drugs,
  [endpoints.drugPathway]: likely.pathways,
  [endpoints.task]: likely.screening,
}

function answeredCall(exchange: Exchange, scopes: string[] | null): CheckedCall {
  const { endpoint, status, requestId, ms } = exchange
  const outcome = outcomeOf(exchange)
  const notes = [
    purposeOf(exchange),
    statusOf(exchange) === status ? null : `HTTP says ${status}, the envelope says ${statusOf(exchange)}.`,
    outcome === 'forbidden' ? aboutScopes(endpoint, scopes) : explain(exchange, outcome),
  ].filter((note) => note !== null)
  return { endpoint, outcome, status, ms: Math.round(ms), requestId, note: notes.join(' ') || null }
}

function outcomeOf(exchange: Exchange): CheckedCall['outcome'] {
  const status = statusOf(exchange)
  if (status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'not-found'
  if (status === 429 || status >= 500 || status < 200 || (status >= 300 && status < 400)) return 'failed'
  if (status >= 400) return 'refused'
  return isReadable(exchange) ? 'answered' : 'failed'
}

/** A report may be of any kind; everything else is JSON. */
const isReadable = ({ endpoint, body, bytes }: Exchange): boolean =>
  endpoint === endpoints.report ? bytes.byteLength > 0 : body !== undefined

function purposeOf({ endpoint, path }: Exchange): string | null {
  if (path.endsWith(`/${impossibleId}`)) return 'Asked on purpose for what cannot exist.'
  return isTokenRequest(endpoint) ? 'Asked on purpose without a grant: nothing could be spent.' : null
}

function explain(exchange: Exchange, outcome: CheckedCall['outcome']): string | null {
  const status = statusOf(exchange)
  if (status === 401 && isOfService(exchange)) return 'The service does not accept the credential.'
  if (outcome !== 'failed') return null
  if (status >= 300 && status < 400)
    return 'A redirect, which is not followed, so that the credential never goes elsewhere.'
  if (status === 429) return 'The service takes no more requests right now.'
  if (status >= 500) return 'The service failed.'
  return exchange.bytes.byteLength === 0 ? 'The answer is empty.' : 'The answer is not JSON.'
}

function aboutScopes(endpoint: string, scopes: string[] | null): string {
  const carried =
    scopes === null
      ? 'Which scopes the credential carries is not told.'
      : `The credential carries ${scopes.length === 0 ? 'no scopes' : scopes.join(', ')}.`
  const wanted = likelyScopes[endpoint]
  const hint = wanted === undefined ? '' : ` ${wanted} is the likely one.`
  return `${carried} No scope is documented for this call.${hint}`
}

/** What came of one step of the check. `scopes`: what the credential carries; null where nobody says. */
export function toCheckedCall(asked: Asked, scopes: string[] | null): CheckedCall {
  if ('exchange' in asked) return answeredCall(asked.exchange, scopes)
  const { endpoint } = asked
  const nothing = { endpoint, status: null, ms: null, requestId: null }
  if ('skip' in asked) return { ...nothing, outcome: 'not-tried', note: asked.skip }
  const { error } = asked
  const note = error instanceof Failure ? error.message : 'The request failed.'
  if (isSwitchedOff(error)) return { ...nothing, outcome: 'not-tried', note }
  return { ...nothing, outcome: isFailure(error, 'notFound') ? 'not-found' : 'failed', note }
}
