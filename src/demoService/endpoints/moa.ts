import type { ApiCall, Backend, Endpoint } from '../backend.ts'
import { type EndpointResponse, isRecord, ok, Refusal } from '../http/httpMessages.ts'
import { drugNamed } from '../model/catalogue.ts'
import { pathwayPayload } from './drugs.ts'
import { clockPayload, finishedProfile, requiredText, scorePayload, selectScores } from './orders.ts'

export const moaEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/moa/pathway-analysis',
    scope: 'read:pathway',
    handle: deferrable(pathwayAnalysis),
  },
  { method: 'POST', path: '/moa/pathway-clock', scope: 'read:pathway', handle: deferrable(pathwayClock) },
  { method: 'GET', path: '/moa/results/:id', scope: 'read:pathway', handle: deferredResult },
  { method: 'GET', path: '/moa/drug-pathway', scope: 'read:pathway', handle: drugPathway },
]

/** In a service that defers its results: accepted, with the address where the result is. */
function deferrable(handle: Endpoint['handle']): Endpoint['handle'] {
  return (call, backend) => {
    const answer = handle(call, backend)
    if (!backend.dialect.defersResults) return answer
    const kind = handle === pathwayClock ? 'clock' : 'analysis'
    const id = Buffer.from(JSON.stringify({ kind, body: call.body })).toString('base64url')
    const Location = `${backend.dialect.prefix}/moa/results/${id}`
    return {
      kind: 'data',
      status: 202,
      data: { status: backend.dialect.stateWord('queued') },
      headers: { Location, 'Retry-After': '1' },
    }
  }
}

function deferredResult(call: ApiCall, backend: Backend): EndpointResponse {
  const { kind, body } = readResultId(call.id)
  return (kind === 'clock' ? pathwayClock : pathwayAnalysis)({ ...call, body }, backend)
}

function readResultId(id: string): { kind: unknown; body: Record<string, unknown> } {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(id, 'base64url').toString())
    if (isRecord(decoded) && isRecord(decoded['body']))
      return { kind: decoded['kind'], body: decoded['body'] }
  } catch {
    // Refused below.
  }
  throw new Refusal(404, `There is no result "${id}".`)
}

function pathwayAnalysis({ body }: ApiCall, backend: Backend): EndpointResponse {
  const { order, profile } = finishedProfile(backend, requiredText(body, 'sample_id'))
  const scores = selectScores(profile.scores, body.pathways)
  return ok({ sample_id: order.id, pathway_scores: scorePayload(scores), synthetic: true })
}

function pathwayClock({ body }: ApiCall, backend: Backend): EndpointResponse {
  const { order, profile } = finishedProfile(backend, requiredText(body, 'sample_id'))
  const scores = selectScores(profile.scores, body.pathways)
  return ok({ ...clockPayload(order.id, profile, scores), synthetic: true })
}

/** By name or synonym, blind to case. */
function drugPathway({ query }: ApiCall, { catalogue }: Backend): EndpointResponse {
  const name = query.get('drug')?.trim() ?? ''
  if (name === '') throw new Refusal(400, 'drug is required: the name of a drug, as in ?drug=sirolimus.')
  const drug = drugNamed(catalogue, name)
  if (!drug) throw new Refusal(404, `There is no drug named "${name}".`)
  return ok(pathwayPayload(drug))
}
