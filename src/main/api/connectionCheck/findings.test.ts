import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../../shared/messages/message.ts'
import { toFindings } from './findings.ts'
import { endpoints } from './observations.ts'
import { defaultAnswers, found, ok, readAt, refusedSample, toExchange } from './testing/exchangeFixtures.ts'

const probed = (value: string) => ({ value, how: 'probed' })
const assumed = (value: string) => ({ value, how: 'default' })

describe('findings', () => {
  it('are all assumptions without responses, each under its name', () => {
    const by = found([])
    expect(by('base_path')).toMatchObject(assumed('/api/v1'))
    expect(by('field_names')).toMatchObject(assumed('snake_case'))
    expect(by('envelope')).toMatchObject(assumed('code+data'))
    expect(by('error_shape')).toMatchObject(assumed('envelope'))
    expect(by('rate_limit_headers')).toMatchObject(assumed('none'))
    expect(by('scopes')).toMatchObject(assumed('unknown'))
    const findings = toFindings({
      exchanges: [],
      service: 'https://s.example/api/v1',
      set: {},
      settings: {},
      requestsPerMinute: 100,
      signIn: null,
      quota: { limit: 100, windowMs: 60_000 },
      scopes: null,
      statusWords: [],
    })
    expect(findings.map(({ how }) => how)).toEqual(findings.map(() => 'default'))
    expect(new Set(findings.map(({ name }) => name)).size).toBe(findings.length)
  })

  it('name the documented form if the service follows it', () => {
    const by = found(defaultAnswers(), { scopes: ['read:drug'] })
    expect(by('base_path')).toMatchObject(probed('/api/v1'))
    expect(by('field_names')).toMatchObject(probed('snake_case'))
    expect(by('id_fields')).toMatchObject(probed('kind_id'))
    expect(by('envelope')).toMatchObject(probed('code+data'))
    expect(by('success_code')).toMatchObject(probed('200'))
    expect(by('error_status')).toMatchObject(probed('http'))
    expect(by('error_shape')).toMatchObject(probed('envelope'))
    expect(by('list_shape')).toMatchObject(probed('data.items'))
    expect(by('paging')).toMatchObject({ ...probed('limit+total'), note: expect.stringContaining('102') })
    expect(by('report_format')).toMatchObject(probed('application/json'))
    expect(by('state_words')).toMatchObject(probed('known'))
    expect(by('drug_pathways_shape')).toMatchObject(probed('records'))
    expect(by('pathway_names')).toMatchObject(probed('mTOR, NF_KB, AMPK'))
    expect(by('rate_limit_headers')).toMatchObject(probed('none'))
    expect(by('token_endpoint')).toMatchObject(probed('/oauth/token'))
    expect(by('token_answer')).toMatchObject(probed('plain'))
    expect(by('scopes')).toMatchObject(probed('read:drug'))
  })

  it('do not claim to have probed conventions that safe requests cannot show', () => {
    const by = found(defaultAnswers())
    const untested = [
      'clock_shape',
      'screening_answer',
      'idempotency',
      'events',
      'payload_limits',
      'positive_offset',
    ]
    for (const name of untested) expect(by(name)).toMatchObject({ how: 'default', note: expect.anything() })
    expect(by('idempotency')).toMatchObject({ value: 'unknown', note: expect.stringContaining('not tried') })
  })
})

describe('pages of a list', () => {
  const page = (endpoint: string, ...ids: string[]) =>
    toExchange(endpoint, ok({ items: ids.map((id) => ({ drug_id: id })) }))
  const pages = [page(endpoints.drugs, 'a', 'b'), page(endpoints.drugsPage1, 'c', 'd')]

  it('are counted from 0 if page 0 is the first one', () => {
    expect(found([...pages, page(endpoints.drugsPage0, 'a', 'b')])('paging')).toMatchObject(
      probed('page_from_0'),
    )
  })

  it('are not counted from 0 if the order of the list changes each time', () => {
    for (const more of [[], [page(endpoints.drugsPage0, 'b', 'd')]])
      expect(found([...pages, ...more])('paging')).toMatchObject(probed('limit'))
  })
})

