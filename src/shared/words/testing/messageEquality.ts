import { expect } from 'vitest'
import { english } from '../english.ts'
import { isMessage, setEnglish, toEnglish } from '../message.ts'

setEnglish(english)

/** Lets a message equal its English text in tests, so that they read like the screen. */
function areSameMessage(one: unknown, other: unknown): boolean | undefined {
  if (isMessage(one) && typeof other === 'string') return toEnglish(one) === other
  if (isMessage(other) && typeof one === 'string') return toEnglish(other) === one
  return undefined
}

const registered = Symbol.for('pathclock.messageEquality')
// Test files that run in one process share the testers.
if (!Object.hasOwn(globalThis, registered)) {
  Object.defineProperty(globalThis, registered, { value: true })
  expect.addEqualityTesters([areSameMessage])
  for (const matcher of [expect.stringContaining(''), expect.stringMatching('')]) matchEnglish(matcher)
}

/** Lets `expect.stringContaining` and `stringMatching` match the text of a message. */
function matchEnglish(matcher: unknown): void {
  const { asymmetricMatch } = Object.getPrototypeOf(matcher)
  Object.getPrototypeOf(matcher).asymmetricMatch = function (this: unknown, value: unknown): boolean {
    return asymmetricMatch.call(this, isMessage(value) ? toEnglish(value) : value)
  }
}
