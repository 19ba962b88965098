import { expect, it } from 'vitest'
import { toDuration } from './duration.ts'

it.each([
  [0, 1, 'seconds'],
  [29.2, 30, 'seconds'],
  [119, 119, 'seconds'],
  [125, 3, 'minutes'],
  [5000, 84, 'minutes'],
  [7300, 3, 'hours'],
  [36_000, 10, 'hours'],
  [3 * 86_400 + 1, 4, 'days'],
])('rounds %d seconds up to %d %s', (seconds, count, unit) => {
  expect(toDuration(seconds)).toEqual({ unit, count })
})
