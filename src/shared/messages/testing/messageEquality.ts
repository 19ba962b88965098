import { expect } from 'vitest'
import { isMessage, toEnglish } from '../message.ts'

/** In tests a message equals its English, so that they read as the screen does. */
function areSameMessage(one: unknown, other: unknown): boolean | undefined {
  if (isMessage(one) && typeof other === 'string') return toEnglish(one) === other
  if (isMessage(other) && typeof one === 'string') return toEnglish(other) === one
  return undefined
}

const registered = Symbol.for('pathclock.messageEquality')
// Test files of one process share its testers.
if (!Object.hasOwn(globalThis, registered)) {
  Object.defineProperty(globalThis, registered, { value: true })
  expect.addEqualityTesters([areSameMessage])
  for (const matcher of [expect.stringContaining(''), expect.stringMatching('')]) matchEnglish(matcher)
}

/** `expect.stringContaining` and its like find the words of a message, too. */
function matchEnglish(matcher: unknown): void {
  const { asymmetricMatch } = Object.getPrototypeOf(matcher)
  Object.getPrototypeOf(matcher).asymmetricMatch = function (this: unknown, value: unknown): boolean {
    return asymmetricMatch.call(this, isMessage(value) ? toEnglish(value) : value)
  }
}
