import { afterEach, describe, expect, it } from 'vitest'
import { Failure } from '../../../shared/contract/failures.ts'
import type { ConnectionReport } from '../../../shared/domain/app/convention.ts'
import { message, toEnglish } from '../../../shared/messages/message.ts'
import { impossibleId } from './observations.ts'
import { ok } from './testing/exchangeFixtures.ts'
import { setUpCheck } from './testing/setUpCheck.ts'

type Set = Awaited<ReturnType<typeof setUpCheck>>
let open: Set | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})
const setUp = async (...args: Parameters<typeof setUpCheck>): Promise<Set> => {
  open = await setUpCheck(...args)
  return open
}

type ReceivedRequest = Parameters<Parameters<typeof setUpCheck>[0]>[0]
const refused = (status: number) => ({ status, body: { code: status, message: 'no' } })

/** A service in the documented form. */
function documented({ path, method }: ReceivedRequest) {
  if (method === 'POST') return { status: 400, body: { error: 'unsupported_grant_type' } }
  if (path.includes(impossibleId) || path.startsWith('/.well-known')) return refused(404)
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
    const { check, seen } = await setUp(documented, { parts: { samples: async () => [sample] } })
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
      'GET /.well-known/oauth-authorization-server',
      'GET /.well-known/openid-configuration',
      'POST /oauth/token',
    ])
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
      'GET /.well-known/oauth-authorization-server not-found',
      'GET /.well-known/openid-configuration not-found',
      'POST /oauth/token refused',
    ])
    expect(report).toMatchObject({ profile: 'Lab', scopes: ['read:sample'], synthetic: false })
    expect(report.calls[3]).toMatchObject({ status: 200, requestId: 'trace-7', ms: expect.any(Number) })
  })

  it('places and spends nothing, and sends the credential to the service only', async () => {
    const { check, seen } = await setUp(documented)
    await check.run()
    const posts = seen.filter(({ method }) => method !== 'GET')
    expect(posts.map(({ path, body }) => [path, body])).toEqual([
      ['/oauth/token', 'grant_type=connection_check'],
    ])
    for (const { path, headers } of seen)
      expect(headers.authorization).toBe(path.startsWith('/api/v1/') ? 'Bearer key-1' : undefined)
  })

  it('skips requests that need data it does not have, and reports why', async () => {
    const empty = ({ path }: ReceivedRequest) =>
      path.includes('/drugs') ? { body: ok({ items: [] }) } : documentedOrNone(path)
    const { check, seen } = await setUp(empty, {
      parts: { samples: async () => [{ sampleId: 's 1', status: 'Sequencing', state: 'unknown' }] },
      profile: {
        authServer: 'https://login.example',
        conventions: { set: { base_path: '/api/v1' }, found: {} },
      },
    })
    const report = await check.run()
    expect(seen).toHaveLength(5)
    expect(toEnglish(noteOf(report, 'GET /drugs/{drug_id}')!)).toContain('no drug')
    expect(toEnglish(noteOf(report, 'GET /samples/{sample_id}/report')!)).toContain('no finished sample')
    expect(toEnglish(noteOf(report, 'POST /oauth/token')!)).toContain('https://login.example')
    expect(report.findings.find(({ name }) => name === 'state_words')?.value).toBe('Sequencing')
  })
  const documentedOrNone = (path: string) =>
    path.includes('/samples/s') ? { body: ok({ sample_id: 's 1', status: 'Sequencing' }) } : refused(404)

  it('names the forbidden calls, with the scopes of the credential', async () => {
    const limited = (request: ReceivedRequest) =>
      request.path.includes('/drugs') ? refused(403) : documented(request)
    const { check } = await setUp(limited, { parts: { tokenScopes: async () => ['read:pathway'] } })
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
    const { check } = await setUp(inside)
    const report = await check.run()
    expect(report.calls[5]).toMatchObject({ outcome: 'not-found', status: 200 })
    expect(toEnglish(report.calls[5]!.note!)).toContain('HTTP says 200, the envelope says 404.')
  })

  it('accepts JSON of any declared type, and reports an HTML page as failed', async () => {
    const typed = (request: ReceivedRequest) =>
      request.path.includes('/moa/')
        ? { body: '<html>' }
        : { headers: { 'Content-Type': 'text/html' }, ...documented(request) }
    const { check } = await setUp(typed)
    const report = await check.run()
    expect(report.calls[0]?.outcome).toBe('answered')
    expect(report.calls[4]).toMatchObject({ outcome: 'failed', note: 'The answer is not JSON.' })
  })

  it('continues after a call without a response', async () => {
    const broken = (request: ReceivedRequest) =>
      request.path.includes('/moa/')
        ? { raw: (response: { destroy(): void }) => response.destroy() }
        : documented(request)
    const { check } = await setUp(broken)
    const report = await check.run()
    expect(report.calls[4]).toMatchObject({
      outcome: 'failed',
      status: null,
      note: expect.stringContaining('Check the network'),
    })
    expect(report.calls[5]?.outcome).toBe('not-found')
  })

  it('throws the reason instead of returning a report if the service does not respond at all', async () => {
    const gone = await setUp(documented)
    await gone.close()
    await expect(gone.check.run()).rejects.toMatchObject({ code: 'offline', details: { reason: 'network' } })
  })

  it.each([{ base_path: '/api/v1' }, {}])('is refused while the switch is on (%j)', async (settings) => {
    const { check, seen, switches } = await setUp(documented, { settings })
    switches.offline = true
    await expect(check.run()).rejects.toMatchObject({ code: 'offline', details: { reason: 'switch' } })
    expect(seen).toEqual([])
  })

  it('sends no further request when the offline switch is turned on meanwhile', async () => {
    const off: { turn(): void } = { turn: () => undefined }
    const { check, seen, switches } = await setUp((request) => {
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
    const { check, seen } = await setUp(() => refused(404), { settings: {} })
    const report = await check.run()
    expect(report.calls[0]).toMatchObject({
      outcome: 'not-found',
      note: expect.stringContaining('no such service'),
    })
    expect(new Set(report.calls.slice(1).map(({ outcome }) => outcome))).toEqual(new Set(['not-tried']))
    expect(seen).toHaveLength(2)
  })

  const moved = (request: ReceivedRequest) =>
    request.path.startsWith('/old') ? refused(404) : documented(request)

  it('searches for a service that has moved from its detected path, and continues there', async () => {
    const { check, seen, found } = await setUp(moved, { settings: { base_path: '/old' } })
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
    const client = await setUp(moved, {
      settings: set,
      profile: { conventions: { set, found: {} } },
    })
    const report = await client.check.run()
    expect(report.calls[0]).toMatchObject({ outcome: 'not-found', status: 404 })
    expect(client.seen.filter(({ path }) => path.endsWith('/users/me'))).toHaveLength(1)
    await client.close()
    const gone = await setUp(() => refused(404), { settings: set })
    const none = await gone.check.run()
    expect(none.calls[0]).toMatchObject({ outcome: 'not-found', status: 404 })
    expect(new URL(none.service).pathname).toBe('/old')
    expect(gone.found).toEqual([])
  })

  it('reports a credential that is no longer accepted, and ends if there is none', async () => {
    const { check } = await setUp(({ path }) => (path.startsWith('/api') ? refused(401) : refused(404)))
    const report = await check.run()
    expect(report.calls[0]).toMatchObject({ outcome: 'refused', status: 401 })
    const none = await setUp(documented, {
      credential: {
        token: () => Promise.reject(new Failure('notSignedIn', message`Sign in.`, {})),
        renew: async () => false,
      },
    })
    await expect(none.check.run()).rejects.toMatchObject({ code: 'notSignedIn' })
    const gate = await setUp(() => refused(401), { settings: {} })
    await expect(gate.check.run()).rejects.toMatchObject({ code: 'notSignedIn' })
  })

  it('does not request a token from another server that only the metadata name', async () => {
    const named = (request: ReceivedRequest) =>
      request.path.startsWith('/.well-known')
        ? { body: { token_endpoint: 'https://login.example/t' } }
        : documented(request)
    const { check, seen } = await setUp(named)
    const report = await check.run()
    expect(seen.some(({ method }) => method === 'POST')).toBe(false)
    expect(report.calls.at(-1)).toMatchObject({
      outcome: 'not-tried',
      note: expect.stringContaining('another server'),
    })
  })

  it('uses the token endpoint in the metadata if it is on this server', async () => {
    let origin = ''
    const named = (request: ReceivedRequest) =>
      request.path.startsWith('/.well-known')
        ? { body: { token_endpoint: `${origin}/sso/token` } }
        : documented(request)
    const { check, seen, url } = await setUp(named)
    origin = url
    await check.run()
    expect(seen.at(-1)).toMatchObject({ method: 'POST', path: '/sso/token' })
  })

  it('accepts a report of any type, and only JSON elsewhere', async () => {
    const { check, seen } = await setUp(documented, { parts: { samples: async () => [sample] } })
    await check.run()
    for (const { path, headers } of seen)
      expect(headers.accept).toBe(path.endsWith('/report') ? '*/*' : 'application/json')
  })

  it('runs once for simultaneous callers', async () => {
    const { check, seen } = await setUp(documented)
    const [one, other] = await Promise.all([check.run(), check.run()])
    expect(one).toBe(other)
    expect(seen).toHaveLength(10)
    await check.run()
    expect(seen).toHaveLength(20)
  })
})
