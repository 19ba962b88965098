import { describe, expect, it } from 'vitest'
import { toLanguage } from './i18n.ts'

describe('the language', () => {
  it('is the chosen one', () => expect(toLanguage('zh-CN', ['en'])).toBe('zh-CN'))

  it('follows the first system language that is supported', () => {
    expect(toLanguage('system', ['de-DE', 'zh-Hans-CN', 'en'])).toBe('zh-CN')
    expect(toLanguage('system', ['en-GB', 'zh'])).toBe('en')
    expect(toLanguage('system', ['zhx', 'fr'])).toBe('en')
  })
})
