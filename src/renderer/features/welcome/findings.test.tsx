import { describe, expect, it } from 'vitest'
import { labProfile } from '../../app/testing/fakeHost.ts'
import { differencesOf } from './connection.ts'

const found = (conventions: Partial<typeof labProfile.conventions>) =>
  differencesOf({ ...labProfile, conventions: { set: {}, found: {}, ...conventions } })

describe('a finding about a service', () => {
  it('is reported if it differs from the expected value', () =>
    expect(found({ found: { base_path: '', success_code: 0 } })).toEqual([
      { what: 'basePath', found: '/', expected: '/api/v1' },
      { what: 'successCode', found: '0', expected: '200' },
    ]))

  it('is not reported if it is as expected or set by the user', () => {
    expect(found({ found: { base_path: '/api/v1', success_code: 200 } })).toEqual([])
    expect(found({ found: { base_path: '/v1' }, set: { base_path: '/v1' } })).toEqual([])
    expect(found({})).toEqual([])
  })
})
