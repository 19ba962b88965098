import * as React from 'react'
import { flushSync } from 'react-dom'

/** The real one, whatever clock a test sets later. */
const { setTimeout } = globalThis
/** Of the event loop: one in which React plans what has changed, one in which it draws it, one for what that changes. */
const turnsToDraw = 3

/**
 * The tests render with the React that ships, which takes half the time of its development build. That one lacks `act`,
 * which Testing Library calls around renders and events: what they change is drawn before it returns, as in the app.
 */
function act(work: () => unknown): unknown {
  const result = flushSync(work)
  // One of Node's own is not of the class that the page has.
  if (typeof Object(result).then !== 'function') return result
  return Promise.resolve(result).then(async (value) => {
    for (let turn = 0; turn < turnsToDraw; turn += 1) await new Promise((next) => setTimeout(next))
    return value
  })
}

Object.assign((React as { default?: object }).default ?? React, { act })
