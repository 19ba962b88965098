import { describe, expect, it } from 'vitest'
import { hideToken, withoutToken } from './redaction.ts'

const token = 'key+9/a~B=0123'
const hidden = (text: string): string => Buffer.from(hideToken(Buffer.from(text), token)).toString()
const base64 = Buffer.from(token).toString('base64').replaceAll('=', '')

describe('a token that a service echoes', () => {
  it.each([
    ['as it is', token],
    ['with slashes escaped', 'key+9\\/a~B=0123'],
    ['in codes of JSON', 'key\\u002B9\\/a\\u007eB\\u003D0123'],
    ['encoded for addresses', 'key%2B9%2fa~B%3D0123'],
    ['in base64', base64],
    ['in base64 for addresses', Buffer.from(token).toString('base64url')],
    ['in hex', Buffer.from(token).toString('hex')],
    ['in capital hex', Buffer.from(token).toString('hex').toUpperCase()],
  ])('is overwritten %s, without changing lengths', (_how, written) => {
    const body = `{"a":"x ${written}","b":"Bearer ${written}"}`
    expect(hidden(body)).toBe(body.replaceAll(written, '*'.repeat(written.length)))
    expect(withoutToken(body, token)).toBe(body.replaceAll(written, '…'))
  })

  it.each(['utf16le', 'utf16be'] as const)('is overwritten in %s, without changing lengths', (encoding) => {
    const encode = (text: string): Buffer =>
      encoding === 'utf16le' ? Buffer.from(text, 'utf16le') : Buffer.from(text, 'utf16le').swap16()
    const body = hideToken(encode(`{"a":"x ${token}"}`), token)
    expect(body).toHaveLength(encode(`{"a":"x ${token}"}`).length)
    expect(new TextDecoder(encoding === 'utf16le' ? 'utf-16le' : 'utf-16be').decode(body)).not.toContain(
      token.slice(0, 4),
    )
  })

  it('is redacted without breaking the JSON around it', () => {
    const hide = (text: string, key: string): unknown =>
      JSON.parse(Buffer.from(hideToken(Buffer.from(text), key)).toString())
    const quoting = ['key"9\\a"\\\\B=0123', '"key-0123456789', '\\key-0123456789', '/key-0123456789']
    for (const key of ['nkey-0123456789', token, ...quoting])
      for (const before of ['', '\\', '\n', '\\\n', '"', 'x\\\\']) {
        const found = hide(JSON.stringify({ a: `${before}${key}` }), key) as { a: string }
        const escapes = JSON.stringify(key).length - 2 - key.length
        expect(found.a).toBe(`${before}${'*'.repeat(key.length + escapes)}`)
      }
    expect(hide(JSON.stringify({ a: '\nkey-0123456789' }), 'nkey-0123456789')).toEqual({
      a: '\nkey-0123456789',
    })
  })

  it('is redacted without changing anything else', () => {
    const body = Buffer.from([0, 255, 128, 200, 10, 13, 195, 164])
    expect(hideToken(Buffer.from(body), token)).toEqual(body)
    expect(hidden('key+9/a~B=012 is another one')).toBe('key+9/a~B=012 is another one')
    expect(Buffer.from(hideToken(Buffer.from('abc'), 'abc')).toString()).toBe('abc')
    expect(withoutToken('abc', '')).toBe('abc')
  })

  it('is found in linear time, however long it is and however much of it is repeated', () => {
    const body = Buffer.alloc(1024 * 1024, 'a')
    const long = 'a'.repeat(16_384)
    for (const key of [long, `${long}b`, `b${long}`]) {
      hideToken(Buffer.from(body), key)
      hideToken(Buffer.alloc(body.length, Buffer.from('aaa').toString('hex')), key)
      hideToken(Buffer.alloc(body.length, Buffer.from('aaa').toString('base64')), key)
    }
    expect(Buffer.from(hideToken(Buffer.from(`{"a":"${long}"}`), long)).toString()).not.toContain(
      'a'.repeat(20),
    )
    expect(withoutToken(`Bearer ${long}!`, long)).toBe('Bearer …!')
  })

  it('that is too short to be a secret is redacted only where it is the credential', () => {
    const prose = 'A letter e, the key abc-123, Bearer abc-123x'
    expect(withoutToken(prose, 'e')).toBe(prose)
    expect(withoutToken('got "bearer  abc-123" for abc-123', 'abc-123')).toBe('got "bearer  …" for abc-123')
    expect(withoutToken('Authorization: Bearer e', 'e')).toBe('Authorization: Bearer …')
    expect(withoutToken('Bearer even', 'e')).toBe('Bearer even')
    expect(withoutToken('key-0123', 'key-0123')).toBe('…')
  })
})
