import type { Message } from '../../../shared/words/message.ts'
import { type CallSpec, pathSegment } from '../responses/apiResponse.ts'

/** One endpoint of the service. `scope`: the one that a call may need, a guess that appears only after a 403. */
type Endpoint = Pick<CallSpec, 'anyContent' | 'mayBeEmpty' | 'once'> & {
  /** Method and path template (service-interface, "Endpoints"). */
  endpoint: `${CallSpec['method']} /${string}`
  scope?: string
}

/** The endpoints of the service interface. */
export const endpoints = {
  createOrder: { endpoint: 'POST /samples', once: true, mayBeEmpty: true },
  sampleStatus: { endpoint: 'GET /samples/{sample_id}', scope: 'read:sample' },
  sampleReport: { endpoint: 'GET /samples/{sample_id}/report', scope: 'read:sample', anyContent: true },
  pathwayAnalysis: { endpoint: 'POST /moa/pathway-analysis', scope: 'read:pathway' },
  pathwayClock: { endpoint: 'POST /moa/pathway-clock', scope: 'read:pathway' },
  drugPathway: { endpoint: 'GET /moa/drug-pathway', scope: 'read:pathway' },
  searchDrugs: { endpoint: 'GET /drugs', scope: 'read:drug' },
  drug: { endpoint: 'GET /drugs/{drug_id}', scope: 'read:drug' },
  drugPathways: { endpoint: 'GET /drugs/{drug_id}/pathways', scope: 'read:drug' },
  createScreening: { endpoint: 'POST /screening', scope: 'write:screening', once: true, mayBeEmpty: true },
  screening: { endpoint: 'GET /screening/{task_id}', scope: 'write:screening' },
  virtualScreening: {
    endpoint: 'POST /moa/virtual-screening',
    scope: 'write:screening',
    once: true,
    mayBeEmpty: true,
  },
  me: { endpoint: 'GET /users/me' },
  updateMe: { endpoint: 'PATCH /users/me', once: true },
} as const satisfies Record<string, Endpoint>

type CallContent = Pick<CallSpec, 'query' | 'json' | 'headers'> & {
  /** The identifier in the path. */
  id?: string
}

/** Returns a call. `what`: the requested item in plain words. Throws `rejected` for an id that no path can hold. */
export function toCall(
  { endpoint, ...endpointOptions }: Endpoint,
  what: Message,
  { id = '', ...content }: CallContent = {},
): CallSpec {
  const [method, template] = endpoint.split(' ') as [CallSpec['method'], string]
  const path = template.replace(/\{(\w+)_id\}/, (_, kind: string) => pathSegment(id, kind))
  return { endpoint, ...endpointOptions, what, method, path, ...content }
}
