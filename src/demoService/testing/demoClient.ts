import { type ReferenceOptions, type ReferenceService, startReferenceService } from '../index.ts'

type Offset = { aging_offset?: number }

/** The fields that a response may have; each test asserts those it expects. */
type Payload = {
  code?: number
  message?: string
  error?: string
  access_token?: string
  refresh_token?: string
  sample_id?: string
  task_id?: string
  status?: string
  name?: string
  notice?: string
  generated?: boolean
  progress?: number
  sample?: { client_reference: string }
  scopes?: string[]
  pathway_scores?: Record<string, { activity: number; aging_offset: number }>
  pathways?: Record<string, Offset>
  pathway_age?: number
  chronological_age?: number
  items?: { drug_id: string; name: string }[]
  results?: { rank: number; name: string; score: number }[]
  data?: Payload
}

/** `body`: the parsed JSON; `data`: the content of its envelope. Both are empty if the response is not JSON. */
export type Reply = { status: number; headers: Headers; text: string; body: Payload; data: Payload }

export type DemoClient = {
  service: ReferenceService
  clock: { now: number }
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Places an order and lets it ripen; gives its id. */
  order(fields: Record<string, unknown>): Promise<string>
}

/** A reference service on a clock of its own, and a client of it over real HTTP. Close `service` when done. */
export async function startDemo(options: ReferenceOptions = {}): Promise<DemoClient> {
  const clock = { now: Date.UTC(2026, 0, 15, 12) }
  const service = await startReferenceService({
    rate: { requests: 100_000, windowS: 60 },
    now: () => clock.now,
    ...options,
  })
  const request: DemoClient['request'] = async (method, path, body, headers = {}) =>
    readReply(
      await fetch(new URL(service.url).origin + path, {
        method,
        redirect: 'manual',
        headers: {
          Authorization: `Bearer ${service.apiKey}`,
          'Content-Type': 'application/json',
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
  return {
    service,
    clock,
    request,
    async order(fields) {
      const placed = await request('POST', '/api/v1/samples', fields)
      clock.now += 120_000
      return String(placed.data.sample_id)
    },
  }
}

async function readReply(response: Response): Promise<Reply> {
  const text = await response.text()
  const isJson = response.headers.get('Content-Type')?.includes('json') ?? false
  const body = isJson && text !== '' ? parsed(text) : {}
  return { status: response.status, headers: response.headers, text, body, data: body.data ?? {} }
}

function parsed(text: string): Payload {
  try {
    return JSON.parse(text) as Payload
  } catch {
    return {}
  }
}
