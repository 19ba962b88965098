import { describe, expect, it } from 'vitest'
import {
  type ConventionSettings,
  conventionSettingsSchema,
} from '../../../../shared/domain/app/convention.ts'
import {
  orderFieldProblems,
  sourceOf,
  toConventionDraft,
  toSettings,
  toTouched,
  withTouched,
} from './conventionDraft.ts'

const nothing = toConventionDraft({})

describe('the draft of the conventions', () => {
  it('round-trips unchanged settings', () => {
    const set: ConventionSettings = {
      base_path: '',
      success_code: 0,
      idempotency: 'honoured',
      order_fields: { age: 'years', own_field: 'kept' },
      authorization_endpoint: 'https://login.example.org/authorize',
      token_endpoint: 'https://login.example.org/token',
      revocation_endpoint: 'https://login.example.org/revoke',
      requested_scopes: 'openid offline_access',
      audience: 'https://api.example.org',
      resource: 'https://api.example.org',
      prompt: 'login',
      redirect_uri: 'http://localhost:8400/callback',
      token_body: 'json',
      client_secret_in: 'header',
      activity_unit: 'a.u.',
      aging_offset_unit: 'years',
    }
    expect(toSettings(toConventionDraft(set), set)).toEqual(set)
    expect(toSettings(nothing, {})).toEqual({})
  })

  it.each([
    ['/', ''],
    ['v2', '/v2'],
    [' /api/v1/ ', '/api/v1'],
  ])('reads the base path "%s" as "%s"', (base_path, read) => {
    const requested = toSettings({ ...nothing, base_path }, {})
    expect(requested).toEqual({ base_path: read })
    expect(conventionSettingsSchema.safeParse(requested).success).toBe(true)
  })

  it('leaves out a blank unit, and an order field that keeps its own name', () => {
    const order_fields = { ...nothing.order_fields, age: 'age', sex: ' gender ' }
    expect(toSettings({ ...nothing, activity_unit: '  ', order_fields }, {})).toEqual({
      order_fields: { sex: 'gender' },
    })
  })

  it('rejects two fields with the same name, typed or default', () => {
    expect(orderFieldProblems({ ...nothing.order_fields, age: 'x', sex: 'x' })).toEqual({
      age: 'twice',
      sex: 'twice',
    })
    expect(orderFieldProblems({ ...nothing.order_fields, age: 'group' })).toEqual({ age: 'twice' })
    expect(orderFieldProblems({ ...nothing.order_fields, age: 'x'.repeat(201) })).toEqual({ age: 'tooLong' })
  })

  it('may swap two names', () =>
    expect(orderFieldProblems({ ...nothing.order_fields, age: 'sex', sex: 'age' })).toEqual({}))

  it("takes the user's value first, then the detected one, then the assumed one", () => {
    expect(sourceOf('base_path', { base_path: '' }, { base_path: '/v1' })).toBe('set')
    expect(sourceOf('base_path', {}, { base_path: '/v1' })).toBe('found')
    expect(sourceOf('base_path', {}, {})).toBe('assumed')
  })
})

const stored = { base_path: '/api/v1', order_fields: { client_reference: 'name' } } as const

it('untouched fields show changes made elsewhere', () => {
  const draft = toConventionDraft(stored)
  const typed = { ...draft, activity_unit: 'z', order_fields: { ...draft.order_fields, age: 'years' } }
  const touched = toTouched(typed, stored)
  expect(touched).toEqual({ activity_unit: 'z', order_fields: { age: 'years' } })
  const later = { success_code: 0, order_fields: { client_reference: 'label' } } as const
  const shown = withTouched(later, touched)
  expect(shown).toMatchObject({ base_path: '', success_code: 0, activity_unit: 'z' })
  expect(shown.order_fields).toMatchObject({ client_reference: 'label', age: 'years' })
})

it('a field that is typed back to its saved value is not a change', () => {
  expect(toTouched(toConventionDraft(stored), stored)).toBeNull()
})
