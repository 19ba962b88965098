import { Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { CheckedCall } from '../../../shared/domain/convention.ts'
import { defaultConventions } from '../conventions.ts'
import type { Exchange } from '../exchange.ts'
import { endpoints, impossibleId } from './endpoints.ts'
import { isServiceEndpoint, isTokenRequest, statusOf } from './exchangeReaders.ts'
import { isSwitchedOff, type StepResult } from './runSteps.ts'

const { scopes: documentedScopes } = defaultConventions

/** Scopes that the words of service-interface, "Scopes", suggest; it documents none for any call. */
const likelyScopes: Record<string, string> = {
  [endpoints.sample]: documentedScopes.samples,
  [endpoints.report]: documentedScopes.samples,
  [endpoints.drugs]: documentedScopes.drugs,
  [endpoints.drugsPage1]: documentedScopes.drugs,
  [endpoints.drugsPage0]: documentedScopes.drugs,
  [endpoints.drugsPage2]: documentedScopes.drugs,
  [endpoints.drugsOffset]: documentedScopes.drugs,
  [endpoints.drug]: documentedScopes.drugs,
  [endpoints.drugPathways]: documentedScopes.drugs,
  [endpoints.drugPathway]: documentedScopes.pathways,
  [endpoints.task]: documentedScopes.screening,
}

function answeredCall(exchange: Exchange, scopes: string[] | null): CheckedCall {
  const { endpoint, status, requestId, ms } = exchange
  const outcome = outcomeOf(exchange)
  const notes = [
    purposeOf(exchange),
    statusOf(exchange) === status ? null : `HTTP says ${status}, the envelope says ${statusOf(exchange)}.`,
    outcome === 'forbidden' ? scopesNote(endpoint, scopes) : explain(exchange, outcome),
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
  if (status === 401 && isServiceEndpoint(exchange)) return 'The service does not accept the credential.'
  if (outcome !== 'failed') return null
  if (status >= 300 && status < 400)
    return 'A redirect, which is not followed, so that the credential never goes elsewhere.'
  if (status === 429) return 'The service takes no more requests right now.'
  if (status >= 500) return 'The service failed.'
  return exchange.bytes.byteLength === 0 ? 'The answer is empty.' : 'The answer is not JSON.'
}

function scopesNote(endpoint: string, scopes: string[] | null): string {
  const carriedNote =
    scopes === null
      ? 'Which scopes the credential carries is not told.'
      : `The credential carries ${scopes.length === 0 ? 'no scopes' : scopes.join(', ')}.`
  const likelyScope = likelyScopes[endpoint]
  const hint = likelyScope === undefined ? '' : ` ${likelyScope} is the likely one.`
  return `${carriedNote} No scope is documented for this call.${hint}`
}

/** What came of one step of the check. `scopes`: what the credential carries; null where nobody says. */
export function toCheckedCall(result: StepResult, scopes: string[] | null): CheckedCall {
  if ('exchange' in result) return answeredCall(result.exchange, scopes)
  const { endpoint } = result
  const noResponse = { endpoint, status: null, ms: null, requestId: null }
  if ('skip' in result) return { ...noResponse, outcome: 'not-tried', note: result.skip }
  const { error } = result
  const note = error instanceof Failure ? error.message : 'The request failed.'
  if (isSwitchedOff(error)) return { ...noResponse, outcome: 'not-tried', note }
  return { ...noResponse, outcome: isFailure(error, 'notFound') ? 'not-found' : 'failed', note }
}
