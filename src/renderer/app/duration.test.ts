import { expect, it } from 'vitest'
import { countdownOf, durationOf } from './duration.ts'

const say = (key: string, { count }: { count: number }) => `${count} ${key.split('.')[1]}`

it('says a span in its largest fitting unit, and never less than it is', () => {
  expect(durationOf(0.2, say)).toBe('1 seconds')
  expect(durationOf(59, say)).toBe('59 seconds')
  expect(durationOf(61, say)).toBe('2 minutes')
  expect(durationOf(3601, say)).toBe('2 hours')
})

it('counts down in seconds up to two minutes', () => {
  expect(countdownOf(60_001, say)).toBe('61 seconds')
  expect(countdownOf(120_000, say)).toBe('2 minutes')
  expect(countdownOf(0, say)).toBe('1 seconds')
})