describe('names of fields', () => {
  const camel = [toExchange(endpoints.me, ok({ userId: 'u', createdAt: readAt, data: { drugbankId: 'x' } }))]

  it('are camelCase if the responses use it', () => {
    expect(found(camel)('field_names')).toMatchObject(probed('camelCase'))
    expect(found(camel)('id_fields')).toMatchObject({ ...probed('kind_id'), note: 'Seen: userId.' })
  })

  it('are not derived from pathway names used as keys, nor from the sign-in server', () => {
    const pathways = toExchange(
      endpoints.report,
      ok({ sampleId: 's', pathwayScores: { mTOR: {}, NF_KB: {}, PI3K_AKT: {} } }),
    )
    const metadata = toExchange(endpoints.metadata, {
      token_endpoint: 'x',
      grant_types_supported: [],
      a_b: 1,
      c_d: 2,
    })
    expect(found([pathways, metadata])('field_names')).toMatchObject({ ...probed('camelCase'), note: null })
    expect(found([toExchange(endpoints.drugPathways, ok({ mTOR: 'inhibits' }))])('field_names').how).toBe(
      'default',
    )
  })

  it('are distinguished if a service mixes them', () => {
    const mixed = [
      ...camel,
      toExchange(endpoints.drug, ok({ drug_id: 'd', drug_class: 'c', atc_code: 'x', chembl_id: 'y' })),
    ]
    expect(found(mixed)('field_names')).toMatchObject({
      value: 'snake_case',
      note: expect.stringContaining('camelCase'),
    })
  })

  it('are kebab-case for few services', () => {
    expect(found([toExchange(endpoints.me, ok({ 'user-id': 'u' }))])('field_names')).toMatchObject(
      probed('kebab-case'),
    )
  })

  it('are `id` alone if the service shows no other', () => {
    expect(found([toExchange(endpoints.drug, ok({ id: 7 }))])('id_fields')).toMatchObject(probed('id'))
  })
})

describe('the envelope', () => {
  it.each([
    [ok({ user_id: 'u' }), 'code+data'],
    [{ data: { user_id: 'u' } }, 'data'],
    [{ status_code: 0, result: { user_id: 'u' } }, 'status_code+result'],
    [{ ret: '200', body: { user_id: 'u' } }, 'ret+body'],
    [{ success: true, result: { user_id: 'u' } }, 'success+result'],
    [{ status_code: 200, content: { user_id: 'u' } }, 'status_code+content'],
    [{ user_id: 'u', code: 7 }, 'none'],
  ])('of %j is %s', (body, value) => {
    expect(found([toExchange(endpoints.me, body)])('envelope')).toMatchObject(probed(value))
  })

  it('is reported as unknown if its names differ from those that the client can open', () => {
    const by = (body: unknown) => found([toExchange(endpoints.me, body)])('envelope').note
    expect(toEnglish(by({ status_code: 200, content: { user_id: 'u' } })!)).toMatch(
      /does not know this envelope/,
    )
    expect(toEnglish(by({ result: { user_id: 'u' } })!)).toMatch(/does not know this envelope/)
    const known = [
      ok({ user_id: 'u' }),
      { user_id: 'u' },
      { status_code: 0, result: { user_id: 'u' } },
      { success: true, payload: { user_id: 'u' } },
    ]
    expect(known.map(by)).toEqual(known.map(() => null))
  })

  it('is reported as absent if only bare lists arrive', () => {
    expect(found([toExchange(endpoints.drugs, [{ drug_id: 'd' }])])('envelope')).toMatchObject(probed('none'))
  })

  it('reports the success code, and an unusual one as not understood', () => {
    const zero = [toExchange(endpoints.me, ok({ user_id: 'u' }, 0))]
    const known = found(zero, { settings: { success_code: 0 } })('success_code')
    expect(known).toMatchObject({ ...probed('0'), note: null })
    expect(found(zero)('success_code')).toMatchObject({
      value: '0',
      note: expect.stringContaining('before this check'),
    })
    const odd = found([toExchange(endpoints.me, ok({ user_id: 'u' }, 1))])('success_code')
    expect(odd).toMatchObject({ value: '1', note: expect.stringContaining('error') })
  })
})

