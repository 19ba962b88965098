import { describe, expect, it } from 'vitest'
import { parseApiKey, parseServiceUrl } from './serviceAddress.ts'

describe('the address of a service', () => {
  it.each([
    ['api.example.org', 'https://api.example.org'],
    [' https://api.example.org/v1/?x=1#top ', 'https://api.example.org/v1'],
    ['HTTPS://API.example.org', 'https://api.example.org'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['http://localhost:3', 'http://localhost:3'],
    ['http://[::1]:3', 'http://[::1]:3'],
    ['lab.example:8443/api', 'https://lab.example:8443/api'],
  ])('reads %s as %s', (typed, expected) => expect(parseServiceUrl(typed)).toBe(expected))

  it.each([
    '',
    'http://api.example.org',
    'http://127.0.0.1.example.org',
    'https://user:secret@api.example.org',
    'ftp://api.example.org',
    'javascript://alert',
    'not an address',
  ])('refuses %j', (typed) => expect(() => parseServiceUrl(typed)).toThrow(/address|https/))
})

describe('an API key', () => {
  it('is taken without the blanks and the word around it', () => {
    expect(parseApiKey('  sk-1.a_b \n')).toBe('sk-1.a_b')
    expect(parseApiKey('Bearer sk-1')).toBe('sk-1')
  })

  it.each(['', '   ', 'a b', 'a\nb', 'ключ', 'a\u200bb', 'a\u0000b'])('is refused as %j', (typed) =>
    expect(() => parseApiKey(typed)).toThrow('API key'),
  )

  it('is never part of the message that refuses it', () => {
    expect(() => parseApiKey('geheim geheim')).not.toThrow('geheim')
  })
})
