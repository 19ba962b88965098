import { expect, it } from 'vitest'
import type { DrugHit } from '../../../../shared/domain/drugs/drug.ts'
import { nextHit } from './useHitKeys.ts'

const hits = ['a', 'b', 'c'].map((drugId) => ({ drugId })) as DrugHit[]

it('starts at the first drug, stops at the last, and ignores other keys', () => {
  expect(nextHit('ArrowDown', null, hits)).toBe('a')
  expect(nextHit('ArrowDown', 'c', hits)).toBe('c')
  expect(nextHit('ArrowUp', 'b', hits)).toBe('a')
  expect(nextHit('PageDown', 'a', hits)).toBe('c')
  expect(nextHit('x', 'a', hits)).toBeNull()
  expect(nextHit('ArrowDown', null, [])).toBeNull()
})

it('leaves Home and End to the text field until a drug is active', () => {
  expect(nextHit('End', null, hits, true)).toBeNull()
  expect(nextHit('End', 'a', hits, true)).toBe('c')
  expect(nextHit('Home', 'c', hits)).toBe('a')
  expect(nextHit('End', null, hits)).toBe('c')
})
