import { describe, expect, it } from 'vitest'
import { labProfile } from '../../app/testing/fakeHost.ts'
import { differencesOf } from './connection.ts'

const found = (conventions: Partial<typeof labProfile.conventions>) =>
  differencesOf({ ...labProfile, conventions: { set: {}, found: {}, ...conventions } })

describe('what was found out of a service', () => {
  it('is told where it is not as expected', () =>
    expect(found({ found: { base_path: '', success_code: 0 } })).toEqual([
      { what: 'basePath', found: '/', expected: '/api/v1' },
      { what: 'successCode', found: '0', expected: '200' },
    ]))

  it('is not told where it is as expected, or a person said so', () => {
    expect(found({ found: { base_path: '/api/v1', success_code: 200 } })).toEqual([])
    expect(found({ found: { base_path: '/v1' }, set: { base_path: '/v1' } })).toEqual([])
    expect(found({})).toEqual([])
  })
})
