import { describe, expect, it } from 'vitest'
import { Failure } from '../../../shared/contract/failures.ts'
import type { ConnectionReport } from '../../../shared/domain/app/connectionReport.ts'
import { joinMessages, toEnglish } from '../../../shared/words/message.ts'
import type { SignInEndpoints } from '../../ports.ts'
import { impossibleId } from './checkCalls.ts'
import { setUpCheck } from './testing/setUpCheck.ts'

type Answering = Parameters<typeof setUpCheck>[0]
type ReceivedRequest = Parameters<Answering>[0]
/** Returns null for a response in the documented form. */
type Different = (request: ReceivedRequest) => ReturnType<Answering> | null
const ok = (data: unknown, code = 200) => ({ code, data })
const refused = (status: number) => ({ status, body: { code: status, message: 'no' } })

/** A service in the documented form. */
function documented({ path }: ReceivedRequest) {
  if (path.includes(impossibleId)) return refused(404)
  if (path === '/api/v1/users/me') return { body: ok({ user_id: 'u', scopes: ['read:sample'] }) }
  if (path.startsWith('/api/v1/drugs?'))
    return { body: ok({ items: [{ drug_id: 'D/1', name: 'A & B' }], total: 1 }) }
  if (path === '/api/v1/drugs/D%2F1') return { body: ok({ drug_id: 'D/1' }) }
  if (path.startsWith('/api/v1/samples/')) return { body: ok({ sample_id: 's 1', status: 'completed' }) }
  return { body: ok([{ pathway: 'mTOR', direction: 'inhibits' }]), headers: { 'X-Request-Id': 'trace-7' } }
}

const sample = { sampleId: 's 1', status: 'done', state: 'succeeded' } as const
const outcomes = ({ calls }: ConnectionReport) =>
  calls.map(({ endpoint, outcome }) => `${endpoint} ${outcome}`)
const noteOf = ({ calls }: ConnectionReport, endpoint: string) =>
  calls.find((call) => call.endpoint === endpoint)?.note

