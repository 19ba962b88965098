import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../shared/contract/failures.ts'
import { parseApiKey, parseAuthServer, parseClientSecret, parseServiceUrl } from './serviceAddress.ts'

/** Returns the rejected field, or the parsed value. */
function outcome(parse: (text: string) => string, typed: string): string {
  try {
    return parse(typed)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'rejected') throw error
    return `refused: ${(error as Failure<'rejected'>).details.problems[0]?.field}`
  }
}

describe('the address of a service', () => {
  it.each([
    ['api.example.org', 'https://api.example.org'],
    [' https://api.example.org/v1/ ', 'https://api.example.org/v1'],
    ['HTTPS://API.example.org', 'https://api.example.org'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['http://localhost:3', 'http://localhost:3'],
    ['http://[::1]:3', 'http://[::1]:3'],
    ['lab.example:8443/api', 'https://lab.example:8443/api'],
    ['https://10.0.0.7/lab', 'https://10.0.0.7/lab'],
    ['https://api.example.org/a@b', 'https://api.example.org/a@b'],
    ['https://检测.中国', 'https://xn--s1vw0h.xn--fiqs8s'],
    ['https://ひらがな漢字.jp', `https://${domainToASCII('ひらがな漢字.jp')}`],
    ['https://연구소.kr', `https://${domainToASCII('연구소.kr')}`],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
    ['https://пример.рф', 'https://xn--e1afmkfd.xn--p1ai'],
  ])('reads %s as %s', (typed, expected) => expect(parseServiceUrl(typed)).toBe(expected))

  it.each([
    '',
    'https://',
    'https:///api.example.org',
    '//api.example.org',
    'http://api.example.org',
    'http://127.0.0.1.example.org',
    'https://127.0.0.1.evil.example',
    'https://localhost.evil.example',
    'http://localhost.',
    'https://localhost.',
    'https://api.example.org.',
    'http://0.0.0.0',
    'https://0.0.0.0',
    'https://[::]',
    'http://[::ffff:127.0.0.1]',
    'https://[::ffff:127.0.0.1]',
    'https://user:secret@api.example.org',
    'https://api.example.org@evil.example',
    'https://@api.example.org',
    'user:secret@api.example.org',
    'https://api.example.org?x=1',
    'https://api.example.org/v1?',
    'https://api.example.org/#top',
    'https:\\\\api.example.org',
    'https://api.example.org\\@evil.example',
    'https://api.exa\nmple.org',
    'https://api.exa\u200bmple.org',
    'file:///etc/passwd',
    'file:/etc/passwd',
    'ftp://api.example.org',
    'javascript://alert',
    'javascript:alert(1)',
    'data:text/html,x',
    'not an address',
    'https://аpi.example.org',
    'https://арр.example',
    'https://οχι.example',
    'https://ɑpi.example',
    'https://api中国.example',
    `https://${domainToASCII('сосо.example')}`,
    'https://xn--zzzzzzzz99999.example',
  ])('refuses %j, and says which field', (typed) =>
    expect(outcome(parseServiceUrl, typed)).toBe('refused: serviceUrl'),
  )

  it('explains what to leave out', () => {
    expect(() => parseServiceUrl('https://api.example.org?x=1')).toThrow('Leave out what begins with ?')
    expect(() => parseServiceUrl('https://a:b@api.example.org')).toThrow('Leave user name and password out')
  })
})

describe('any typed text', () => {
  const pieces = fc.constantFrom(
    ...'https://|http://|file:|//|@|:|.|..|/|\\|?|#|[|]|::1|xn--|localhost|127.0.0.1|0.0.0.0'.split('|'),
    ...'evil.example|а|中|\n|\u200b|%2e|:443|a b'.split('|'),
  )
  const typing = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 8 }).map((parts) => parts.join('')),
  )

  it('is rejected, or becomes an address that may receive a credential', () => {
    fc.assert(
      fc.property(typing, (typed) => {
        const read = outcome(parseServiceUrl, typed)
        if (read.startsWith('refused: ')) return read === 'refused: serviceUrl'
        const { protocol, hostname, username, password, search, hash } = new URL(read)
        const here = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
        expect([username, password, search, hash].join('')).toBe('')
        expect(/^[\x21-\x7e]+$/.test(read)).toBe(true)
        expect(parseServiceUrl(read)).toBe(read)
        return protocol === 'https:' || (protocol === 'http:' && here)
      }),
      { numRuns: 2000 },
    )
  })

  const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,10}[a-z0-9])?$/).filter((text) => !/^..--/.test(text))
  const plainHost = fc
    .tuple(label, label, fc.constantFrom('org', 'example', 'cn'))
    .map((labels) => labels.join('.'))
    .filter((host) => !host.startsWith('localhost.'))

  it('accepts a plain name with any path, with or without scheme and slash', () => {
    fc.assert(
      fc.property(
        plainHost,
        fc.array(label, { maxLength: 3 }),
        fc.boolean(),
        fc.boolean(),
        (host, path, s, t) => {
          const address = [host, ...path].join('/')
          expect(parseServiceUrl(`${s ? 'https://' : ''}${address}${t ? '/' : ''}`)).toBe(
            `https://${address}`,
          )
        },
      ),
    )
  })

  it('rejects a name with one foreign look-alike letter, even as punycode', () => {
    const twins: Record<string, string> = {
      a: 'а',
      c: 'с',
      e: 'е',
      i: 'і',
      o: 'ο',
      p: 'р',
      s: 'ѕ',
      x: 'х',
      y: 'у',
    }
    const swappable = plainHost.filter(
      (host) => /^[^.]*[aceiopsxy]/.test(host) && /^[^.]*[a-z][^.]*[a-z]/.test(host),
    )
    fc.assert(
      fc.property(swappable, (host) => {
        const fake = host.replace(/[aceiopsxy]/, (letter) => twins[letter] ?? letter)
        expect(outcome(parseServiceUrl, `https://${fake}`)).toBe('refused: serviceUrl')
        expect(outcome(parseServiceUrl, `https://${domainToASCII(fake)}`)).toBe('refused: serviceUrl')
      }),
    )
  })
})

