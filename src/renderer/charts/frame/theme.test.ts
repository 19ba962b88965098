import { expect, it } from 'vitest'
import { scaleFor } from './theme.ts'

it('the text and marks of charts grow with the window between 1280 and 2560 px, and no further', () => {
  expect(scaleFor(900)).toBe(scaleFor(1280))
  expect(scaleFor(1280) * 11).toBeCloseTo(12)
  expect(scaleFor(1920)).toBeGreaterThan(scaleFor(1280))
  expect(scaleFor(2560)).toBeGreaterThan(scaleFor(1920))
  expect(scaleFor(3840)).toBe(scaleFor(2560))
})
