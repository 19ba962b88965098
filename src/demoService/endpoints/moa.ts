import { type Answer, ok, Refusal } from '../answers.ts'
import type { ApiCall, Backend, Endpoint } from '../backend.ts'
import { drugNamed } from '../model/catalogue.ts'
import { pathwayPayload } from './drugPayloads.ts'
import { finishedProfile } from './orders.ts'
import { chosenScores, clockPayload, requiredText, scorePayload } from './scores.ts'

export const moaEndpoints: Endpoint[] = [
  { method: 'POST', path: '/moa/pathway-analysis', scope: 'read:pathway', handle: pathwayAnalysis },
  { method: 'POST', path: '/moa/pathway-clock', scope: 'read:pathway', handle: pathwayClock },
  { method: 'GET', path: '/moa/drug-pathway', scope: 'read:pathway', handle: drugPathway },
]

function pathwayAnalysis({ body }: ApiCall, backend: Backend): Answer {
  const { order, profile } = finishedProfile(backend, requiredText(body, 'sample_id'))
  const scores = chosenScores(profile.scores, body.pathways)
  return ok({ sample_id: order.id, pathway_scores: scorePayload(scores), synthetic: true })
}

function pathwayClock({ body }: ApiCall, backend: Backend): Answer {
  const { order, profile } = finishedProfile(backend, requiredText(body, 'sample_id'))
  const scores = chosenScores(profile.scores, body.pathways)
  return ok({ ...clockPayload(order.id, profile, scores), synthetic: true })
}

/** By name or synonym, blind to case. */
function drugPathway({ query }: ApiCall, { catalogue }: Backend): Answer {
  const name = query.get('drug')?.trim() ?? ''
  if (name === '') throw new Refusal(400, 'drug is required: the name of a drug, as in ?drug=sirolimus.')
  const drug = drugNamed(catalogue, name)
  if (!drug) throw new Refusal(404, `There is no drug named "${name}".`)
  return ok(pathwayPayload(drug))
}