describe('errors', () => {
  it.each([
    ['envelope', { code: 404, message: 'm' }, 'application/json'],
    ['problem+json', { title: 't', status: 404 }, 'application/problem+json'],
    ['problem+json', { title: 't', status: 404 }, 'application/json'],
    ['problem+json', { detail: 'd' }, 'application/problem+json'],
    ['error-object', { error: { code: 404, message: 'm' } }, 'application/json'],
    ['oauth', { error: 'not_found', error_description: 'd' }, 'application/json'],
    ['json', { reason: 'r' }, 'application/json'],
    ['html', '<h1>404</h1>', 'text/html; charset=utf-8'],
    ['text', 'no', 'text/plain'],
    ['empty', '', 'text/plain'],
  ])('are %s', (value, body, contentType) => {
    expect(found([refusedSample(body, { contentType })])('error_shape')).toMatchObject(probed(value))
  })

  it('come with HTTP 200 if only the envelope reports them', () => {
    const by = found([refusedSample({ code: 404, message: 'm' }, { status: 200 })])
    expect(by('error_status')).toMatchObject(probed('in-200'))
    expect(by('error_shape')).toMatchObject(probed('envelope'))
    expect(by('success_code').how).toBe('default')
    const withData = { code: 404, message: 'm', data: { hint: 'h' } }
    expect(found([refusedSample(withData, { status: 200 })])('error_status')).toMatchObject(probed('in-200'))
  })
})

describe('lists', () => {
  const two = [{ drug_id: 'a' }, { drug_id: 'b' }]
  it.each([
    [two, 'array', 'limit'],
    [{ code: 200, data: two }, 'data', 'limit'],
    [ok({ items: two, total: 9 }), 'data.items', 'limit+total'],
    [ok({ records: two, totalCount: 9 }), 'data.records', 'limit+total'],
    [{ items: two, meta: { total: 9 } }, 'items', 'limit+total'],
    [ok({ list: [...two, ...two] }), 'data.list', 'ignored'],
  ])('of %j stand at %s, paging %s', (body, shape, paging) => {
    const by = found([toExchange(endpoints.drugs, body)])
    expect(by('list_shape')).toMatchObject(probed(shape))
    expect(by('paging')).toMatchObject(probed(paging))
  })

  it('shorter than requested do not show whether the limit is honored', () => {
    expect(found([toExchange(endpoints.drugs, ok({ items: [], total: 0 }))])('paging').how).toBe('default')
    const none = found([toExchange(endpoints.drugs, ok({ drugs: 3 }))])('list_shape')
    expect(none).toMatchObject(probed('unknown'))
  })
})

describe('contents', () => {
  it('unknown state words are named, from the register and from responses', () => {
    const sample = toExchange(endpoints.sample, ok({ sample_id: 's', status: 'Sequencing' }))
    const by = found([sample], { statusWords: ['Completed', 'on the bench'] })
    expect(by('state_words')).toMatchObject(probed('Sequencing, on the bench'))
    expect(found([])('state_words')).toMatchObject(assumed('known'))
  })

  it.each([
    [[{ pathway: 'mTOR' }], 'records'],
    [['mTOR', 'AMPK'], 'names'],
    [{ mTOR: { direction: 'inhibits' } }, 'map'],
    [{ drug_id: 'd', pathways: { mTOR: 'inhibits' } }, 'map'],
    [{ drug_id: 'd', pathways: ['mTOR'] }, 'names'],
  ])('pathways of a drug in %j are %s', (data, shape) => {
    expect(found([toExchange(endpoints.drugPathways, ok(data))])('drug_pathways_shape')).toMatchObject(
      probed(shape),
    )
  })

  it('text from the service is cut to one short line without tokens', () => {
    const words = ['eyJhbGciOi.eyJzdWIi.c2ln', `two\nlines${' long'.repeat(40)}`]
    const { value } = found([], { statusWords: words })('state_words')
    expect(value).toMatch(/^two lines( long)+ ?, …$/)
    expect(value.length).toBeLessThan(90)
  })

  it('reports may have any type', () => {
    const pdf = toExchange(endpoints.report, '%PDF-1.4', { contentType: 'application/pdf' })
    expect(found([pdf])('report_format')).toMatchObject(probed('application/pdf'))
    const early = toExchange(endpoints.report, { code: 400, message: 'not yet' }, { status: 400 })
    expect(found([early])('report_format')).toMatchObject(assumed('application/json'))
  })
})

