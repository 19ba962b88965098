import { expect, it } from 'vitest'
import { readTime } from './jsonFields.ts'

it('converts a time with a time zone to UTC', () => {
  expect(readTime('2026-11-21T10:00:00+02:00')).toBe('2026-11-21T08:00:00.000Z')
  expect(readTime('2026-11-21 08:00:00Z')).toBe('2026-11-21T08:00:00.000Z')
})

it.each([1_600_000_000, '1600000000', 1_600_000_000_000, '1600000000000', ' 1600000000.0 '])(
  'reads %j as seconds or milliseconds since 1970',
  (value) => expect(readTime(value)).toBe('2020-09-13T12:26:40.000Z'),
)

it.each([
  '2026-11-21T10:00:00',
  '2026-11-21',
  '21/11/2026 10:00Z',
  20_261_121,
  '0x5f5e100',
  1.6e15,
  12,
  null,
  '',
])('does not guess a time from %j', (value) => {
  expect(readTime(value)).toBeNull()
})
