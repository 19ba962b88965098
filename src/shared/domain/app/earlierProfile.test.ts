import { expect, it } from 'vitest'
import { dialectOf, dialectSchema } from './dialect.ts'
import { profileSchema } from './profile.ts'
import { labProfile } from './testing/labProfile.ts'

const { dialect: _, detected: _found, ...others } = labProfile()
const earlier = (set: object, found: object = {}, requestsPerMinute = 100) =>
  profileSchema.parse({ ...others, requestsPerMinute, conventions: { set, found } })

it('converts every convention that an earlier version stored', () => {
  const same = {
    base_path: '/v2',
    state_words: { Released: 'succeeded' },
    idempotency: 'honoured',
    order_fields: { age: 'years' },
    paging: 'offset',
    cursor_parameter: 'nxt',
    activity_unit: 'a.u.',
    aging_offset_unit: 'years',
  }
  const signIn = {
    requested_scopes: 'openid',
    token_endpoint: 'https://login.example/token',
    client_secret_in: 'header',
  }
  const set = {
    ...same,
    ...signIn,
    success_code: 0,
    success_codes: [20_000],
    sample_id_path: "$.result[0]['order.no']",
    task_id_path: 'job.no',
    drug_id_path: 'no',
    user_id_path: '$',
    status_path: 'order_state',
    items_path: 'found.entries',
    total_path: '$.data.hits.all',
    next_page_path: 'weiter',
    scores_path: 'result.scores',
    hits_path: 'a/b.c',
    created_id: 'location',
    pending_results: 'repeat',
    pending_statuses: [202, 404],
  }
  expect(earlier(set, {}, 300).dialect).toEqual({
    ...same,
    sign_in: signIn,
    envelope: { success: [0, 20_000] },
    id: {
      sample: ['Location', '#/result/0/order.no'],
      task: ['/job/no', 'Location'],
      drug: ['/no'],
      user: ['#'],
    },
    status: ['/order_state'],
    items: ['/found/entries'],
    total: ['#/data/hits/all'],
    next: ['/weiter'],
    scores: ['/result/scores'],
    hits: ['/a~1b/c'],
    pending: { statuses: [202, 404], repeat: true },
    requests_per_minute: 300,
  })
})

it('keeps a detected base path and success code apart, and a detected page numbering in the dialect', () => {
  const found = { base_path: '/v1', success_code: 0, paging: 'page_from_0' }
  expect(earlier({}, found)).toMatchObject({
    dialect: { paging: 'page_from_0' },
    detected: { base_path: '/v1', envelope: { success: [0] } },
  })
})

it('accepts detected success codes and those that the user set', () => {
  const profile = earlier({ success_codes: [20_000] }, { success_code: 0 })
  expect(dialectOf(profile).envelope?.success).toEqual([0, 20_000])
})

it('never trusts a service with repeated orders unless the user said so', () => {
  expect(earlier({ idempotency: 'unknown' }).dialect).toEqual({})
  expect(earlier({}).dialect).toEqual({})
})

it('leaves a profile with a dialect unchanged', () => {
  const detected = { base_path: '/v1' }
  const profile = labProfile({ dialect: { base_path: '', idempotency: 'none' }, detected })
  expect(profileSchema.parse(profile)).toEqual(profile)
})

it('holds 20 settings at most', () => {
  expect(Object.keys(dialectSchema.shape).length).toBeLessThanOrEqual(20)
})
