import { expect, it } from 'vitest'
import { readTime } from './payload.ts'

it('turns a time that names its zone into UTC', () => {
  expect(readTime('2026-11-21T10:00:00+02:00')).toBe('2026-11-21T08:00:00.000Z')
  expect(readTime('2026-11-21 08:00:00Z')).toBe('2026-11-21T08:00:00.000Z')
})

it.each(['2026-11-21T10:00:00', '2026-11-21', '1763712000', '21/11/2026 10:00Z', 1_763_712_000, null, ''])(
  'guesses nothing of %s',
  (value) => {
    expect(readTime(value)).toBeNull()
  },
)