describe('the connection check', () => {
  it('sends each safe request once and reports the response', async () => {
    const { check, seen } = await setUpCheck(documented, { parts: { samples: async () => [sample] } })
    const report = await check.run()
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/users/me',
      'GET /api/v1/drugs?limit=2',
      'GET /api/v1/drugs/D%2F1',
      'GET /api/v1/drugs/D%2F1/pathways',
      'GET /api/v1/moa/drug-pathway?drug=A+%26+B',
      'GET /api/v1/samples/pathclock-connection-check',
      'GET /api/v1/screening/pathclock-connection-check',
      'GET /api/v1/samples/s%201',
      'GET /api/v1/samples/s%201/report',
    ])
    for (const { path, headers } of seen)
      expect(headers.accept).toBe(path.endsWith('/report') ? '*/*' : 'application/json')
    expect(outcomes(report)).toEqual([
      'GET /users/me answered',
      'GET /drugs answered',
      'GET /drugs/{drug_id} answered',
      'GET /drugs/{drug_id}/pathways answered',
      'GET /moa/drug-pathway answered',
      'GET /samples/{sample_id} not-found',
      'GET /screening/{task_id} not-found',
      'GET /samples/{sample_id} answered',
      'GET /samples/{sample_id}/report answered',
    ])
    expect(report).toMatchObject({ profile: 'Lab', scopes: ['read:sample'], synthetic: false })
    expect(report.calls[3]).toMatchObject({ status: 200, requestId: 'trace-7', ms: expect.any(Number) })
  })

  it('skips requests that need data it does not have, and reports why', async () => {
    const empty = ({ path }: ReceivedRequest) =>
      path.includes('/drugs') ? { body: ok({ items: [] }) } : documentedOrNone(path)
    const { check, seen } = await setUpCheck(empty, {
      parts: { samples: async () => [{ sampleId: 's 1', status: 'Sequencing', state: 'unknown' }] },
      profile: { dialect: { base_path: '/api/v1' } },
    })
    const report = await check.run()
    expect(seen).toHaveLength(5)
    expect(toEnglish(noteOf(report, 'GET /drugs/{drug_id}')!)).toContain('no drug')
    expect(toEnglish(noteOf(report, 'GET /samples/{sample_id}/report')!)).toContain('no finished sample')
    expect(report.findings.find(({ name }) => name === 'state_words')?.value).toBe('Sequencing')
  })
  const documentedOrNone = (path: string) =>
    path.includes('/samples/s') ? { body: ok({ sample_id: 's 1', status: 'Sequencing' }) } : refused(404)

  it('names the forbidden calls, with the scopes of the credential', async () => {
    const limited = (request: ReceivedRequest) =>
      request.path.includes('/drugs') ? refused(403) : documented(request)
    const { check } = await setUpCheck(limited, { parts: { tokenScopes: async () => ['read:pathway'] } })
    const report = await check.run()
    expect(report.calls[1]).toMatchObject({ outcome: 'forbidden', status: 403 })
    expect(report.calls[1]?.note).toEqual(
      'The credential carries read:pathway. No scope is documented for this call. read:drug is the likely one.',
    )
    expect(report.scopes).toEqual(['read:pathway'])
    expect(report.calls[2]).toMatchObject({ outcome: 'not-tried', status: null })
  })

  it('uses the status in the envelope when HTTP reports 200', async () => {
    const inside = (request: ReceivedRequest) => ({ ...documented(request), status: 200 })
    const { check } = await setUpCheck(inside)
    const report = await check.run()
    expect(report.calls[5]).toMatchObject({ outcome: 'not-found', status: 200 })
    expect(toEnglish(report.calls[5]!.note!)).toContain('HTTP says 200, the envelope says 404.')
  })

  it('accepts JSON of any declared type, and reports an HTML page as failed', async () => {
    const typed = (request: ReceivedRequest) =>
      request.path.includes('/moa/')
        ? { body: '<html>' }
        : { headers: { 'Content-Type': 'text/html' }, ...documented(request) }
    const { check } = await setUpCheck(typed)
    const report = await check.run()
    expect(report.calls[0]?.outcome).toBe('answered')
    expect(report.calls[4]).toMatchObject({ outcome: 'failed', note: 'The answer is not JSON.' })
  })

  it('continues after a call without a response', async () => {
    const broken = (request: ReceivedRequest) =>
      request.path.includes('/moa/')
        ? { raw: (response: { destroy(): void }) => response.destroy() }
        : documented(request)
    const { check } = await setUpCheck(broken)
    const report = await check.run()
    expect(report.calls[4]).toMatchObject({
      outcome: 'failed',
      status: null,
      note: expect.stringContaining('Check the network'),
    })
    expect(report.calls[5]?.outcome).toBe('not-found')
  })

  it('throws the reason instead of returning a report if the service does not respond at all', async () => {
    const gone = await setUpCheck(documented)
    await gone.close()
    await expect(gone.check.run()).rejects.toMatchObject({ code: 'offline', details: { reason: 'network' } })
  })

  it.each([{ base_path: '/api/v1' }, {}])('is refused while the switch is on (%j)', async (dialect) => {
    const { check, seen, switches } = await setUpCheck(documented, { dialect })
    switches.offline = true
    await expect(check.run()).rejects.toMatchObject({ code: 'offline', details: { reason: 'switch' } })
    expect(seen).toEqual([])
  })

  it('sends no further request when the offline switch is turned on meanwhile', async () => {
    const off: { turn(): void } = { turn: () => undefined }
    const { check, seen, switches } = await setUpCheck((request) => {
      if (request.path.includes('/drugs')) off.turn()
      return documented(request)
    })
    off.turn = () => {
      switches.offline = true
    }
    const report = await check.run()
    expect(report.calls[0]).toMatchObject({ outcome: 'answered' })
    expect(report.calls[2]).toMatchObject({ outcome: 'not-tried' })
    expect(seen).toHaveLength(2)
  })

  it('reports that there is no such service, and does not search for it at every call', async () => {
    const { check, seen } = await setUpCheck(() => refused(404), { dialect: {} })
    const report = await check.run()
    expect(report.calls[0]).toMatchObject({
      outcome: 'not-found',
      note: expect.stringContaining('no such service'),
    })
    expect(report.calls).toHaveLength(1)
    expect(seen).toHaveLength(2)
  })

  const moved = (request: ReceivedRequest) =>
    request.path.startsWith('/old') ? refused(404) : documented(request)

  it('searches for a service that has moved from its detected path, and continues there', async () => {
    const { check, seen, found } = await setUpCheck(moved, { dialect: { base_path: '/old' } })
    const report = await check.run()
    expect(seen.slice(0, 4).map(({ path }) => path)).toEqual([
      '/old/users/me',
      '/api/v1/users/me',
      '/api/v1/users/me',
      '/api/v1/drugs?limit=2',
    ])
    expect(found).toEqual([{ base_path: '/api/v1' }])
    expect(report.calls[0]).toMatchObject({ outcome: 'answered' })
    expect(new URL(report.service).pathname).toBe('/api/v1')
  })

  it('stays at the configured path, and at the detected one if no other path responds better', async () => {
    const set = { base_path: '/old' }
    const client = await setUpCheck(moved, { dialect: set, profile: { dialect: set } })
    const report = await client.check.run()
    expect(report.calls[0]).toMatchObject({ outcome: 'not-found', status: 404 })
    expect(client.seen.filter(({ path }) => path.endsWith('/users/me'))).toHaveLength(1)
    await client.close()
    const gone = await setUpCheck(() => refused(404), { dialect: set })
    const none = await gone.check.run()
    expect(none.calls[0]).toMatchObject({ outcome: 'not-found', status: 404 })
    expect(new URL(none.service).pathname).toBe('/old')
    expect(gone.found).toEqual([])
  })

  it('reports a credential that is no longer accepted, and ends if there is none', async () => {
    const { check } = await setUpCheck(({ path }) => (path.startsWith('/api') ? refused(401) : refused(404)))
    const report = await check.run()
    expect(report.calls[0]).toMatchObject({ outcome: 'refused', status: 401 })
    const none = await setUpCheck(documented, {
      credential: {
        token: () => Promise.reject(new Failure('notSignedIn', joinMessages([`Sign in.`]), {})),
        renew: async () => false,
      },
    })
    await expect(none.check.run()).rejects.toMatchObject({ code: 'notSignedIn' })
    const gate = await setUpCheck(() => refused(401), { dialect: {} })
    await expect(gate.check.run()).rejects.toMatchObject({ code: 'notSignedIn' })
  })

  it('reports the sign-in endpoints in use, and why they are not known', async () => {
    const endpoints = {
      issuer: 'https://login.example',
      metadataUrl: 'https://login.example/.well-known/x',
      authorization: { url: 'https://login.example/a', how: 'set' },
      token: { url: 'https://login.example/t', how: 'metadata' },
      revocation: null,
    } as unknown as SignInEndpoints
    const { check } = await setUpCheck(documented, { parts: { signInServer: async () => endpoints } })
    const { findings } = await check.run()
    expect(findings.filter(({ name }) => name.endsWith('_endpoint'))).toMatchObject([
      { name: 'authorization_endpoint', value: 'https://login.example/a', how: 'set' },
      { name: 'token_endpoint', value: 'https://login.example/t', how: 'probed' },
    ])
    const failure = new Failure('serviceFailed', joinMessages([`No sign-in.`]), {
      status: 500,
      endpoint: 'x',
    })
    const failing = await setUpCheck(documented, { parts: { signInServer: () => Promise.reject(failure) } })
    const report = await failing.check.run()
    expect(report.findings.at(-1)).toMatchObject({
      name: 'token_endpoint',
      value: 'unknown',
      note: 'No sign-in.',
    })
  })
})

