import { expect, it } from 'vitest'
import { relativeTime } from './formats.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

it('says how long ago something was, in the largest whole unit', () => {
  expect(relativeTime('2026-11-21T11:57:40Z', now, 'en')).toBe('2 min. ago')
  expect(relativeTime('2026-11-20T11:00:00Z', now, 'en')).toBe('yesterday')
  expect(relativeTime('2026-11-21T11:57:40Z', now, 'zh-CN')).toBe('2分钟前')
})

it('calls less than a minute now', () => {
  expect(relativeTime('2026-11-21T11:59:30Z', now, 'en')).toBe('now')
})
