import { expect, it } from 'vitest'
import { nextZoom } from './windowState.ts'

it('changes step by step, as in browsers, and stops at either end', () => {
  expect(nextZoom(1, 'in')).toBe(1.1)
  expect(nextZoom(1.1, 'in')).toBe(1.25)
  expect(nextZoom(3, 'in')).toBe(3)
  expect(nextZoom(1, 'out')).toBe(0.9)
  expect(nextZoom(0.5, 'out')).toBe(0.5)
})

it('rounds an inexact factor to the nearest step', () => {
  expect(nextZoom(1.0999999, 'in')).toBe(1.25)
  expect(nextZoom(1.2000001, 'out')).toBe(1.1)
})

it('resets to 100%', () => expect(nextZoom(2.5, 'reset')).toBe(1))
