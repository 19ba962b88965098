import { expect, it } from 'vitest'
import { formatCountdown, formatDuration } from './duration.ts'

const formatUnit = (key: string, { count }: { count: number }) => `${count} ${key.split('.')[1]}`

it('says a span in its largest fitting unit, and never less than it is', () => {
  expect(formatDuration(0.2, formatUnit)).toBe('1 seconds')
  expect(formatDuration(59, formatUnit)).toBe('59 seconds')
  expect(formatDuration(61, formatUnit)).toBe('2 minutes')
  expect(formatDuration(3601, formatUnit)).toBe('2 hours')
})

it('counts down in seconds up to two minutes', () => {
  expect(formatCountdown(60_001, formatUnit)).toBe('61 seconds')
  expect(formatCountdown(120_000, formatUnit)).toBe('2 minutes')
  expect(formatCountdown(0, formatUnit)).toBe('1 seconds')
})