/** Runs the check against a service in the documented form, apart from some responses. */
async function findingsOf(different: Different, options: Parameters<typeof setUpCheck>[1] = {}) {
  const { check } = await setUpCheck((request) => different(request) ?? documented(request), {
    parts: { samples: async () => [sample] },
    ...options,
  })
  const report = await check.run()
  const valueOf = (name: string) => report.findings.find((finding) => finding.name === name)
  return { report, valueOf }
}

describe('the findings', () => {
  it('name the form of the service, and the assumption if nothing shows it', async () => {
    const { report } = await findingsOf(() => null)
    expect(report.findings.map(({ name, value, how }) => [name, value, how])).toEqual([
      ['base_path', '/api/v1', 'probed'],
      ['envelope', 'code+data', 'probed'],
      ['success_code', '200', 'probed'],
      ['list_shape', 'data.items', 'probed'],
      ['paging', 'limit+total', 'default'],
      ['report_format', 'application/json', 'probed'],
      ['state_words', 'known', 'probed'],
      ['rate_limit_headers', 'none', 'probed'],
      ['requests_per_minute', '100', 'default'],
      ['clock', 'behind', 'probed'],
      ['idempotency', 'none', 'default'],
    ])
  })

  it('list every setting of the dialect, and never a sign-in setting', async () => {
    const dialect = { base_path: '/api/v1', status: ['/state'], sign_in: { audience: 'lab' } }
    const { report } = await findingsOf(() => null, { dialect, profile: { dialect } })
    expect(report.findings.filter(({ how }) => how === 'set')).toMatchObject([
      { name: 'base_path', value: '/api/v1' },
      { name: 'status', value: '["/state"]' },
    ])
  })

  it.each<[string, Different, object]>([
    [
      'bare lists',
      ({ path }) => (path.includes('/drugs?') ? { body: [{ drug_id: 'd' }] } : null),
      { list_shape: 'array' },
    ],
    [
      'no list',
      ({ path }) => (path.includes('/drugs?') ? { body: ok({}) } : null),
      { list_shape: 'unknown' },
    ],
    [
      'unknown states, cut to one line without tokens',
      ({ path }) =>
        path.endsWith('/s%201') ? { body: ok({ sample_id: 's 1', status: 'On\nhold eyJh.eyJz.x' }) } : null,
      { state_words: 'On hold …' },
    ],
    [
      'limit headers',
      ({ path }) =>
        path.endsWith('/me')
          ? { body: ok({ user_id: 'u' }), headers: { 'X-RateLimit-Limit': '50', 'Retry-After': '1' } }
          : null,
      { rate_limit_headers: 'retry-after, x-ratelimit-limit', requests_per_minute: '50' },
    ],
    [
      'a PDF',
      ({ path }) =>
        path.endsWith('/report') ? { body: '%PDF', headers: { 'Content-Type': 'application/pdf' } } : null,
      { report_format: 'application/pdf' },
    ],
  ])('name %s', async (_what, different, expected) => {
    const { valueOf } = await findingsOf(different)
    for (const [name, value] of Object.entries(expected))
      expect(valueOf(name)).toMatchObject({ value, how: 'probed' })
  })
})

