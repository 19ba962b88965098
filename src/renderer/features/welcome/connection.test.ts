import { describe, expect, it } from 'vitest'
import { labProfile } from '../../../shared/domain/app/testing/labProfile.ts'
import { forEachSignInText } from '../../ui/forms/dialect.ts'
import {
  type Connection,
  connectionSchema,
  differencesOf,
  emptyConnection,
  toInput,
  toStart,
} from './connection.ts'

const requested: Connection = { ...emptyConnection, serviceUrl: 'https://api.example.org/v1', apiKey: 'k' }

const problemsOf = (connection: Connection): string[] => {
  const checked = connectionSchema.safeParse(connection)
  return checked.success
    ? []
    : checked.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}

describe('a connection', () => {
  it.each(['https://api.example.org', 'http://127.0.0.1:8080', 'http://localhost/v1', 'http://[::1]:1'])(
    'may go to %s',
    (serviceUrl) => expect(problemsOf({ ...requested, serviceUrl })).toEqual([]),
  )

  it.each(['', 'api.example.org', 'http://api.example.org', 'ftp://127.0.0.1', 'http://127.0.0.1.evil.org'])(
    'may not go to "%s"',
    (serviceUrl) => expect(problemsOf({ ...requested, serviceUrl })).toEqual(['serviceUrl problem.url']),
  )

  it('requires the fields of its sign-in way only', () => {
    expect(problemsOf({ ...requested, apiKey: ' ' })).toEqual(['apiKey problem.apiKey'])
    expect(problemsOf({ ...requested, way: 'oauth' })).toEqual(['clientId problem.clientId'])
    expect(problemsOf({ ...requested, way: 'oauth', apiKey: '', clientId: 'c' })).toEqual([])
  })

  it('trims a pasted key', () => {
    expect(connectionSchema.parse({ ...requested, apiKey: ' k\n' }).apiKey).toBe('k')
  })
})

describe('signing in again', () => {
  const profile = labProfile({ serviceUrl: 'https://api.example.org', signIn: 'oauth', clientId: 'c' })
  const status = { profile, signedIn: false } as Parameters<typeof toStart>[0]

  it('starts with the service of the signed-out profile', () => {
    expect(toStart(status)).toEqual({
      serviceUrl: profile.serviceUrl,
      name: 'Lab',
      way: 'oauth',
      clientId: 'c',
      authServer: '',
      basePath: '',
      ...forEachSignInText(() => ''),
    })
  })

  it('clears an emptied setting, and leaves untouched ones alone', () => {
    const start = { ...emptyConnection, audience: 'lab', requested_scopes: 'openid' }
    const typed = { ...start, serviceUrl: profile.serviceUrl, clientId: 'c', audience: '' }
    expect(toInput(typed, start).oauth.dialect).toEqual({
      sign_in: { audience: '', requested_scopes: 'openid' },
    })
    expect(toInput({ ...typed, requested_scopes: '' }).oauth).not.toHaveProperty('dialect')
  })

  it('starts empty for another service', () => {
    expect(toStart({ ...status, signedIn: true })).toEqual({})
  })
})

describe('a finding about a service', () => {
  const found = (more: Parameters<typeof labProfile>[0]) => differencesOf(labProfile(more))

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
