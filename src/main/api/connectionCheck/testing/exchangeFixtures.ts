import type { Exchange } from '../../http/exchange.ts'
import { toFindings } from '../findings.ts'
import { endpoints, impossibleId, type Observations } from '../observations.ts'

type ResponseOptions = {
  status?: number
  headers?: Record<string, string>
  contentType?: string
  path?: string
  fetchedAt?: string
}

export const readAt = '2026-01-15T12:00:00.000Z'

/** Creates a response from JSON or from a text of another type. */
export function toExchange(endpoint: string, body: unknown, options: ResponseOptions = {}): Exchange {
  const isText = typeof body === 'string'
  const contentType = options.contentType ?? (isText ? 'text/plain' : 'application/json')
  return {
    endpoint,
    path: options.path ?? '/api/v1/somewhere',
    status: options.status ?? 200,
    headers: new Headers(options.headers),
    contentType,
    bytes: new TextEncoder().encode(isText ? body : JSON.stringify(body)),
    body: isText ? undefined : body,
    requestId: 'req-1',
    ms: 20.4,
    fetchedAt: options.fetchedAt ?? readAt,
  }
}

export const refusedSample = (body: unknown, options: ResponseOptions = {}): Exchange =>
  toExchange(endpoints.sample, body, { status: 404, path: `/api/v1/samples/${impossibleId}`, ...options })

/** Returns a response to every call in the default form of the interface. */
export const defaultAnswers = (): Exchange[] => [
  toExchange(endpoints.me, ok({ user_id: 'usr_1', name: 'A. Person', scopes: ['read:drug'] })),
  toExchange(endpoints.drugs, ok({ items: [drug(1), drug(2)], total: 102, page: 1, limit: 2 })),
  toExchange(endpoints.drug, ok(drug(1))),
  toExchange(endpoints.drugPathways, ok([{ pathway: 'mTOR', direction: 'inhibits' }])),
  toExchange(endpoints.drugPathway, ok([{ pathway: 'NF_KB', direction: 'activates' }])),
  refusedSample({ code: 404, message: 'no such sample' }),
  toExchange(endpoints.sample, ok({ sample_id: 'smp_1', status: 'succeeded', created_at: readAt })),
  toExchange(endpoints.report, ok({ sample_id: 'smp_1', pathway_scores: { mTOR: {}, AMPK: {} } })),
  toExchange('POST /oauth/token', { error: 'unsupported_grant_type' }, { status: 400, path: '/oauth/token' }),
]

export const ok = (data: unknown, code = 200) => ({ code, data })

const drug = (nth: number) => ({ drug_id: `DRG-${nth}`, name: `Drug ${nth}`, synonyms: [], category: 'c' })

const observationsOf = (exchanges: Exchange[], more: Partial<Observations>): Observations => ({
  exchanges,
  service: 'https://service.example/api/v1',
  set: {},
  settings: {},
  requestsPerMinute: 100,
  signIn: null,
  quota: { limit: 100, windowMs: 60_000 },
  scopes: null,
  statusWords: [],
  ...more,
})

/** Derives the findings and returns a lookup by name. */
export function found(exchanges: Exchange[], more: Partial<Observations> = {}) {
  const findings = toFindings(observationsOf(exchanges, more))
  return (name: string) => {
    const finding = findings.find((each) => each.name === name)
    if (!finding) throw new Error(`There is no finding ${name}.`)
    return finding
  }
}
