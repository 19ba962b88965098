import { expect, test } from 'vitest'
import { parseState } from './sample.ts'

test('recognizes state words regardless of case, spaces and hyphens', () => {
  const states = ['Completed', ' in progress ', 'IN-PROGRESS', 'Canceled'].map((word) => parseState(word))
  expect(states).toEqual(['succeeded', 'running', 'running', 'cancelled'])
})

test('treats the name of an inherited object property as an unknown word', () => {
  for (const word of ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', ''])
    expect(parseState(word)).toBe('unknown')
})
