import { describe, expect, it } from 'vitest'
import { findLeaks, formNames, formsOf } from './canary.ts'

const secret = 'key-9+a/b"ß~0123456789'
const found = (text: string | Buffer): string[] =>
  findLeaks({ key: secret }, [{ place: 'here', bytes: Buffer.from(text as string) }]).map(({ form }) => form)

describe('the search for secrets', () => {
  it.each(formNames)('recognizes the form %s', (form) => {
    for (const bytes of formsOf(secret)[form]) {
      const around = Buffer.concat([Buffer.from('before '), bytes, Buffer.from(' after')])
      expect(found(around)).not.toEqual([])
    }
  })

  it('finds it in any encoded text around it', () => {
    for (const before of ['', 'a', 'ab', 'abc', 'Bearer ']) {
      const text = `${before}${secret}, and more`
      expect(found(Buffer.from(text).toString('base64'))).toContain('base64')
      expect(found(Buffer.from(text).toString('base64url'))).not.toEqual([])
      expect(found(Buffer.from(text).toString('hex'))).toContain('hex')
      expect(found(JSON.stringify({ text }))).toContain('json')
      expect(found(encodeURIComponent(text))).toContain('url')
      expect(found(Buffer.from(text, 'utf16le'))).toContain('utf16le')
    }
  })

  it('finds nothing where there is nothing', () => {
    expect(found('key-9+a/b, but not all of it')).toEqual([])
  })
})