describe('limits and clocks', () => {
  it('names the rate limit headers and the learned limit', () => {
    const headers = { 'x-ratelimit-limit': '60', 'retry-after': '3' }
    const by = found([toExchange(endpoints.me, ok({}), { headers })], {
      quota: { limit: 30, windowMs: 30_000 },
    })
    expect(by('rate_limit_headers')).toMatchObject(probed('X-RateLimit-Limit, Retry-After'))
    expect(by('requests_per_minute')).toMatchObject(probed('60'))
    expect(found([])('requests_per_minute')).toMatchObject(assumed('100'))
    expect(
      found([], { requestsPerMinute: 300, quota: { limit: 300, windowMs: 60_000 } })('requests_per_minute'),
    ).toMatchObject({
      value: '300',
      how: 'set',
    })
  })

  it.each([
    ['Thu, 15 Jan 2026 12:00:00 GMT', 'in-step', null],
    ['Thu, 15 Jan 2026 11:58:00 GMT', 'in-step', null],
    ['Thu, 15 Jan 2026 11:57:30 GMT', 'ahead', expect.stringContaining('149 s ahead of that of the service')],
    ['Thu, 15 Jan 2026 12:10:00 GMT', 'behind', expect.stringContaining('Set it by a time server')],
  ])('a service dated %s: %s', (date, value, note) => {
    const finding = found([toExchange(endpoints.me, ok({}), { headers: { date } })])('clock')
    expect(finding).toMatchObject({ value, note })
  })
})

describe('the sign-in server', () => {
  const token = (body: unknown, status = 400) =>
    toExchange('POST /oauth/token', body, { status, path: '/oauth/token' })

  it('has its token endpoint named, here or elsewhere', () => {
    const here = toExchange(endpoints.metadata, { token_endpoint: 'https://service.example/auth/token' })
    expect(found([here])('token_endpoint')).toMatchObject(probed('/auth/token'))
    const there = toExchange(endpoints.metadata, { token_endpoint: 'https://login.example/token' })
    expect(found([there])('token_endpoint')).toMatchObject({
      value: 'https://login.example/token',
      note: expect.stringContaining('login.example'),
    })
    expect(found([token('', 404)])('token_endpoint').how).toBe('default')
  })

  it('is reported with or without envelopes', () => {
    expect(found([token({ error: 'invalid_request' })])('token_answer')).toMatchObject(probed('plain'))
    expect(found([token({ code: 401, message: 'invalid_client' }, 401)])('token_answer')).toMatchObject(
      probed('enveloped'),
    )
    expect(found([token('<html>')])('token_answer')).toMatchObject(assumed('plain'))
  })
})

describe('a configured convention', () => {
  it('takes precedence over the observed one, and a difference is noted', () => {
    const set = {
      success_code: 0,
      base_path: '',
      idempotency: 'honoured',
      order_fields: { age: 'donorAge' },
    } as const
    const by = found(defaultAnswers(), { set: { ...set, activity_unit: 'z-score', token_body: 'json' } })
    expect(by('success_code')).toEqual({
      name: 'success_code',
      value: '0',
      how: 'set',
      note: 'Set for this profile; the answers show 200.',
    })
    expect(by('base_path')).toMatchObject({ value: '/', how: 'set' })
    expect(by('idempotency')).toMatchObject({ value: 'honoured', how: 'set' })
    expect(by('order_fields')).toMatchObject({ value: 'age=donorAge', how: 'set' })
    expect(by('activity_unit')).toMatchObject({ value: 'z-score', how: 'set' })
    expect(by('token_body')).toMatchObject({ value: 'json', how: 'set' })
    expect(by('aging_offset_unit')).toMatchObject(assumed('not-documented'))
  })
})