describe('the address of a sign-in server', () => {
  it('is an issuer: an origin, or one with a path that stays as it was typed', () => {
    expect(parseAuthServer(' login.example.org/ ')).toBe('https://login.example.org')
    expect(parseAuthServer('http://127.0.0.1:9')).toBe('http://127.0.0.1:9')
    expect(parseAuthServer('https://login.example.org/realms/lab')).toBe(
      'https://login.example.org/realms/lab',
    )
    expect(parseAuthServer('https://login.example.org/o/app/')).toBe('https://login.example.org/o/app/')
  })

  it.each([
    'https://login.example.org/realms/lab/.well-known/openid-configuration',
    'https://login.example.org/.well-known/oauth-authorization-server/realms/lab',
  ])('is taken from the address of its metadata, %s', (typed) =>
    expect(parseAuthServer(typed)).toBe('https://login.example.org/realms/lab'),
  )

  it.each([
    'https://login.example.org/realms?lab',
    'http://login.example.org',
    'https://lоgin.example.org',
    '',
  ])('is refused as %j', (typed) => expect(outcome(parseAuthServer, typed)).toBe('refused: authServer'))
})

describe('an API key', () => {
  it('is accepted without the surrounding blanks and the word Bearer', () => {
    expect(parseApiKey('  sk-1.a_b \n')).toBe('sk-1.a_b')
    expect(parseApiKey('Bearer sk-1')).toBe('sk-1')
  })

  it.each(['', '   ', 'a b', 'a\nb', 'a\r\nb', 'ключ', 'a\u200bb', 'a\u0000b'])('is refused as %j', (typed) =>
    expect(outcome(parseApiKey, typed)).toBe('refused: apiKey'),
  )

  it('never appears in the error message, and never keeps a line break', () => {
    const visible = fc.stringMatching(/^[!-~]{8,40}$/)
    fc.assert(
      fc.property(visible, visible, fc.constantFrom('\n', '\r', '\r\n', '\u2028', '\u0085'), (a, b, line) => {
        const broken = `${a}${line}${b}`
        expect(outcome(parseApiKey, broken)).toBe('refused: apiKey')
        expect(() => parseApiKey(broken)).not.toThrow(a)
      }),
    )
  })
})

describe('a client secret', () => {
  it('may contain inner blanks, but nothing that a header or form cannot carry', () => {
    expect(parseClientSecret(' two words\n')).toBe('two words')
    for (const typed of ['', ' ', 'a\nb', 'ключ', 'a\u0000b'])
      expect(outcome(parseClientSecret, typed)).toBe('refused: clientSecret')
  })
})
