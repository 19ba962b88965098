import { expect, test } from 'vitest'
import { createThrottle } from './throttle.ts'

/** Sets up a throttle with a clock whose sleeps end when `advance` passes them. */
function setUp(trailing: boolean) {
  let nowMs = 1_000_000
  let calls = 0
  let sleepers: { untilMs: number; wake(): void }[] = []
  const sleep = (ms: number) =>
    new Promise<void>((wake) => sleepers.push({ untilMs: nowMs + ms, wake }) && undefined)
  const throttle = createThrottle({ clock: { now: () => nowMs, sleep }, intervalMs: 100, trailing }, () => {
    calls += 1
  })
  const advance = async (ms: number) => {
    nowMs += ms
    for (const { untilMs, wake } of sleepers) if (untilMs <= nowMs) wake()
    sleepers = sleepers.filter(({ untilMs }) => untilMs > nowMs)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { throttle, advance, calls: () => calls }
}

test('a throttle calls back immediately, and holds later calls back until the next trigger or a flush', async () => {
  const { throttle, advance, calls } = setUp(false)
  throttle.trigger()
  throttle.trigger()
  expect(calls()).toBe(1)
  await advance(100)
  expect(calls()).toBe(1)
  throttle.trigger()
  expect(calls()).toBe(2)
  throttle.flush()
  expect(calls()).toBe(2)
  throttle.trigger()
  throttle.flush()
  expect(calls()).toBe(3)
})

test('a trailing throttle calls back once more after the interval, but only after another trigger', async () => {
  const { throttle, advance, calls } = setUp(true)
  throttle.trigger()
  throttle.trigger()
  throttle.trigger()
  await advance(99)
  expect(calls()).toBe(1)
  await advance(1)
  expect(calls()).toBe(2)
  await advance(500)
  expect(calls()).toBe(2)
})

test('a clock that is set back delays a throttle by at most one interval', async () => {
  const { throttle, advance, calls } = setUp(false)
  throttle.trigger()
  await advance(-3_600_000)
  throttle.trigger()
  expect(calls()).toBe(2)
})
