import { expect, test } from 'vitest'
import { parseState } from './sample.ts'

test('words for states are known blind to case, blanks and hyphens', () => {
  expect(['Completed', ' in progress ', 'IN-PROGRESS', 'Canceled'].map((word) => parseState(word))).toEqual([
    'succeeded',
    'running',
    'running',
    'cancelled',
  ])
})

test('a word that happens to be a name every object has is unknown, as other words are', () => {
  for (const word of ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', ''])
    expect(parseState(word)).toBe('unknown')
})
