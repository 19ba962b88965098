import { type ReferenceOptions, type ReferenceService, startReferenceService } from '../index.ts'

type Text = 'message' | 'error' | 'status' | 'name' | 'notice' | 'sample_id' | 'task_id'
type Token = 'access_token' | 'refresh_token'

/** The fields that a response may have; each test asserts those it expects. */
type Payload = Partial<Record<Text | Token, string>> & {
  code?: number
  generated?: boolean
  progress?: number
  sample?: { client_reference: string }
  scopes?: string[]
  pathway_scores?: Record<string, { activity: number; aging_offset: number }>
  pathways?: Record<string, { aging_offset?: number }>
  pathway_age?: number
  chronological_age?: number
  items?: { drug_id: string; name: string }[]
  results?: { rank: number; name: string; score: number }[]
  data?: Payload
}

/** `body`: the parsed JSON; `data`: the content of its envelope. Both are empty if the response is not JSON. */
export type Reply = {
  status: number
  /** The media type. */
  type: string
  headers: Headers
  text: string
  body: Payload
  data: Payload
}

export type DemoClient = {
  service: ReferenceService
  clock: { now: number }
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Requests of the API: their paths are below `/api/v1/`. */
  get(path: string): Promise<Reply>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
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
  const post: DemoClient['post'] = (path, ...more) => request('POST', `/api/v1/${path}`, ...more)
  return {
    service,
    clock,
    request,
    get: (path) => request('GET', `/api/v1/${path}`),
    post,
    async order(fields) {
      const placed = await post('samples', fields)
      clock.now += 120_000
      return String(placed.data.sample_id)
    },
  }
}

async function readReply(response: Response): Promise<Reply> {
  const text = await response.text()
  const { status, headers } = response
  const type = headers.get('Content-Type') ?? ''
  const body = type.includes('json') && text !== '' ? parsed(text) : {}
  return { status, type, headers, text, body, data: body.data ?? {} }
}

function parsed(text: string): Payload {
  try {
    return JSON.parse(text) as Payload
  } catch {
    return {}
  }
}
