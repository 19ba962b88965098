import { describe, expect, it } from 'vitest'
import { labProfile } from '../../app/testing/fakeHost.ts'
import { differencesOf } from './connection.ts'

const found = (profile: Partial<typeof labProfile>) => differencesOf({ ...labProfile, ...profile })

describe('a finding about a service', () => {
  it('is reported if it differs from the expected value', () =>
    expect(found({ detected: { base_path: '', envelope: { success: [0] } } })).toEqual([
      { what: 'basePath', found: '/', expected: '/api/v1' },
      { what: 'successCode', found: '0', expected: '200' },
    ]))

  it('is not reported if it is as expected or set by the user', () => {
    expect(found({ detected: { base_path: '/api/v1', envelope: { success: [200] } } })).toEqual([])
    expect(found({ detected: { base_path: '/v1' }, dialect: { base_path: '/v1' } })).toEqual([])
    expect(found({})).toEqual([])
  })
})
