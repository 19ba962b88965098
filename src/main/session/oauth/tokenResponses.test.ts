import { describe, expect, it } from 'vitest'
import { toStandardResponse } from './oauthFetch.ts'

const read = (status: number, body: unknown) => {
  const { status: now, text } = toStandardResponse(
    status,
    typeof body === 'string' ? body : JSON.stringify(body),
  )
  return { status: now, body: JSON.parse(text) as unknown }
}
const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 60, token_type: 'Bearer' }

describe('a response of the token endpoint', () => {
  it.each([
    ['as the standard has it', 200, tokens],
    ['in an envelope', 200, { code: 200, data: tokens }],
    ['in an envelope that says 0', 200, { code: 0, message: 'ok', data: tokens }],
    ['in camelCase', 200, { accessToken: 'a', refreshToken: 'r', expiresIn: 60, tokenType: 'Bearer' }],
    ['with HTTP 201', 201, { data: tokens }],
    ['without its type', 200, { access_token: 'a', refresh_token: 'r', expires_in: 60 }],
    ['with empty fields', 200, { ...tokens, scope: null, id_token: null }],
    ['with a list of scopes', 200, { ...tokens, scope: ['read:drug'] }],
    ['of another type', 200, { ...tokens, token_type: 'JWT' }],
    ['with an identity that nobody asked for', 200, { ...tokens, id_token: 'not.a.jwt' }],
    ['with its life as text', 200, { ...tokens, expires_in: '60' }],
  ])('is read %s', (_how, status, body) => {
    expect(read(status, body)).toEqual({ status: 200, body: tokens })
  })

  it.each([
    ['as the standard has it', 400, { error: 'invalid_grant', error_description: 'x' }, 400],
    ['in an envelope', 400, { code: 400, message: 'invalid_grant: The code is unknown.' }, 400],
    ['in an envelope inside of HTTP 200', 200, { code: 401, message: 'invalid_grant' }, 401],
    ['with HTTP 200 and code 0', 200, { code: 0, error: 'invalid_grant' }, 400],
    ['as problem+json', 400, { type: 'about:blank', status: 400, detail: 'invalid_grant: used' }, 400],
    ['in an object', 401, { error: { code: 'invalid_grant', message: 'used' } }, 401],
  ])('that refuses is read %s', (_how, status, body, expected) => {
    expect(read(status, body)).toEqual({ status: expected, body: { error: 'invalid_grant' } })
  })

  it.each([
    ['an empty body', 400, '', 400],
    ['a page', 403, '<html>', 403],
    ['a code of its own', 200, { code: 10_042, message: 'no' }, 400],
    ['success: false', 200, { success: false }, 400],
    ['fields that are no text', 400, { message: { toString: 1 }, detail: [{ valueOf: 1 }] }, 400],
  ])('that refuses with %s is named by its status', (_how, status, body, expected) => {
    expect(read(status, body)).toEqual({ status: expected, body: { error: `http_${expected}` } })
  })

  it('with a temporary failure is not a refusal', () => {
    expect(read(400, { error: 'temporarily_unavailable' }).status).toBe(503)
    expect(read(200, { code: 50_000, message: 'busy' }).status).toBe(500)
  })

  it('without a refresh token, or with an empty one, has none', () => {
    const { refresh_token: _, ...others } = tokens
    expect(read(200, others).body).toEqual(others)
    expect(read(200, { ...tokens, refresh_token: '' }).body).toEqual(others)
  })

  it('that refuses as a web page is read by its error code', () => {
    expect(read(400, '<h1>Error 400</h1><p>invalid_grant: used</p>').body).toEqual({ error: 'invalid_grant' })
  })

  it.each(['', '<html>', '[]', 'null', '{"code":200,"data":null}', '{"token":"x"}'])(
    'that is neither tokens nor a refusal stays unchanged: %s',
    (text) => expect(toStandardResponse(200, text)).toEqual({ status: 200, text }),
  )
})
