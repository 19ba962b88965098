import * as React from 'react'
import { flushSync } from 'react-dom'

/** The real timer, even if a test installs a fake clock later. */
const { setTimeout } = globalThis
/** Turns of the event loop: React schedules the change, renders it, and renders what that changes. */
const turnsToDraw = 3

/**
 * The tests use React's production build, which takes half the time of the development build. It lacks `act`, which
 * Testing Library calls around renders and events: their changes are rendered before it returns, as in the app.
 */
function act(work: () => unknown): unknown {
  const result = flushSync(work)
  // Promises of Node are not instances of the page's Promise class.
  if (typeof Object(result).then !== 'function') return result
  return Promise.resolve(result).then(async (value) => {
    for (let turn = 0; turn < turnsToDraw; turn += 1) await new Promise((next) => setTimeout(next))
    return value
  })
}

Object.assign((React as { default?: object }).default ?? React, { act })
