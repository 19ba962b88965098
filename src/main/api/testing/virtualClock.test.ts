import { expect, test } from 'vitest'
import { createVirtualClock } from './virtualClock.ts'

test('shows whole milliseconds, however short a sleep is, and never wakes a sleeper early', async () => {
  const { clock, advance, finish } = createVirtualClock(1000)
  await finish(clock.sleep(0.4))
  expect(clock.now()).toBe(1001)
  let woken = false
  const sleep = clock.sleep(10.2).then(() => {
    woken = true
  })
  await advance(10)
  expect({ now: clock.now(), woken }).toEqual({ now: 1011, woken: false })
  await advance(0.5)
  await sleep
  expect(clock.now()).toBe(1012)
})