describe('the suggested dialect', () => {
  const all = Array.from({ length: 9 }, (_, at) => ({ drug_id: `d${at}`, name: `drug ${at}` }))
  const paged = (start: (params: URLSearchParams) => number) => (request: ReceivedRequest) => {
    const url = new URL(request.path, 'http://x')
    if (url.pathname !== '/api/v1/drugs') return null
    const at = start(url.searchParams)
    return { body: ok({ items: all.slice(at, at + 2), total: 9 }) }
  }

  it.each<[string, (params: URLSearchParams) => number, string | undefined]>([
    ['from 1', (params) => (Number(params.get('page') ?? 1) - 1) * 2, undefined],
    ['from 0', (params) => Number(params.get('page') ?? 0) * 2, 'page_from_0'],
    ['by offset', (params) => Number(params.get('offset') ?? 0), 'offset'],
  ])('has pages %s', async (_how, start, paging) => {
    const { report } = await findingsOf(paged(start))
    expect(report.suggested).toEqual({ base_path: '/api/v1', ...(paging && { paging }) })
  })

  it('has no numbering if the order of the list changes each time', async () => {
    let at = 0
    const { report } = await findingsOf(paged(() => at++ % 7))
    expect(report.suggested).toEqual({ base_path: '/api/v1' })
  })

  it('keeps what is set, and has an envelope that only the check could detect', async () => {
    const dialect = { base_path: '/api/v1', idempotency: 'honoured' } as const
    const own = (request: ReceivedRequest) => {
      const { body } = documented(request)
      return 'data' in body ? { body: { code: 20_000, message: 'ok', content: body.data } } : null
    }
    const { check, found } = await setUpCheck((request) => own(request) ?? documented(request), {
      dialect,
      profile: { dialect },
    })
    const { suggested, calls } = await check.run()
    const envelope = { data: ['/content'], success: [20_000] }
    expect(suggested).toEqual({ ...dialect, envelope })
    expect(found).toEqual([{ envelope }])
    expect(calls[3]).toMatchObject({ endpoint: 'GET /drugs/{drug_id}/pathways', outcome: 'answered' })
  })
})
